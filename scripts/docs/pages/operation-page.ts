import { argumentText, typeText } from "@svc/codegen/emit";
import { code, codeBlock, join, link, type Markdown, markdown, markdownBlock, md } from "@svc/codegen/quote";
import {
  hasTextFormat,
  type Model,
  type Operation,
  type Parameter,
  type Response,
  routeText,
  type Schema,
} from "@svc/model";
import { argumentNames, callCode, fixtureCode, signature } from "./call-code.ts";
import { curlCommand } from "./curl-command.ts";
import { errorClass } from "./error-class.ts";
import { constraints, fieldList, inMembers, type Member, memberList } from "./members.ts";
import { pythonCode } from "./python-code.ts";
import { type SampleCall, sampleCall } from "./sample-call.ts";
import { streamSection, usualStream } from "./stream-section.ts";
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
  const { summary, description, deprecated, responses } = operation;
  const call = sampleCall(operation, model);
  const errors = responses.filter(({ status }) => errorClass(status) !== undefined);
  const answers = responses.filter((response) => !errors.includes(response));
  return md`
    # ${summary === undefined ? code(operation.name.join(".")) : markdown(summary)}

    ${code(signature(operation))}

    ${code(routeText(operation))}, operation id ${code(operation.id)}${deprecated ? md`, **deprecated**` : md``}

    ${description === undefined ? md`` : markdownBlock(description, 2)}

    <div class="aside">

    ## Call

    ${requests(operation, call, model)}

    The fake of ${code("npx svc-fake --port 4010")} answers it, or ${link(md`Try it in the playground`, `../playground/#operation/${operation.id}`)}.
    ${
      fixture === undefined
        ? md``
        : md`

    An answer, made by the builders of ${code("@svc/testing")}:

    ${codeBlock(fixture, "json")}`
    }

    ## In a test

    ${codeBlock(fixtureCode(operation, call, model), "ts")}

    </div>
    ${parametersSection(operation, model)}
    ${bodySection(operation, model)}

    ## Answers
    ${answers.map((response) => answerSection(response, model))}

    ## Errors
    ${inMembers([...errors.map((response) => errorItem(response, model)), OTHER_ERRORS])}
    ${unknownSection(operation, model)}
  `;
}

/** The same request in tabs. */
function requests(operation: Operation, call: SampleCall, model: Model): Markdown {
  const stream = usualStream(operation, model);
  // Python's standard library reads no streams of events.
  const python = stream === undefined ? pythonCode(operation, call) : undefined;
  const blocks = [
    codeBlock(callCode(operation, call, model), "ts", "TypeScript"),
    codeBlock(curlCommand(operation, call, stream?.mediaType), "sh", "curl"),
    ...(python === undefined ? [] : [codeBlock(python, "python", "Python")]),
  ];
  return md`
    ::: code-group

    ${join(blocks, "\n\n")}

    :::
  `;
}

function parametersSection(operation: Operation, model: Model): Markdown {
  if (operation.parameters.length === 0) return md``;
  const names = argumentNames(operation);
  const given = operation.parameters.filter(({ pointer }) => names.has(pointer));
  const own = operation.parameters.filter((parameter) => !given.includes(parameter));
  const list = given.map((parameter) => toMember(parameter, names.get(parameter.pointer) ?? parameter.name, model));
  return md`

    ## Parameters
    ${memberList(list)}
    ${
      own.length === 0
        ? md``
        : md`

    The client sets ${[...Map.groupBy(own, (parameter) => parameter.in)].map(listOfSet)} itself.`
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

function bodySection({ body }: Operation, model: Model): Markdown {
  if (body === undefined) return md``;
  const [content] = body.content;
  return md`

    ## Body

    ${code(typeText(content?.schema ?? {}, model))}, ${body.required ? md`**required**` : md`optional`}, ${mediaTypes(body.content)}

    ${markdownBlock(body.description ?? "", 2)}
    ${fieldList(content?.schema ?? {}, model)}
  `;
}

function mediaTypes(content: Response["content"]): Markdown {
  return code(content.map(({ mediaType }) => mediaType).join(", "));
}

function answerSection({ status, description, content }: Response, model: Model): Markdown {
  const bodies = content.filter(({ stream }) => stream === undefined);
  const streams = content.flatMap((one) => (one.stream === undefined ? [] : [streamSection(one, one.stream, model)]));
  const schema: Schema = bodies[0]?.schema ?? {};
  const body = bodies.length === 0 ? md`a stream` : md`${code(typeText(schema, model))}, ${mediaTypes(bodies)}`;
  return md`

    ${code(status)}: ${content.length === 0 ? md`no body` : body}

    ${markdownBlock(description ?? "", 2)}
    ${bodies.length === 0 ? md`` : fieldList(schema, model)}
    ${streams}
  `;
}

function errorItem({ status, description, content }: Response, model: Model): Markdown {
  const thrown = errorClass(status) ?? "SvcApiError";
  const type =
    content.length === 0 ? [] : [md`its ${code("body")} is ${code(typeText(content[0]?.schema ?? {}, model))}`];
  return md`
    - ${join([md`${code(status)} ${linkToError(thrown)}`, ...type], ", ")}

      ${markdownBlock(description ?? "")}

  `;
}

const OTHER_ERRORS: Markdown = md`
  - others ${linkToError("SvcApiError")} or one of its subclasses

    The document does not list them.
`;

function linkToError(name: string): Markdown {
  return link(code(name), `../api/@svc/client/classes/${name}.md`);
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
