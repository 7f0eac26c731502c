import { type CreateModelOptions, createModel, type Finding, type Model, type Round, toOverlay } from "@svc/model";
import { applyConfig } from "./config/apply-config.ts";
import type { Config } from "./config/config.ts";
import type { SdkName } from "./emit/sdk-name.ts";
import type { Files } from "./emitter.ts";
import { findContradictions } from "./find-contradictions.ts";
import { atSource, readAtSource } from "./overlay/find-source.ts";
import { type PrepareOptions, prepareDocument, REPAIRS, writeOverlay } from "./read/prepare-document.ts";
import { refuseStaleDeclarations } from "./stale-declarations.ts";
import type { Output } from "./write/replace-outputs.ts";

/** Options of a generated tree. */
export type EmitOptions = Omit<CreateModelOptions, "file"> &
  PrepareOptions & {
    /** Told of each step. */
    readonly onProgress?: ((step: string) => void) | undefined;
    /** Name of the SDK. @default svc */
    readonly sdk?: SdkName;
    /** Configuration of the tree. Its `spec`, `out`, `name` and `overlays` are the caller's to resolve. @default {} */
    readonly config?: Config;
    /** The command in the first line of each file. @default "pnpm generate --spec FILE --out DIR" */
    readonly command?: string;
    /** Version of the runtimes that the tree depends on. @default that of the generator */
    readonly version?: string;
  };

/** A document as it was read for a tree. */
export interface ReadModel {
  readonly model: Model;
  /** Overlay with what was wrong in the document; undefined where nothing was. */
  readonly repairs: string | undefined;
}

/**
 * The model of a document with its overlays and its configuration.
 *
 * @throws DocumentError where the document cannot be generated from, or declares what it has no meaning for; under `strict`,
 *   also where it would need repairs.
 */
export function readModel(text: string, spec: string, options: EmitOptions = {}): ReadModel {
  options.onProgress?.(`reading ${spec}`);
  const prepared = prepareDocument(text, spec, options);
  const { readings } = prepared;
  const document = applyConfig(prepared.document, options.config ?? {});
  const rounds = [...readings];
  for (const repair of readings.flatMap(({ repairs }) => repairs)) options.onRepair?.(repair);
  const onRepairs = (made: readonly Round[]): void => {
    rounds.push(...made);
  };
  const openEnums = options.openEnums ?? (options.config?.enums === "open" || undefined);
  const onWarning = (warning: Finding) => options.onWarning?.(atSource(warning, prepared));
  const reading = { ...options, ...(openEnums && { openEnums }), file: spec, onRepairs, onWarning };
  const model = readAtSource(prepared, () => createModel(document, reading));
  refuseStaleDeclarations(model, prepared);
  for (const warning of options.onWarning === undefined ? [] : findContradictions(model, spec))
    options.onWarning?.(warning);
  if (rounds.length === 0) return { model, repairs: undefined };
  options.onRepairs?.(rounds);
  return { model, repairs: writeOverlay(toOverlay(rounds, spec)) };
}

/** The files of a generated tree, and beside them the overlay of repairs, if any were made. */
export function withRepairs([tree]: readonly Output[], { repairs }: ReadModel): Files {
  const files = new Map(tree?.content as Files);
  return repairs === undefined ? files : files.set(REPAIRS, repairs);
}
