import {
  type Body,
  escapeInvisible,
  type Model,
  type Operation,
  type Parameter,
  preferredContent,
  routeText,
} from "@svc/model";
import { code, type Markdown, markdown, markdownBlock, md, tableRow } from "../quote/index.ts";
import { signature } from "./calls.ts";
import { bounds, sentences } from "./documentation.ts";
import { clientVariable } from "./sdk-name.ts";
import type { Target } from "./target.ts";
import { argumentText, typeText } from "./type-text.ts";

/** All operations on one page: method, path, parameters, answers. */
export function emitOperationsPage(model: Model, { sdk, markdownBanner: banner }: Target): Markdown {
  const count = model.operations.length;
  return md`
    ${banner}

    # Operations

    ${markdown(`${count === 1 ? "One operation" : `${count} operations`} of version ${model.version} of the document.`)}

    | method | request | id | what it does |
    |---|---|---|---|
    ${model.operations.map((operation) => tableRow([code(signature(operation, clientVariable(sdk))), code(routeText(operation)), code(operation.id), markdown(operation.summary ?? "")]))}

    ${model.operations.map((operation) => emitOperation(operation, model))}
  `;
}

function emitOperation(operation: Operation, model: Model): Markdown {
  const { parameters, body, responses } = operation;
  const rows = [
    ...parameters.map((parameter) => parameterRow(parameter, model)),
    ...(body === undefined ? [] : [bodyRow(body, model)]),
  ];
  return md`
    ## ${code(operation.name.join("."))}

    ${operation.summary === undefined ? md`` : markdown(operation.summary)}

    ${operation.description === undefined ? md`` : markdownBlock(operation.description, 2)}

    ${code(routeText(operation))}${operation.deprecated ? md`, deprecated` : md``}
    ${
      rows.length === 0
        ? md``
        : md`

          | parameter | in | type | required | meaning |
          |---|---|---|---|---|
          ${rows}`
    }

    | status | body | meaning |
    |---|---|---|
    ${responses.map(({ status, content, description }) => tableRow([code(status), content.length === 0 ? md`none` : code(content.map(({ mediaType }) => mediaType).join(", ")), markdown(description ?? "")]))}
    `;
}

function bodyRow({ content, required, description }: Body, model: Model): Markdown {
  const { mediaType = "", schema = {} } = preferredContent(content) ?? {};
  return tableRow([
    code("body"),
    code(mediaType),
    code(typeText(schema, model)),
    required ? md`yes` : md`no`,
    markdown(description ?? ""),
  ]);
}

function parameterRow(parameter: Parameter, model: Model): Markdown {
  const { schema } = parameter;
  const notes = [
    parameter.description ?? "",
    bounds(schema),
    schema.default === undefined ? "" : `Default: ${JSON.stringify(schema.default)}.`,
  ];
  return tableRow([
    code(parameter.name),
    markdown(parameter.in),
    md`${code(argumentText(parameter, model))}${schema.format === undefined ? md`` : md` (${markdown(schema.format)})`}`,
    parameter.required ? md`yes` : md`no`,
    markdown(sentences(notes)),
  ]);
}

/** `operations.json`: what there is to call, for tools. */
export function emitOperationList(model: Model): string {
  const rows = model.operations.map(({ id, method, path, name }) =>
    escapeInvisible(JSON.stringify({ id, method: method.toUpperCase(), path, name })),
  );
  return `[\n${rows.map((row) => `  ${row}`).join(",\n")}\n]\n`;
}
