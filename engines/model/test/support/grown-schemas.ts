import type { Arbitrary } from "fast-check";
import fc from "fast-check";

/** A document of grown schemas: layers of a width, each schema of which leads to others. */
export interface Grown {
  readonly document: { readonly openapi: string; readonly components: { readonly schemas: Named } };
  /** Schemas and parts of schemas in the document. */
  readonly size: number;
}

type Named = { readonly [name: string]: object };

/** How one schema of a layer leads to others, by number. */
interface Growth {
  readonly form: keyof typeof FORMS;
  readonly picks: readonly number[];
  readonly isRequired: boolean;
}

/** Leads to the next layer; from the parts of a value also back to where it is, or to what leads here. */
interface Ref {
  (pick: number): object;
  part(pick: number): object;
}

/** Forms in which schemas lead to others; the numbers tell apart what is said beside it. */
const FORMS = {
  oneOf: ({ picks }: Growth, ref: Ref) => ({ oneOf: picks.map((pick) => ref(pick)) }),
  anyOf: ({ picks }: Growth, ref: Ref) => ({ anyOf: picks.map((pick) => ref(pick)) }),
  tagged: ({ picks }: Growth, ref: Ref) => ({
    oneOf: picks.map((pick) => ref(pick)),
    discriminator: { propertyName: "p0" },
  }),
  allOf: ({ picks }: Growth, ref: Ref) => ({ allOf: picks.map((pick) => ref(pick)) }),
  subtype: (growth: Growth, ref: Ref) => ({
    allOf: [...growth.picks.slice(0, 2).map((pick) => ref(pick)), objectOf(growth, ref)],
  }),
  object: (growth: Growth, ref: Ref) => objectOf(growth, ref),
  list: ({ picks: [pick = 0], isRequired }: Growth, ref: Ref) => ({
    type: "array",
    items: ref.part(pick),
    ...(isRequired && { minItems: 2 }),
  }),
  not: ({ picks }: Growth, ref: Ref) => ({ not: { anyOf: picks.map((pick) => ref(pick)) } }),
  condition: ({ picks: [test = 0, ...others] }: Growth, ref: Ref) =>
    Object.fromEntries(["if", "then", "else"].map((name, index) => [name, ref(others[index - 1] ?? test)])),
  map: ({ picks: [pick = 0] }: Growth, ref: Ref) => ({ type: "object", additionalProperties: ref.part(pick) }),
  closed: (growth: Growth, ref: Ref) => ({ ...objectOf(growth, ref), unevaluatedProperties: false }),
};

function objectOf({ picks, isRequired }: Growth, ref: Ref): object {
  const properties = Object.fromEntries(picks.map((pick, index) => [`p${index}`, ref.part(pick)]));
  return { type: "object", properties, ...(isRequired && { required: Object.keys(properties) }) };
}

const LEAVES: readonly ((pick: number) => object)[] = [
  (pick) => ({ type: "string", const: `v${pick}` }),
  (pick) => ({ type: "object", required: ["k"], properties: { k: { const: `v${pick}` } } }),
  (pick) => ({ type: "integer", minimum: pick }),
  (pick) => ({ type: "string", allOf: WORDS.slice(0, 1 + (pick % WORDS.length)).map((pattern) => ({ pattern })) }),
  (pick) => ({ type: "string", pattern: "^[a-z]+$", minLength: 10 ** (pick % 5) }),
  () => ({ type: "string", pattern: "^(a+)+$", maxLength: 20 }),
  (pick) => ({ type: "string", enum: [`v${pick}`, `v${pick + 1}`] }),
  () => ({}),
];
const WORDS = ["alpha", "beta", "gamma", "delta", "epsilon", "zeta"];

/** Documents that are drawn by width, depth, and whether their schemas lead back. */
export const grown: Arbitrary<Grown> = fc
  .record({ width: fc.integer({ min: 1, max: 12 }), depth: fc.integer({ min: 1, max: 6 }), leadsBack: fc.boolean() })
  .chain(({ width, depth, leadsBack }) => {
    const growth: Arbitrary<Growth> = fc.record({
      form: fc.constantFrom(...(Object.keys(FORMS) as Growth["form"][])),
      picks: fc.array(fc.nat(99), { minLength: 1, maxLength: width }),
      isRequired: fc.boolean(),
    });
    const layer = fc.array(growth, { minLength: width, maxLength: width });
    const leaves = fc.array(fc.tuple(fc.constantFrom(...LEAVES), fc.nat(99)), { minLength: width, maxLength: width });
    return fc.tuple(fc.array(layer, { minLength: depth, maxLength: depth }), leaves).map(([layers, ends]) => {
      const schemas: { [name: string]: object } = {};
      for (const [level, schemasOf] of layers.entries()) {
        for (const [index, one] of schemasOf.entries()) {
          const to = (target: number, pick: number) => ({ $ref: `#/components/schemas/S${target}_${pick % width}` });
          const back = (pick: number): number =>
            leadsBack && pick % 3 === 0 ? Math.max(0, level - (pick % 2)) : level + 1;
          const ref = Object.assign((pick: number) => to(level + 1, pick), {
            part: (pick: number) => to(back(pick), pick),
          });
          schemas[`S${level}_${index}`] = FORMS[one.form](one, ref);
        }
      }
      for (const [index, [leaf, pick]] of ends.entries()) schemas[`S${depth}_${index}`] = leaf(pick);
      return documentOf(schemas);
    });
  });

function documentOf(schemas: Named): Grown {
  const content = { "application/json": { schema: { $ref: "#/components/schemas/S0_0" } } };
  const responses = { 200: { description: "ok", content } };
  const document = {
    openapi: "3.1.0",
    info: { title: "Grown", version: "1" },
    paths: {
      "/x": {
        get: { operationId: "getX", responses },
        post: { operationId: "postX", requestBody: { content }, responses: { 200: { description: "ok" } } },
      },
    },
    components: { schemas },
  };
  return { document, size: sizeOf(schemas) };
}

function sizeOf(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  return Object.values(value).reduce<number>((sum, part) => sum + sizeOf(part), 1);
}
