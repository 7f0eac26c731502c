import { copyOf, type Edited } from "@svc/diff/test-support/pet-document";
import { type Edit, schemaEdits } from "./schema-edits.ts";

/** Every edit of a document. Each is applied to the document itself: copy it first. */
export function documentEdits(document: Edited): Edit[] {
  const schemas = document.components.schemas;
  return [
    ...Object.keys(schemas).flatMap((name) => schemaEdits(schemas, name, name)),
    ...Object.entries<Edited>(document.paths).flatMap(([path, item]) =>
      Object.entries<Edited>(item).flatMap(([method, operation]) =>
        operationEdits(operation, `${method} ${path}`, document),
      ),
    ),
    ...Object.keys(document.paths).map((path) => ({
      name: `- ${path}`,
      apply: () => void delete document.paths[path],
    })),
    { name: "title", apply: () => Object.assign(document.info, { title: "Other" }) },
    { name: "version", apply: () => Object.assign(document.info, { version: "9.9.9" }) },
    { name: "server", apply: () => Object.assign(document, { servers: [{ url: "/other" }] }) },
  ];
}

function operationEdits(operation: Edited, place: string, document: Edited): Edit[] {
  return [
    ...parameterEdits(operation, place),
    ...(operation.requestBody === undefined ? [addBody(operation, place)] : bodyEdits(operation, place)),
    ...Object.keys(operation.responses).flatMap((status) => responseEdits(operation.responses, status, place)),
    { name: `${place} id`, apply: () => Object.assign(operation, { operationId: "another" }) },
    { name: `${place} deprecated`, apply: () => Object.assign(operation, { deprecated: true }) },
    { name: `${place} security`, apply: () => Object.assign(operation, { security: [{ bearer: [] }] }) },
    ...["202", "204", "409", "default", "2XX"].map((status) => ({
      name: `${place} + ${status}`,
      apply() {
        const [first] = Object.values<Edited>(document.paths["/pets/{petId}"]?.get?.responses ?? {});
        operation.responses[status] ??=
          status === "204" ? { description: "None" } : copyOf(first ?? { description: "None" });
      },
    })),
  ];
}

function parameterEdits(operation: Edited, place: string): Edit[] {
  const parameters: Edited[] = operation.parameters ?? [];
  const add = (more: object) => () => {
    operation.parameters = [...parameters, { name: "extra", in: "query", schema: { type: "string" }, ...more }];
  };
  return [
    { name: `${place} + query`, apply: add({}) },
    { name: `${place} + required query`, apply: add({ required: true }) },
    { name: `${place} + header`, apply: add({ in: "header", required: true }) },
    ...parameters
      .filter((parameter) => parameter.in !== "path")
      .flatMap((parameter) => [
        {
          name: `${place} - ${parameter.name}`,
          apply: () => Object.assign(operation, { parameters: parameters.filter((one) => one !== parameter) }),
        },
        {
          name: `${place} ${parameter.name} required or not`,
          apply: () => Object.assign(parameter, { required: parameter.required !== true }),
        },
        { name: `${place} ${parameter.name} in header`, apply: () => Object.assign(parameter, { in: "header" }) },
        {
          name: `${place} ${parameter.name} exploded or not`,
          apply: () => Object.assign(parameter, { explode: parameter.explode === false }),
        },
      ]),
    ...parameters.flatMap((parameter) => schemaEdits(parameter, "schema", `${place} ${parameter.name}`)),
  ];
}

function addBody(operation: Edited, place: string): Edit {
  const schema = { $ref: "#/components/schemas/Owner" };
  return {
    name: `${place} + body`,
    apply: () => Object.assign(operation, { requestBody: { content: { "application/json": { schema } } } }),
  };
}

function bodyEdits(operation: Edited, place: string): Edit[] {
  const body = operation.requestBody;
  return [
    { name: `${place} - body`, apply: () => void delete operation.requestBody },
    { name: `${place} body required or not`, apply: () => Object.assign(body, { required: body.required !== true }) },
    ...contentEdits(body.content, `${place} body`),
  ];
}

function responseEdits(responses: Edited, status: string, place: string): Edit[] {
  const response = responses[status];
  return [
    { name: `${place} - ${status}`, apply: () => void (Object.keys(responses).length > 1 && delete responses[status]) },
    {
      name: `${place} ${status} := 203`,
      apply() {
        delete responses[status];
        responses["203"] = response;
      },
    },
    { name: `${place} ${status} without body`, apply: () => void delete response.content },
    {
      name: `${place} ${status} header`,
      apply: () => Object.assign(response, { headers: { "X-Extra": { schema: { type: "string" } } } }),
    },
    ...contentEdits(response.content ?? {}, `${place} ${status}`),
  ];
}

function contentEdits(content: Edited, place: string): Edit[] {
  return [
    ...["text/csv", "application/problem+json", "multipart/form-data"].map((type) => ({
      name: `${place} + ${type}`,
      apply: () => Object.assign(content, { [type]: { schema: { type: "string" } } }),
    })),
    ...Object.keys(content).flatMap((type) => [
      {
        name: `${place} ${type} := text/plain`,
        apply() {
          content["text/plain"] = content[type];
          delete content[type];
        },
      },
      ...schemaEdits(content[type], "schema", `${place} ${type}`),
    ]),
  ];
}
