import { code, codeBlock, literal, type Markdown, markdown, markdownBlock, md } from "@svc/codegen/quote";
import { type Model, preferredContent, serviceRequests, type Webhook } from "@svc/model";
import { fieldList } from "./members.ts";
import { typeText } from "./type-text.ts";

/** One page of the requests that the service sends: their payloads, how one is received, and how a test sends one. */
export function emitWebhooksPage(model: Model): Markdown {
  const { webhookSignature: scheme } = model;
  return md`
    # Webhooks

    The requests that the service sends to you: webhooks, and callbacks of operations as ${code("operation.callback")}. They are signed ${scheme === undefined ? md`as Standard Webhooks are` : md`in the header ${code(scheme.header)}`}.

    ${codeBlock(RECEIVE, "ts")}
    ${serviceRequests(model).map((webhook) => section(webhook, model))}
  `;
}

const RECEIVE = `import { unwrap } from "@svc/client/webhooks";

const receive = async (request: Request, secret: string) => {
  const event = await unwrap(request, secret);
  console.log(event);
  return new Response(null, { status: 204 });
};`;

function section(webhook: Webhook, model: Model): Markdown {
  const { name, method, summary, description, deprecated, body } = webhook;
  const content = preferredContent(body?.content ?? []);
  const callback = model.callbacks?.find((one) => `${one.operation}.${one.name}` === name);
  const to = callback === undefined ? md`` : md` to ${code(callback.expression)}`;
  const schema = content?.schema ?? {};
  return md`

    ## ${code(name)}

    ${description === undefined && summary === undefined ? md`` : markdownBlock(description ?? summary ?? "", 3)}

    ${code(method.toUpperCase())}${to}${content === undefined ? md`, no body` : md`, ${code(content.mediaType)}: ${code(typeText(schema, model))}`}.${deprecated ? md` **Deprecated.**` : md``} ${markdown(body?.description ?? "")}
    ${content === undefined ? md`` : fieldList(schema, model)}

    ${codeBlock(`await fake.webhooks.send(${literal(name)}, undefined, {\n  to: receive,\n});`, "ts")}
  `;
}
