import { code, codeBlock, link, type Markdown, markdown, markdownBlock, md, tableRow } from "@svc/codegen/quote";
import type { Model, Operation, Parameter, Response, Schema } from "@svc/model";
import { argumentNames, callCode, fixtureCode, signature } from "./call-code.ts";
import { curlCommand } from "./curl-command.ts";
import { errorClass } from "./error-class.ts";
import { sampleCall } from "./sample-call.ts";
import { constraints, fieldTable } from "./schema-table.ts";
import { typeText } from "./type-text.ts";
import { unknownsOf } from "./unknowns-of.ts";

/** Input of an operation's page. */
export interface OperationPage {
  readonly operation: Operation;
  readonly model: Model;
  /** A built answer as JSON text; omitted if there is none. */
  readonly fixture: string | undefined;
}

/** One page: how to call an operation, what it takes, what it answers, and how a test makes it answer. */
export function emitOperationPage({ operation, model, fixture }: OperationPage): Markdown {
  const { method, path, summary, description, deprecated } = operation;
  const call = sampleCall(operation, model);
  return md`
    # ${summary === undefined ? code(operation.name.join(".")) : markdown(summary)}

    ${code(signature(operation))}

    ${code(`${method.toUpperCase()} ${path}`)}, operation id ${code(operation.id)}${deprecated ? md`, **deprecated**` : md``}

    ${description === undefined ? md`` : markdownBlock(description, 2)}

    ${link(md`Try it in the playground`, `../playground/#operation/${operation.id}`)}{target="_self"}

    ## Call

    ${codeBlock(callCode(operation, call), "ts")}

    The same with curl. Both reach the fake, which ${code("npx svc-fake --port 4010")} starts:

    ${codeBlock(curlCommand(operation, call), "sh")}
    ${parametersSection(operation, model)}
    ${bodySection(operation, model)}

    ## Answers
    ${operation.responses.filter(({ status }) => errorClass(status) === undefined).map((response) => answerSection(response, model))}

    ## Errors

    | status | thrown as | body | meaning |
    |---|---|---|---|
    ${operation.responses.filter(({ status }) => errorClass(status) !== undefined).map((response) => errorRow(response, model))}
    | others | ${link(code("SvcApiError"), "../api/@svc/client/classes/SvcApiError.md")} or one of its subclasses | | The document does not list them. |

    ## Fixture

    ${codeBlock(fixtureCode(operation, call, model), "ts")}
    ${
      fixture === undefined
        ? md``
        : md`

    An answer that the builder makes:

    ${codeBlock(fixture, "json")}`
    }
    ${unknownSection(operation, model)}
  `;
}

function parametersSection(operation: Operation, model: Model): Markdown {
  if (operation.parameters.length === 0) return md``;
  const names = argumentNames(operation);
  const row = (parameter: Parameter): Markdown => {
    const argument = names.get(parameter.pointer);
    return tableRow([
      argument === undefined ? md`set by the client` : code(argument),
      md`${markdown(parameter.in)} ${code(parameter.name)}`,
      code(typeText(parameter.schema, model)),
      parameter.required ? md`yes` : md`no`,
      markdown(`${parameter.description ?? ""} ${constraints(parameter.schema)}`.trim()),
    ]);
  };
  return md`

    ## Parameters

    | argument | sent as | type | required | meaning and bounds |
    |---|---|---|---|---|
    ${operation.parameters.map(row)}
  `;
}

function bodySection({ body }: Operation, model: Model): Markdown {
  if (body === undefined) return md``;
  const [content] = body.content;
  return md`

    ## Body

    ${body.required ? md`Required` : md`Optional`}, ${code(body.content.map(({ mediaType }) => mediaType).join(", "))}: ${code(typeText(content?.schema ?? {}, model))}. ${markdown(body.description ?? "")}
    ${fieldTable(content?.schema ?? {}, model)}
  `;
}

function answerSection({ status, description, content }: Response, model: Model): Markdown {
  const schema: Schema = content[0]?.schema ?? {};
  return md`

    ${code(status)}: ${content.length === 0 ? md`no body.` : md`${code(typeText(schema, model))}, ${code(content.map(({ mediaType }) => mediaType).join(", "))}.`} ${markdown(description ?? "")}
    ${content.length === 0 ? md`` : fieldTable(schema, model)}
  `;
}

function errorRow({ status, description, content }: Response, model: Model): Markdown {
  const thrown = errorClass(status) ?? "SvcApiError";
  return tableRow([
    code(status),
    link(code(thrown), `../api/@svc/client/classes/${thrown}.md`),
    content.length === 0 ? md`none` : code(typeText(content[0]?.schema ?? {}, model)),
    markdown(description ?? ""),
  ]);
}

function unknownSection(operation: Operation, model: Model): Markdown {
  const open = unknownsOf(operation, model);
  if (open.length === 0) return md``;
  return md`

    ## Not known

    The service's description does not show the following. ${link(md`All such questions`, "../unknowns.md")} are on one page.

    ${open.map(({ about, question }) => md`- ${about === undefined ? md`` : md`${code(about)}: `}${markdown(question)}`)}
  `;
}
