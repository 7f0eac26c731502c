import { DocumentError, METHODS } from "@svc/model";

type Members = { [key: string]: unknown };

/** Makes OpenAPI 3.0 of Swagger 2.0. @throws DocumentError where the document is too far from either */
export type Convert = (swagger: unknown, file: string) => unknown;

/** Whether a text may be a document of Swagger 2.0: cheap, and right in all documents that are. */
export function mayBeSwagger(text: string): boolean {
  return /\bswagger["']?\s*:\s*["']?2/.test(text);
}

/** Loads the converter: most documents need none. */
export async function loadConverter(): Promise<Convert> {
  const { upgradeFromTwoToThree } = await import("@scalar/openapi-upgrader/2.0-to-3.0");
  return (swagger, file) => {
    try {
      const given = structuredClone(swagger) as Members;
      // YAML reads it as a number where nobody quoted it.
      const converted = upgradeFromTwoToThree({ ...given, swagger: "2.0" } as never) as Members;
      return placeBodies(converted);
    } catch (error) {
      const message = `is Swagger 2.0 that cannot be converted (${(error as Error).message}); correct it`;
      throw new DocumentError([{ file, pointer: "/swagger", message }], { cause: error });
    }
  };
}

/** Bodies that Swagger has among the parameters: the converter moves those that are written out, but no references. */
function placeBodies(document: Members): Members {
  for (const item of Object.values(members(document["paths"]))) {
    const shared = takeBody(item);
    for (const method of METHODS) {
      const operation = members(item)[method];
      if (typeof operation !== "object" || operation === null) continue;
      const body = takeBody(operation) ?? shared;
      if (body !== undefined && !("requestBody" in operation)) (operation as Members)["requestBody"] = body;
    }
  }
  return document;
}

function takeBody(owner: unknown): unknown {
  const { parameters } = members(owner);
  if (!Array.isArray(parameters)) return undefined;
  const at = parameters.findIndex((parameter) => {
    const { $ref } = members(parameter);
    return typeof $ref === "string" && $ref.startsWith("#/components/requestBodies/");
  });
  return at < 0 ? undefined : (parameters.splice(at, 1)[0] as unknown);
}

function members(value: unknown): Members {
  return typeof value === "object" && value !== null ? (value as Members) : {};
}
