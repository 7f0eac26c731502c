import { groupBy } from "@svc/diff";
import {
  hasTextFormat,
  type Model,
  type Operation,
  type Parameter,
  type Response,
  routeText,
  type Schema,
} from "@svc/model";
import { code, codeBlock, join, link, type Markdown, markdown, markdownBlock, md } from "../../quote/index.ts";
import { signature } from "../calls.ts";
import { usualStream } from "../client/streams.ts";
import { clientVariable, namesOf } from "../sdk-name.ts";
import { argumentText, typeText } from "../type-text.ts";
import { argumentNames, callCode, fixtureCode } from "./call-code.ts";
import { curlCommand } from "./curl-command.ts";
import { errorClass } from "./error-class.ts";
import { constraints, fieldList, type Member, memberList } from "./members.ts";
import type { PageContext, Sample } from "./page-context.ts";
import { type SampleCall, sampleCall } from "./sample-call.ts";
import { streamSection } from "./stream-section.ts";
import { unknownsOf } from "./unknowns-of.ts";

/** Input of an operation's page. */
export interface OperationPage {
  readonly operation: Operation;
  readonly context: PageContext;
  /** A built answer as JSON text; omitted if there is none. */
  readonly fixture: string | undefined;
}

/** One page: how to call an operation, what it takes, what it answers, and how a test makes it answer. */
export function emitOperationPage({ operation, context, fixture }: OperationPage): Markdown {
  const { summary, description, deprecated, responses } = operation;
  const { banner, layout, sdk } = context;
  const { apiError } = namesOf(sdk);
  const errors = responses.filter(({ status }) => errorClass(status, apiError) !== undefined);
  const answers = responses.filter((response) => !errors.includes(response));
  return md`
    ${banner}

    # ${summary === undefined ? code(operation.name.join(".")) : markdown(summary)}

    ${code(signature(operation, clientVariable(sdk)))}

    ${code(routeText(operation))}, operation id ${code(operation.id)}${deprecated ? md`, **deprecated**` : md``}

    ${description === undefined ? md`` : markdownBlock(description, 2)}

    ${layout.aside(callSections({ operation, context, fixture }))}
    ${parametersSection(operation, context)}
    ${bodySection(operation, context)}

    ## Responses
    ${answers.map((response) => answerSection(response, context))}

    ## Errors
    ${layout.members([...errors.map((response) => errorItem(response, context)), otherErrors(context)])}
    ${unknownSection(operation, context)}
  `;
}

/** How the operation is called, and how a test makes it answer. */
function callSections({ operation, context, fixture }: OperationPage): Markdown {
  const { fake, layout, model, modules } = context;
  const call = sampleCall(operation, model);
  return md`
    ## Call

    Start a fake for these requests with ${code(fake)}.${serviceAddress(operation, model)}${layout.tryIt?.(operation) ?? md``}

    ${layout.tabs(requests(operation, call, context))}
    ${
      fixture === undefined
        ? md``
        : md`

    A response, built by ${code(modules.testing)}:

    ${codeBlock(fixture, "json")}`
    }

    ## In a test

    ${codeBlock(fixtureCode(operation, call, context), "ts")}
  `;
}

/** Where the service itself is, which the requests do not ask; nothing where that depends on the customer. */
function serviceAddress(operation: Operation, model: Model): Markdown {
  const [server] = operation.servers ?? model.servers;
  return server !== undefined && /^https?:[^{]+$/.test(server.url) ? md` The service is at ${code(server.url)}.` : md``;
}

/** The same request in TypeScript and for a shell. */
function requests(operation: Operation, call: SampleCall, context: PageContext): Sample[] {
  const stream = usualStream(operation, context.model);
  return [
    { label: "TypeScript", language: "ts", text: callCode(operation, call, context) },
    { label: "curl", language: "sh", text: curlCommand(operation, call, stream?.mediaType) },
  ];
}

function parametersSection(operation: Operation, context: PageContext): Markdown {
  if (operation.parameters.length === 0) return md``;
  const names = argumentNames(operation);
  const given = operation.parameters.filter(({ pointer }) => names.has(pointer));
  const own = operation.parameters.filter((parameter) => !given.includes(parameter));
  const list = given.map((parameter) =>
    toMember(parameter, names.get(parameter.pointer) ?? parameter.name, context.model),
  );
  return md`

    ## Parameters
    ${memberList(list, context)}
    ${
      own.length === 0
        ? md``
        : md`

    The client sets ${[...groupBy(own, (parameter) => parameter.in)].map(listOfSet)} itself.`
    }
  `;
}

/** `the headers a and b`, with a comma in front of what is not the first. */
function listOfSet([place, parameters]: [string, readonly Parameter[]], index: number): Markdown {
  const names = parameters.map(({ name }) => code(name));
  const last = names.pop() ?? md``;
  const words = place === "query" ? "query parameter" : place;
  const list = names.length === 0 ? last : md`${join(names, ", ")} and ${last}`;
  return md`${index === 0 ? md`` : md`, `}the ${markdown(parameters.length === 1 ? words : `${words}s`)} ${list}`;
}

function toMember(parameter: Parameter, name: string, model: Model): Member {
  const { in: place, name: sentAs, required, description, schema } = parameter;
  const isDuration = hasTextFormat(parameter, "duration", model.schemas);
  return {
    name,
    type: argumentText(parameter, model),
    notes: [required ? md`**required**` : md`optional`, md`${markdown(place)} ${code(sentAs)}`],
    description,
    more: `${constraints(schema)}${isDuration ? " As an object: { minutes: 5 }." : ""}`.trim(),
  };
}

function bodySection({ body }: Operation, context: PageContext): Markdown {
  if (body === undefined) return md``;
  const [content] = body.content;
  return md`

    ## Body

    ${code(typeText(content?.schema ?? {}, context.model))}, ${body.required ? md`**required**` : md`optional`}, ${mediaTypes(body.content)}

    ${markdownBlock(body.description ?? "", 2)}
    ${fieldList(content?.schema ?? {}, context)}
  `;
}

function mediaTypes(content: Response["content"]): Markdown {
  return code(content.map(({ mediaType }) => mediaType).join(", "));
}

function answerSection({ status, description, content }: Response, context: PageContext): Markdown {
  const bodies = content.filter(({ stream }) => stream === undefined);
  const streams = content.flatMap((one) => (one.stream === undefined ? [] : [streamSection(one, one.stream, context)]));
  const schema: Schema = bodies[0]?.schema ?? {};
  const body = bodies.length === 0 ? md`a stream` : md`${code(typeText(schema, context.model))}, ${mediaTypes(bodies)}`;
  return md`

    ${code(status)}: ${content.length === 0 ? md`no body` : body}

    ${markdownBlock(description ?? "", 2)}
    ${bodies.length === 0 ? md`` : fieldList(schema, context)}
    ${streams}
  `;
}

function errorItem({ status, description, content }: Response, context: PageContext): Markdown {
  const { apiError } = namesOf(context.sdk);
  const thrown = errorClass(status, apiError) ?? apiError;
  const type =
    content.length === 0 ? [] : [md`its ${code("body")} is ${code(typeText(content[0]?.schema ?? {}, context.model))}`];
  return md`
    - ${join([md`${code(status)} ${errorName(thrown, context)}`, ...type], ", ")}

      ${markdownBlock(description ?? "")}

  `;
}

function otherErrors(context: PageContext): Markdown {
  return md`
    - others ${errorName(namesOf(context.sdk).apiError, context)} or one of its subclasses

      The document does not list them.
  `;
}

function errorName(name: string, { layout }: PageContext): Markdown {
  return layout.errorPage === undefined ? code(name) : link(code(name), layout.errorPage(name));
}

function unknownSection(operation: Operation, { model, unknowns }: PageContext): Markdown {
  const open = unknownsOf(operation, model);
  if (open.length === 0) return md``;
  return md`

    ## Not known

    The service's description does not show the following. ${link(md`All such questions`, unknowns)} are on one page.

    ${open.map(({ about, question }) => md`- ${about === undefined ? md`` : md`${code(about)}: `}${markdown(question)}`)}
  `;
}
