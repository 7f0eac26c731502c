import type { Model } from "@svc/model";
import type { SdkOptions } from "./config/options.ts";
import type { SdkName } from "./emit/sdk-name.ts";
import type { Target } from "./emit/target.ts";

/** Emitted text by path, relative to the root of the tree that it belongs to, with `/` between segments. */
export type Files = ReadonlyMap<string, string>;

/** Facts for emitters besides the model. */
export interface EmitContext {
  /** Name of the SDK in its spellings: `sdk.pascal` is `Acme`. */
  readonly sdk: SdkName;
  /**
   * First line of every TypeScript file, and where files of the tree import each other from. `wireTypes` is set where the
   * client decodes: then `types` are of what it gives.
   */
  readonly target: Target;
  /** The model as types of what travels see it: schemas that differ between requests and responses are two. */
  readonly typed: Model;
  /** Files of the emitters before it. */
  readonly files: Files;
  /** The configuration, without its emitters. */
  readonly options: SdkOptions;
}

/** An output of the generator: a pure function of the model. */
export interface Emitter {
  /** Name for messages; unique among the emitters of a configuration. */
  readonly name: string;
  /**
   * Makes files by their paths in the tree, with `/` between segments. A path that another emitter has is refused. Text of
   * the document has to be quoted: `@svc/codegen` exports the functions that the emitters of the project use.
   */
  readonly emit: (model: Model, context: EmitContext) => Files;
  /** Package that the files belong to where client and fake are packages of their own. @default "client" */
  readonly part?: "client" | "testing";
  /** Modules that `package.json` of the tree exports if they are there, without extension: `zod/index` is `./zod`. @default [] */
  readonly entries?: readonly string[];
  /** Module that is a command of the tree: its name is that of the SDK and of the emitter, `acme-mcp`. @default none */
  readonly bin?: string;
  /** Packages that the files import, with their ranges: peer dependencies of the tree, installed with it. @default {} */
  readonly dependencies?: { readonly [name: string]: string };
}
