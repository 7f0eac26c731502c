import { createReader, matchOperations } from "@svc/diff";
import {
  childPointer,
  jsonPath,
  type Operation,
  type Overlay,
  type Parameter,
  type Response,
  routeText,
} from "@svc/model";
import { keepComponents } from "./kept-components.ts";
import { GATEWAY_HEADER, type OperationPairs, type Silence, type Version } from "./silent-part.ts";
import { silentUnits } from "./silent-units.ts";

/**
 * Finds the parts that a new version merely stopped saying. Documents that frameworks write know nothing of the gateway before the service: answers,
 * headers, security, servers and units that disappear everywhere at once were seldom removed.
 */
export function findSilence(old: Version, now: Version): Silence[] {
  const { pairs } = matchOperations(old.model.operations, now.model.operations);
  const found = [
    ...silentServers(old, now),
    ...silentSecurity(old, now, pairs),
    ...silentAnswers(old, now, pairs),
    ...silentHeaders(old, now, pairs),
    ...silentParameters(old, now, pairs),
    ...silentUnits(old, now, pairs),
  ];
  return [...new Map(found.map((one) => [`${one.pointer} ${JSON.stringify(one.update)}`, one])).values()];
}

/** The overlay that says it all again, with the components that this refers to. */
export function keepSilence(silence: readonly Silence[], old: Version, now: Version): Overlay {
  const { silence: kept, components } = keepComponents(silence, old.document, now.document);
  const from = old.model.version;
  return {
    overlay: "1.1.0",
    info: { title: `Kept of version ${from}, where version ${now.model.version} says nothing of it`, version: "1" },
    actions: [
      ...kept.map(({ what, pointer, update }) => ({
        target: jsonPath(pointer, now.document),
        description: `${what}: kept as version ${from} has it`,
        update,
      })),
      ...(components === undefined
        ? []
        : [{ target: "$", description: `components that version ${from} uses there`, update: { components } }]),
    ],
  };
}

function silentServers(old: Version, now: Version): Silence[] {
  const servers = (document: unknown) => (document as { readonly servers?: readonly unknown[] }).servers ?? [];
  if (servers(old.document).length === 0 || servers(now.document).length > 0) return [];
  const addresses = old.model.servers.map(({ url }) => url).join(", ");
  return [{ what: `the servers ${addresses}`, pointer: "", update: { servers: servers(old.document) } }];
}

function silentSecurity(old: Version, now: Version, pairs: OperationPairs): Silence[] {
  const read = { old: createReader(old.document), now: createReader(now.document) };
  const [before, after] = [old.model.securitySchemes, now.model.securitySchemes];
  const hasNew = Object.keys(after).some((name) => !Object.hasOwn(before, name));
  const schemes = Object.entries(before).flatMap(([name, scheme]): Silence[] => {
    const at = childPointer("/components/securitySchemes", name);
    const other = Object.hasOwn(after, name) ? after[name] : undefined;
    // Another scheme in its place is a statement.
    if (other === undefined) {
      const update = { components: { securitySchemes: { [name]: read.old(at) } } };
      return hasNew ? [] : [{ what: `the security scheme ${name}`, pointer: "", update }];
    }
    if (scheme.type !== "oauth2" || other.type !== "oauth2") return [];
    const gone = scheme.flows.filter((flow) => !other.flows.includes(flow));
    if (gone.length === 0 || other.flows.some((flow) => !scheme.flows.includes(flow))) return [];
    const flows = Object.fromEntries(gone.map((flow) => [flow, read.old(childPointer(at, "flows", flow))]));
    return [{ what: `the flows ${gone.join(", ")} of the security scheme ${name}`, pointer: at, update: { flows } }];
  });
  const [rootBefore, rootAfter] = [read.old("")?.["security"], read.now("")?.["security"]];
  if (hasNew || rootAfter !== undefined) return schemes;
  // Written at each operation instead, it is said.
  const lacks = ([one, other]: OperationPairs[number]): boolean =>
    read.old(one.pointer)?.["security"] === undefined && read.now(other.pointer)?.["security"] === undefined;
  const ofAll =
    rootBefore === undefined || !pairs.some(lacks)
      ? []
      : [{ what: "the security of all operations", pointer: "", update: { security: rootBefore } }];
  const ofEach = pairs.flatMap(([one, other]): Silence[] => {
    const [was, is] = [read.old(one.pointer)?.["security"], read.now(other.pointer)?.["security"]];
    if (was === undefined || is !== undefined) return [];
    return [{ what: `the security of ${routeText(other)}`, pointer: other.pointer, update: { security: was } }];
  });
  return [...schemes, ...ofAll, ...ofEach];
}

/** Statuses of what stands before a service, which a service's own framework does not know. */
const GATEWAY = /^(?:40[1378]|41[34]|42[159]|431|5\d\d|5XX)$/;

/** Errors that a gateway answers, and those of several operations that no operation answers any more. */
function silentAnswers(old: Version, now: Version, pairs: OperationPairs): Silence[] {
  const read = createReader(old.document);
  const said = new Set(now.model.operations.flatMap(({ responses }) => responses.map(({ status }) => status)));
  const counts = new Map<string, number>();
  for (const { status } of pairs.flatMap(([one]) => one.responses)) counts.set(status, (counts.get(status) ?? 0) + 1);
  return pairs.flatMap(([one, other]) =>
    one.responses.flatMap(({ status }): Silence[] => {
      const isError = /^[45]/.test(status) || status === "default";
      if (!isError || other.responses.some((response) => response.status === status)) return [];
      if (!GATEWAY.test(status) && (said.has(status) || (counts.get(status) ?? 0) < 2)) return [];
      const responses = read(childPointer(one.pointer, "responses")) ?? {};
      const key = Object.keys(responses).find((name) => name.toUpperCase() === status.toUpperCase());
      if (key === undefined) return [];
      const update = { responses: { [key]: responses[key] } };
      return [{ what: `the answer ${status} of ${routeText(other)}`, pointer: other.pointer, update }];
    }),
  );
}

/** Headers that a gateway adds, and those that no answer has any more. */
function silentHeaders(old: Version, now: Version, pairs: OperationPairs): Silence[] {
  const read = createReader(old.document);
  const names = ({ headers }: Response) => headers.map(({ name }) => name.toLowerCase());
  const said = new Set(now.model.operations.flatMap(({ responses }) => responses.flatMap(names)));
  return pairs.flatMap(([one, other]) =>
    one.responses.flatMap((response) => {
      const after = other.responses.find(({ status }) => status === response.status);
      if (after === undefined) return [];
      const written = read(childPointer(response.pointer, "headers")) ?? {};
      const gone = response.headers.filter(
        ({ name }) =>
          !names(after).includes(name.toLowerCase()) &&
          (GATEWAY_HEADER.test(name) || !said.has(name.toLowerCase())) &&
          Object.hasOwn(written, name),
      );
      return gone.map(({ name }) => ({
        what: `the header ${name} of ${after.status} of ${routeText(other)}`,
        pointer: after.pointer,
        update: { headers: { [name]: written[name] } },
      }));
    }),
  );
}

/**
 * Request headers that a gateway reads, and those of several operations that no operation takes any more. A header of one
 * operation alone, and one beside which that operation takes another now, is left out on purpose.
 */
function silentParameters(old: Version, now: Version, pairs: OperationPairs): Silence[] {
  const read = createReader(old.document);
  const said = new Set(now.model.operations.flatMap(headerNames));
  const counts = new Map<string, number>();
  for (const name of pairs.flatMap(([one]) => headerNames(one))) counts.set(name, (counts.get(name) ?? 0) + 1);
  return pairs.flatMap(([one, other]) => {
    const gone = headersBeside(one, other);
    if (gone.length === 0 || headersBeside(other, one).length > 0) return [];
    return gone.flatMap(({ name, pointer }): Silence[] => {
      const key = name.toLowerCase();
      const isElsewhere = other.parameters.some((parameter) => parameter.name.toLowerCase() === key);
      const isShared = !said.has(key) && (counts.get(key) ?? 0) > 1;
      const parameter = read(pointer);
      if (isElsewhere || parameter === undefined || !(isShared || GATEWAY_HEADER.test(name))) return [];
      const update = { parameters: [parameter] };
      return [{ what: `the header ${name} of requests of ${routeText(other)}`, pointer: other.pointer, update }];
    });
  });
}

/** The headers of an operation that another one does not take. */
function headersBeside(one: Operation, other: Operation): Parameter[] {
  const names = new Set(headerNames(other));
  return one.parameters.filter(({ in: place, name }) => place === "header" && !names.has(name.toLowerCase()));
}

function headerNames({ parameters }: Operation): string[] {
  return parameters.filter(({ in: place }) => place === "header").map(({ name }) => name.toLowerCase());
}
