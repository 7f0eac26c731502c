import type { Raw } from "../build/raw.ts";
import { pointerTokens } from "../load/pointer.ts";
import type { Node } from "../load/walk.ts";
import { refTo, type Schema } from "../schema.ts";
import type { NormalizedSchema } from "./create-normalizer.ts";
import { normalizeSchema } from "./normalize-schema.ts";

/** Gives references a named schema to lead to. */
export interface Hoister {
  readonly is30: boolean;
  /** The normal form of a reference: of the schema that holds it, without its siblings. */
  reference(holder: Raw): Schema;
  /** Where a discriminator's mapping leads: by name, or by reference. Undefined where nowhere. */
  mapping(value: string): string | undefined;
  /** Schemas without a name of their own that references lead to. */
  hoisted(): (readonly [string, NormalizedSchema])[];
}

export interface HoisterOptions {
  readonly names: readonly string[];
  readonly targets: ReadonlyMap<object, Node>;
  readonly is30: boolean;
}

/** Schemas of at most this size are written out where they are referred to; larger ones get a name. */
const INLINE_SIZE = 30;

/** Creates the {@link Hoister} of a document. Names depend on where a schema stands alone. */
export function createHoister({ names, targets, is30 }: HoisterOptions): Hoister {
  const taken = new Set(names);
  const byPointer = new Map<string, { name: string; node: Node }>();
  const results: (readonly [string, NormalizedSchema])[] = [];
  const hoist = (node: Node): string => {
    const known = byPointer.get(node.pointer);
    if (known !== undefined) return known.name;
    const name = freeName(nameOf(node.pointer), taken);
    taken.add(name);
    byPointer.set(node.pointer, { name, node });
    return name;
  };
  const nameTarget = (node: Node): string => {
    const tokens = pointerTokens(node.pointer) ?? [];
    const [first, second, name] = tokens;
    return first === "components" && second === "schemas" && tokens.length === 3 && name !== undefined
      ? name
      : hoist(node);
  };
  const hoister: Hoister = {
    is30,
    reference(holder) {
      const target = targets.get(holder);
      if (target === undefined) return {};
      const isNamed = /^\/components\/schemas\/[^/]+$/.test(target.pointer);
      if (!isNamed && isSmall(target.value)) return normalizeSchema(target.value, hoister);
      return { $ref: refTo(nameTarget(target)) };
    },
    mapping(value) {
      const name = value.startsWith("#/components/schemas/") ? decodeName(value.slice(21)) : value;
      return name !== undefined && names.includes(name) ? refTo(name) : undefined;
    },
    hoisted() {
      // Normalizing one may hoist another: the map grows while it is walked.
      for (const { name, node } of [...byPointer.values()].slice(results.length)) {
        results.push([name, { schema: normalizeSchema(node.value, hoister), pointer: node.pointer, hoisted: true }]);
      }
      return byPointer.size > results.length ? hoister.hoisted() : results;
    },
  };
  return hoister;
}

/** Few values, and no reference among them: writing it out can neither multiply nor go in circles. */
function isSmall(value: unknown): boolean {
  const stack: unknown[] = [value];
  for (let size = 0; stack.length > 0; size++) {
    if (size > INLINE_SIZE) return false;
    const item = stack.pop();
    if (typeof item !== "object" || item === null) continue;
    if (Object.hasOwn(item, "$ref") || Object.hasOwn(item, "$dynamicRef")) return false;
    for (const child of Object.values(item)) stack.push(child);
  }
  return true;
}

const STRUCTURE = new Set(
  "components schemas paths properties responses parameters requestBodies headers content schema items allOf anyOf oneOf $defs definitions".split(
    " ",
  ),
);

/** `/components/schemas/User/properties/address` -> `User_address`. */
function nameOf(pointer: string): string {
  const tokens = (pointerTokens(pointer) ?? []).filter((token) => !STRUCTURE.has(token));
  const name = tokens.flatMap((token) => token.match(/[A-Za-z0-9]+/g) ?? []).join("_");
  return name.slice(0, 80) || "Schema";
}

function freeName(name: string, taken: ReadonlySet<string>): string {
  let free = name;
  for (let count = 2; taken.has(free); count++) free = `${name}_${count}`;
  return free;
}

function decodeName(token: string): string | undefined {
  try {
    return pointerTokens(`/${decodeURIComponent(token)}`)?.[0];
  } catch {
    return undefined;
  }
}
