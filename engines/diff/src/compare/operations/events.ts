import {
  type Callback,
  type Model,
  type Parameter,
  preferredContent,
  type Response,
  serviceRequests,
  type Webhook,
} from "@svc/model";
import { createScope, type Report, type Scope } from "../../collect.ts";
import { groupBy } from "../../group-by.ts";
import { pairUp } from "../../pair-up.ts";
import type { RuleId } from "../../rules/index.ts";
import { canonicalText } from "../../schema/canonical-text.ts";
import type { Side } from "../../schema/side.ts";
import { cut, typeText } from "../../schema/type-text.ts";
import { type Comparison, report, type Site } from "../comparison.ts";
import { describeBoth } from "../info.ts";
import { compareSchemas } from "../schemas/schemas.ts";
import { compareContents } from "./contents.ts";

/** A request that the service sends, under a name that both documents may have. */
export interface Event extends Webhook, Partial<Pick<Callback, "expression">> {
  /** In the words of a message: ``webhook `petSold` ``. */
  readonly what: string;
  /** Stands among the operations of a change: `webhook petSold`. */
  readonly label: string;
  /** The payload, as programs name it: `WebhookEvents["petSold"]`. */
  readonly payload: string;
}

/** Webhooks, and callbacks of operations that both documents have, by kind, name and method. */
export function compareEvents(
  pairs: readonly (readonly [{ readonly id: string }, { readonly id: string }])[],
  comparison: Comparison,
): Scope[] {
  const ids = new Map(pairs.map(([old, now]) => [now.id, old.id]));
  const old = eventsOf(comparison.old.model, (operation) => operation);
  const now = eventsOf(comparison.new.model, (operation) => ids.get(operation) ?? operation);
  for (const [before, after] of movedCallbacks(old, now)) {
    const event = old.get(before);
    old.delete(before);
    if (event !== undefined) old.set(after, event);
  }
  const removed = [...old].filter(([key]) => !now.has(key));
  return [
    ...removed.map(([, event]) => alone("event-removed", event, { old: event.pointer })),
    ...[...now].map(([key, event]) => {
      const known = old.get(key);
      if (known === undefined) return alone("event-added", event, { new: event.pointer });
      return compareEvent(known, event, comparison);
    }),
  ];
}

/** Webhooks and callbacks by key. */
function eventsOf({ webhooks = [], callbacks = [] }: Model, idOf: (operation: string) => string): Map<string, Event> {
  return new Map([
    ...webhooks.map((one) => [`webhook ${one.name} ${one.method}`, webhookEvent(one)] as const),
    ...callbacks.map((one) => [callbackKey(one, idOf(one.operation)), callbackEvent(one)] as const),
  ]);
}

/** How webhooks are signed (`x-svc-webhook-signature`), where both documents have any. */
export function compareSignature(old: Model, now: Model): Scope {
  const hasBoth = serviceRequests(old).length > 0 && serviceRequests(now).length > 0;
  const [was, is] = [old.webhookSignature, now.webhookSignature];
  if (!hasBoth || canonicalText(was) === canonicalText(is)) return createScope(undefined, []);
  const scheme = ({ id: _, ...rest }: { readonly id?: string } = {}): string => canonicalText(rest);
  const isOnlyId = was !== undefined && is !== undefined && scheme(was) === scheme(is);
  const rule = isOnlyId ? "event-id-header-changed" : "event-signature-changed";
  const shown = (one: typeof was): string => {
    const value = isOnlyId ? one?.id : one;
    return value === undefined ? (isOnlyId ? "nowhere" : "Standard Webhooks") : cut(JSON.stringify(value));
  };
  const pointer = "/x-svc-webhook-signature";
  const at = { ...(was && { old: pointer }), ...(is && { new: pointer }) };
  return createScope(undefined, [{ rule, ...at, facts: { old: shown(was), new: shown(is) } }]);
}

/** The name of a webhook among operations. */
export function webhookLabel({ name }: Webhook): string {
  return cut(`webhook ${name}`, 90);
}

function webhookEvent(webhook: Webhook): Event {
  const payload = payloadOf("WebhookEvents", webhook.name);
  return { ...webhook, what: `webhook \`${cut(webhook.name)}\``, label: webhookLabel(webhook), payload };
}

function callbackEvent(callback: Callback): Event {
  const what = `callback \`${cut(callback.name)}\` of "${cut(callback.operation)}"`;
  const payload = payloadOf("CallbackEvents", `${callback.operation}.${callback.name}`);
  return { ...callback, what, label: cut(`callback ${callback.name} of ${callback.operation}`, 90), payload };
}

function payloadOf(types: string, name: string): string {
  return cut(`${types}[${JSON.stringify(name)}]`);
}

/** An operation may send to several addresses under one name. */
function callbackKey({ name, expression, method }: Callback, operation: string): string {
  return `callback ${operation} ${name}${addressKey({ expression, method })}`;
}

function addressKey({ expression, method }: Pick<Event, "expression" | "method">): string {
  return ` ${expression} ${method}`;
}

/** Callbacks of one operation and name whose address or method is another now, where each has one only: keys, old and new. */
function movedCallbacks(old: ReadonlyMap<string, Event>, now: ReadonlyMap<string, Event>): [string, string][] {
  const byName = (events: ReadonlyMap<string, Event>, others: ReadonlyMap<string, Event>) =>
    groupBy(
      [...events].filter(([key, { expression }]) => expression !== undefined && !others.has(key)),
      ([key, event]) => key.slice(0, -addressKey(event).length),
    );
  const come = byName(now, old);
  return [...byName(old, now)].flatMap(([name, left]): [string, string][] => {
    const [[before], [after]] = [left.map(([key]) => key), (come.get(name) ?? []).map(([key]) => key)];
    const isOne = left.length === 1 && come.get(name)?.length === 1;
    return isOne && before !== undefined && after !== undefined ? [[before, after]] : [];
  });
}

function alone(rule: RuleId, { label, what }: Event, at: Pick<Report, "old" | "new">): Scope {
  return createScope(label, [{ rule, ...at, facts: { what } }]);
}

interface EventSite extends Site {
  readonly event: Event;
  readonly at: { readonly old: string; readonly new: string };
}

function compareEvent(old: Event, now: Event, comparison: Comparison): Scope {
  const at = { old: old.pointer, new: now.pointer };
  const scope = createScope(now.label, describeBoth(`the ${now.what}`, old, now));
  const site: EventSite = { scope, direction: "response", place: now.label, event: now, at };
  const [from, to] = [addressOf(old), addressOf(now)];
  if (from !== to)
    scope.reports.push({ rule: "event-moved", ...at, facts: { what: now.what, old: cut(from), new: cut(to) } });
  if (old.deprecated !== now.deprecated)
    scope.reports.push({
      rule: now.deprecated ? "event-deprecated" : "event-undeprecated",
      ...at,
      facts: { what: now.what },
    });
  compareParameters(old, now, site, comparison);
  compareBody(old, now, site, comparison);
  compareAnswers(old, now, { ...site, direction: "request" }, comparison);
  return scope;
}

/** Method and address of a callback. */
function addressOf({ method, expression }: Event): string {
  return expression === undefined ? "" : `${method.toUpperCase()} ${expression}`;
}

/** Headers and query parameters that arrive with the request. */
function compareParameters(old: Event, now: Event, site: EventSite, comparison: Comparison): void {
  const keyOf = ({ in: location, name }: Parameter) =>
    `${location} ${location === "header" ? name.toLowerCase() : name}`;
  const { pairs, removed, added } = pairUp(old.parameters, now.parameters, keyOf);
  const facts = ({ name, in: location }: Parameter) => ({ what: now.what, name: cut(name), in: location });
  const alone = (one: Parameter) => ({ key: `${site.place} ${keyOf(one)}`, facts: facts(one) });
  for (const one of removed) report(site, "event-parameter-removed", { old: one.pointer, ...alone(one) });
  for (const one of added) report(site, "event-parameter-added", { new: one.pointer, ...alone(one) });
  for (const [known, one] of pairs) {
    const at = { old: known.pointer, new: one.pointer };
    if (known.required !== one.required) {
      const rule = one.required ? "event-parameter-became-required" : "event-parameter-became-optional";
      report(site, rule, { ...at, facts: facts(one) });
    }
    const place = cut(`${site.place} ${one.in} ${one.name}`);
    site.scope.reports.push(...describeBoth(`\`${place}\``, known, one));
    compareSchemas(known.schema, one.schema, { ...site, place }, comparison);
  }
}

function compareBody(old: Event, now: Event, site: EventSite, comparison: Comparison): void {
  const [a, b] = [old.body, now.body];
  const { what } = now;
  const type = (body: typeof a, side: Side) => typeText(preferredContent(body?.content ?? [])?.schema, side);
  if (a === undefined && b === undefined) return;
  if (a === undefined || b === undefined) {
    const facts = { what, old: type(a, comparison.old), new: type(b, comparison.new) };
    report(site, a === undefined ? "event-body-added" : "event-body-removed", { ...site.at, facts });
    return;
  }
  const at = { old: a.pointer, new: b.pointer };
  if (a.required !== b.required)
    report(site, b.required ? "event-body-became-required" : "event-body-became-optional", { ...at, facts: { what } });
  site.scope.reports.push(...describeBoth(`the body of the ${what}`, a, b));
  compareContents(a, b, { ...site, place: now.payload }, comparison);
}

/** Answers that the user's server may give. */
function compareAnswers(old: Event, now: Event, site: EventSite, comparison: Comparison): void {
  const { pairs, removed, added } = pairUp(old.responses, now.responses, ({ status }) => status);
  const alone = ({ status }: Response) => ({ key: status, facts: { what: now.what, status } });
  for (const answer of removed) report(site, "event-answer-removed", { old: answer.pointer, ...alone(answer) });
  for (const answer of added) report(site, "event-answer-added", { new: answer.pointer, ...alone(answer) });
  for (const [known, answer] of pairs) {
    const place = `${site.place} ${answer.status} answer`;
    site.scope.reports.push(...describeBoth(place, known, answer));
    compareContents(known, answer, { ...site, place }, comparison);
  }
}
