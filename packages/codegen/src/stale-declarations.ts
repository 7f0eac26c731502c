import { childPointer, DocumentError, type Finding, findStaleWaits, type Model } from "@svc/model";
import { checkDeclarations, inferResources } from "@svc/resources/infer";
import { BuildError, type Builder, createBuilders, issueText } from "@svc/schema";
import { atSource, type Overlaid, withLine } from "./overlay/find-source.ts";

/**
 * Refuses declarations that the document does not fit, most often because a next version has renamed what an overlay names:
 * builders would throw, waits would never end, and stored data would lose its meaning.
 *
 * @throws DocumentError with each one at its line, in an overlay if that has it
 */
export function refuseStaleDeclarations(model: Model, overlaid: Overlaid): void {
  const [base] = overlaid.sources;
  if (base === undefined) return;
  const resources = model.resources === undefined ? [] : checkDeclarations(model, inferResources(model));
  const stale: readonly StalePart[] = [...findStaleTraits(model), ...resources, ...findStaleWaits(model)];
  if (stale.length === 0) return;
  throw new DocumentError(
    stale.map((part) => {
      const found = atSource({ file: base.file, ...part }, overlaid);
      return found.file === base.file ? withLine(found, base) : found;
    }),
  );
}

type StalePart = Omit<Finding, "file">;

/** Traits whose builder throws. A schema that allows no value has no builder that works, with a trait or without. */
function findStaleTraits(model: Model): StalePart[] {
  const declaring = Object.values(model.schemas).filter(({ schema }) => schema["x-svc-traits"] !== undefined);
  if (declaring.length === 0) return [];
  const build = createBuilders<{ readonly [name: string]: Builder<unknown> }>(model);
  return declaring.flatMap(({ schema, builderName, pointer }) => {
    const builder = build[builderName] as Builder<unknown> & { readonly [trait: string]: () => unknown };
    if (problemOf(builder) !== undefined) return [];
    return Object.keys(schema["x-svc-traits"] ?? {}).flatMap((trait) => {
      const problem = problemOf(() => builder[trait]?.());
      const at = childPointer(pointer, "x-svc-traits", trait);
      return problem === undefined ? [] : [{ pointer: at, message: `${problem}; correct the trait` }];
    });
  });
}

function problemOf(build: () => unknown): string | undefined {
  try {
    build();
    return undefined;
  } catch (error) {
    if (!(error instanceof BuildError)) throw error;
    return error.issues.map((issue) => issueText(issue).replace(/\.$/, "")).join("; ");
  }
}
