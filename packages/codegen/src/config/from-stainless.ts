import { asArray, asObject, asString, camelCase, pascalCase } from "@svc/model";
import { parse } from "yaml";
import { UsageError } from "../usage-error.ts";
import type { PageOptions, SdkOptions } from "./options.ts";

type Json = { readonly [key: string]: unknown };

/** Options that a `stainless.yml` stands for. */
export interface StainlessImport {
  readonly config: SdkOptions;
  /** Settings that have no counterpart, one line each. */
  readonly ignored: readonly string[];
}

/** Sections that say nothing of names, pagination, retries or addresses. */
const KNOWN = [
  ...["resources", "pagination", "client_settings", "environments", "organization", "$schema", "edition"],
  ...["settings", "targets", "security", "security_schemes", "readme", "query_settings", "openapi", "streaming"],
];

/**
 * Reads names of methods and types, pagination, retries and addresses from a configuration of Stainless:
 * `export default defineConfig({ ...fromStainless(readFileSync("stainless.yml", "utf8")).config, out: "sdk" })`.
 *
 * @throws UsageError where the text is no YAML, or no configuration
 */
export function fromStainless(text: string): StainlessImport {
  const document = read(text);
  const found = new Collector();
  found.resources(asObject(document["resources"]), []);
  const name = textOf(asObject(document["organization"])["name"]);
  const pages = paginationOf(asArray(document["pagination"]), found);
  const pagination = Object.fromEntries(
    found.paginated.flatMap((endpoint) => (pages ? [[endpoint, pages] as const] : [])),
  );
  const retry = retryOf(asObject(asObject(document["client_settings"])["default_retries"]));
  const environments = Object.fromEntries(
    Object.entries(asObject(document["environments"])).flatMap(([key, value]) =>
      typeof value === "string" && URL.canParse(value) ? [[key, value.replace(/\/$/, "")]] : [],
    ),
  );
  for (const key of Object.keys(document)) if (!KNOWN.includes(key)) found.ignored.push(`${key}: has no counterpart`);
  const parts: { readonly [option: string]: object } = {
    methods: Object.fromEntries(found.methods),
    types: Object.fromEntries(found.types),
    environments,
    pagination,
    retry,
  };
  const filled = Object.entries(parts).filter(([, value]) => Object.keys(value).length > 0);
  return { config: { ...(name !== undefined && { name }), ...Object.fromEntries(filled) }, ignored: found.ignored };
}

/** Collects names, page by page operations and refused settings on the way through the resources. */
class Collector {
  readonly methods: [endpoint: string, name: string][] = [];
  readonly types: [schema: string, name: string][] = [];
  readonly paginated: string[] = [];
  readonly ignored: string[] = [];

  resources(resources: Json, parents: readonly string[]): void {
    for (const [key, value] of Object.entries(resources)) {
      const resource = asObject(value);
      // `$client` and `$shared` are the client itself.
      const path = key.startsWith("$") ? parents : [...parents, camelCase(key)];
      for (const [method, given] of Object.entries(asObject(resource["methods"])))
        this.#method([...path, camelCase(method)], given);
      for (const [model, given] of Object.entries(asObject(resource["models"]))) this.#model(model, given);
      this.resources(asObject(resource["subresources"]), path);
    }
  }

  #method(path: readonly string[], given: unknown): void {
    const endpoint = textOf(given) ?? textOf(asObject(given)["endpoint"]);
    const [, method, address] = /^(get|put|post|delete|patch|head|options)\s+(\/\S*)$/i.exec(endpoint ?? "") ?? [];
    if (method === undefined || address === undefined) {
      this.ignored.push(`${path.join(".")}: is no method with an endpoint`);
      return;
    }
    const key = `${method.toUpperCase()} ${address}`;
    this.methods.push([key, path.join(".")]);
    const { paginated } = asObject(given);
    // Every GET may be a list: the generator looks whether the answer is one.
    if (paginated === true) this.paginated.push(key);
  }

  #model(model: string, given: unknown): void {
    const reference = textOf(given) ?? textOf(asObject(given)["$ref"]) ?? "";
    const [, schema] = /^(?:#\/components\/schemas\/)?([^/#]+)$/.exec(reference) ?? [];
    if (schema === undefined) this.ignored.push(`models.${model}: ${reference} is no schema of the components`);
    else this.types.push([schema, pascalCase(model)]);
  }
}

/** The first scheme of pagination that can be told: Stainless matches schemes with endpoints by their parameters. */
function paginationOf(schemes: readonly unknown[], found: Collector): PageOptions | undefined {
  const pages = schemes.flatMap((value) => {
    const scheme = asObject(value);
    const name = textOf(scheme["name"]) ?? "?";
    const kind = KINDS[textOf(scheme["type"]) ?? ""];
    const request = purposes(asObject(scheme["request"]));
    const response = purposes(asObject(scheme["response"]));
    const parameter = find(request, /^(?:next_cursor_param|page_number_param|offset_count_param)$/);
    const items = find(response, /^items$/) ?? firstList(asObject(scheme["response"]));
    if (kind === undefined || items === undefined || (kind !== "link" && parameter === undefined)) {
      found.ignored.push(`pagination.${name}: its type or its fields are not known here`);
      return [];
    }
    const size =
      find(request, /^(?:page_size_param|limit)$/) ??
      find(
        Object.keys(asObject(scheme["request"])).map((key): Purpose => [key, [key]]),
        /^(?:limit|page_?size|per_?page)$/,
      );
    const next = find(response, /^(?:next_cursor_field|cursor_url_field)$/);
    const more = find(response, /^has_next_page_field$/);
    const total = find(response, /^(?:total_count_field|offset_total_count_field)$/);
    const page: PageOptions = {
      kind,
      items,
      ...(parameter && { parameter: parameter[0] ?? "" }),
      ...(size && { size: size[0] ?? "" }),
      ...(next && { next }),
      ...(more && { more }),
      ...(total && { total }),
    };
    return [page];
  });
  for (const extra of pages.slice(1)) found.ignored.push(`pagination: ${extra.kind}: only the first scheme is taken`);
  return pages[0];
}

const KINDS: { readonly [type: string]: PageOptions["kind"] } = {
  cursor: "cursor",
  cursor_id: "cursor",
  cursor_url: "link",
  offset: "offset",
  page_number: "page",
};

type Purpose = readonly [purpose: string, path: readonly string[]];

/** The properties that have a purpose, with their paths. */
function purposes(properties: Json, path: readonly string[] = []): Purpose[] {
  return Object.entries(properties).flatMap(([key, value]) => {
    const schema = asObject(value);
    const purpose = textOf(asObject(schema["x-stainless-pagination-property"])["purpose"]);
    const below = purposes(asObject(schema["properties"]), [...path, key]);
    return purpose === undefined ? below : [[purpose, [...path, key]] as const, ...below];
  });
}

function find(found: readonly Purpose[], purpose: RegExp): readonly string[] | undefined {
  return found.find(([name]) => purpose.test(name))?.[1];
}

function firstList(properties: Json): readonly string[] | undefined {
  const key = Object.keys(properties).find((name) => asObject(properties[name])["type"] === "array");
  return key === undefined ? undefined : [key];
}

function retryOf(settings: Json): { limit?: number; baseMs?: number; maxDelayMs?: number } {
  const number = (key: string, factor = 1): number | undefined =>
    typeof settings[key] === "number" ? Math.round(settings[key] * factor) : undefined;
  const values = {
    limit: number("max_retries"),
    baseMs: number("initial_delay_seconds", 1000),
    maxDelayMs: number("max_delay_seconds", 1000),
  };
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

function read(text: string): Json {
  try {
    const value: unknown = parse(text);
    if (typeof value === "object" && value !== null && "resources" in value) return value as Json;
  } catch (error) {
    throw new UsageError(`stainless.yml: cannot be read: ${(error as Error).message.split("\n")[0]}`, { cause: error });
  }
  throw new UsageError("stainless.yml: has no `resources`; give the configuration of a Stainless project.");
}

function textOf(value: unknown): string | undefined {
  return asString(value) || undefined;
}
