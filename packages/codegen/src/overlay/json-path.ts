import { valueAt } from "@svc/model";
import { JSONPathEnvironment } from "json-p3";

/** A value in a document, with the container that holds it. The root has none. */
export interface Node {
  readonly value: unknown;
  readonly parent?: object;
  readonly key?: string | number;
}

/** Longer paths are no paths that somebody wrote. */
const MAX_LENGTH = 10_000;

/** A document that is nested deeper is refused before. */
const ENVIRONMENT = new JSONPathEnvironment({ maxRecursionDepth: 10_000 });

/**
 * A JSONPath (RFC 9535) as a function. Names without brackets may have hyphens, as paths of overlays do: `$.info.x-logo`.
 *
 * @throws SyntaxError where the text is none.
 */
export function parseJsonPath(text: string): (document: unknown) => Node[] {
  if (text.length > MAX_LENGTH) throw new SyntaxError("longer than any path should be");
  const query = compile(text);
  return (document) =>
    Array.from(query.query(document as never), ({ value, location }) => {
      const key = location.at(-1);
      const parent = valueAt(document, location.slice(0, -1).map(String)) as object;
      return key === undefined ? { value } : { value, parent, key };
    });
}

function compile(text: string): ReturnType<JSONPathEnvironment["compile"]> {
  try {
    return ENVIRONMENT.compile(text);
  } catch (error) {
    throw new SyntaxError((error as Error).message, { cause: error });
  }
}
