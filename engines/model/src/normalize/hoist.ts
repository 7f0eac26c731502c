import { componentName, pointerTokens } from "../load/pointer.ts";
import type { Node } from "../load/walk.ts";
import { refTo } from "../schema.ts";
import { type Hoister, normalizeSchema } from "./normalize-schema.ts";

export interface HoisterOptions {
  /** Names in `components.schemas`. */
  readonly names: readonly string[];
  readonly targets: ReadonlyMap<object, Node>;
  readonly is30: boolean;
}

/** Schemas of at most this many values are written out where they are referred to; larger ones get a name. */
const INLINE_SIZE = 30;

/** Creates the {@link Hoister} of a document. A hoisted schema's name depends on where it stands. */
export function createHoister({ names, targets, is30 }: HoisterOptions): Hoister {
  const known = new Set(names);
  const byPointer = new Map<string, string>();
  const hoisted = new Map<string, Node>();
  for (const node of targets.values()) {
    if (node.kind !== "schema" || nameAt(node.pointer) !== undefined) continue;
    if (byPointer.has(node.pointer) || isSmall(node.value)) continue;
    const name = freeName(nameOf(node.pointer), (candidate) => known.has(candidate) || hoisted.has(candidate));
    byPointer.set(node.pointer, name);
    hoisted.set(name, node);
  }
  const hoister: Hoister = {
    is30,
    hoisted,
    reference(holder) {
      const target = targets.get(holder);
      if (target === undefined) return {};
      const name = nameAt(target.pointer) ?? byPointer.get(target.pointer);
      return name === undefined ? normalizeSchema(target.value, hoister) : { $ref: refTo(name) };
    },
    mapping(value) {
      const name = value.startsWith("#") ? componentName(value) : value;
      return name !== undefined && known.has(name) ? refTo(name) : undefined;
    },
  };
  return hoister;
}

/** The name in the pointer `/components/schemas/<name>`; undefined for other places. */
function nameAt(pointer: string): string | undefined {
  const tokens = pointer.startsWith("/components/schemas/") ? pointerTokens(pointer) : undefined;
  return tokens?.length === 3 ? tokens[2] : undefined;
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

function freeName(name: string, isTaken: (candidate: string) => boolean): string {
  let free = name;
  for (let count = 2; isTaken(free); count++) free = `${name}_${count}`;
  return free;
}
