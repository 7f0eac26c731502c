import { readFileSync } from "node:fs";
import { createModel, type Model } from "@svc/model";
import { modelOf } from "@svc/model/test-support/small-document";
import { FAKE_NAMES } from "@svc/resources";
import { createJudge } from "@svc/schema/test-support/ajv";
import { expect, test } from "vitest";
import { createFake } from "../src/fake/create-fake.ts";
import type { SetUp } from "../src/fake/options.ts";
import type { CollectionHandle, ItemHandle, OperationShape } from "../src/index.ts";

interface Booking {
  id?: string;
  trip_id?: string;
  passenger_name?: string;
  has_dog?: boolean;
}

interface Handles {
  readonly bookings: CollectionHandle<Booking> & ((id: string) => ItemHandle<Booking>);
}

const FILE = new URL("../../../engines/model/fixtures/documents/train-travel.json", import.meta.url);
const travel: Model = createModel(JSON.parse(readFileSync(FILE, "utf8")));
const judge = createJudge(travel.schemas);
const TRIP = "4f4e4e1e-c824-4d63-b37a-d8d698862f1d";

function open(options: SetUp = {}) {
  const fake = createFake<Record<string, OperationShape>, Handles>(travel, options);
  const call = async (method: string, path: string, body?: unknown) => {
    const headers = { authorization: "Bearer t", ...(body !== undefined && { "content-type": "application/json" }) };
    const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
    const response = await fake.fetch(fake.baseUrl + path, init);
    const text = await response.text();
    const type = response.headers.get("content-type");
    return {
      status: response.status,
      body: type?.includes("json") ? JSON.parse(text) : undefined,
    };
  };
  return { fake, call };
}

test("what is created is listed, read and removed; then 404 in the document's own shape", async () => {
  const { call } = open();
  const made = await call("POST", "/bookings", { trip_id: TRIP, passenger_name: "Ada" });
  expect(made).toMatchObject({ status: 201, body: { trip_id: TRIP, passenger_name: "Ada" } });
  const path = `/bookings/${made.body.id}`;
  expect((await call("GET", "/bookings")).body.data).toMatchObject([{ id: made.body.id, passenger_name: "Ada" }]);
  expect((await call("GET", path)).body).toMatchObject({ id: made.body.id, passenger_name: "Ada" });
  expect((await call("DELETE", path)).status).toBe(204);
  const gone = await call("GET", path);
  const documented = travel.operations
    .find(({ id }) => id === "get-booking")
    ?.responses.find(({ status }) => status === "404");
  expect([gone.status, judge(documented?.content[0]?.schema ?? {}, gone.body)]).toEqual([404, undefined]);
  expect((await call("GET", "/bookings")).body.data).toEqual([]);
});

test("what a test puts in is what requests find, and the other way round", async () => {
  const { fake, call } = open();
  const booking = fake.bookings.add({ passenger_name: "Ada" });
  expect((await call("GET", `/bookings/${booking.id}`)).body).toMatchObject({ passenger_name: "Ada" });
  fake.bookings(booking.id ?? "").update({ has_dog: true });
  expect((await call("GET", `/bookings/${booking.id}`)).body).toMatchObject({ has_dog: true });
  const { body } = await call("POST", "/bookings", { trip_id: TRIP });
  expect(fake.bookings.all()).toHaveLength(2);
  expect(fake.bookings(body.id).get()).toMatchObject({ trip_id: TRIP });
  expect([fake.bookings(body.id).remove(), fake.bookings(body.id).remove()]).toEqual([true, false]);
  fake.bookings.clear();
  expect((await call("GET", "/bookings")).body.data).toEqual([]);
  fake.reset();
  expect((await call("GET", "/bookings")).body.data.length).toBeGreaterThan(0);
});

test("what is read after a generated list is what was listed; what is removed from it is gone", async () => {
  const { call } = open();
  const [first] = (await call("GET", "/bookings")).body.data;
  expect((await call("GET", `/bookings/${first.id}`)).body).toMatchObject(first);
  expect((await call("DELETE", `/bookings/${first.id}`)).status).toBe(204);
  const ids = (await call("GET", "/bookings")).body.data.map(({ id }: { id: string }) => id);
  expect(ids).not.toContain(first.id);
  expect((await call("GET", `/bookings/${TRIP}`)).body.id).toBe(TRIP);
});

test("a snapshot is a state; a state that cannot be used changes nothing", async () => {
  const { fake, call } = open();
  await call("POST", "/bookings", { trip_id: TRIP, passenger_name: "Ada" });
  const state = fake.snapshot();
  expect(state).toMatchObject({ bookings: [{ passenger_name: "Ada" }] });
  const other = open({ state });
  expect((await other.call("GET", "/bookings")).body.data).toMatchObject([{ passenger_name: "Ada" }]);
  expect(() => other.fake.load({ bookings: [{ passenger_name: "Bob" }, { has_dog: "yes" }] })).toThrow(
    "/bookings/1/has_dog: expected boolean, got string.",
  );
  expect(() => other.fake.load({ trips: [] })).toThrow(/^\/trips: /);
  expect(other.fake.snapshot()).toEqual(state);
});

test("without state every answer is generated, and nothing can be put in", async () => {
  const { fake, call } = open({ state: false });
  const { body } = await call("POST", "/bookings", { trip_id: TRIP, passenger_name: "Nobody at all" });
  expect((await call("GET", `/bookings/${body.id}`)).body.passenger_name).not.toBe("Nobody at all");
  expect(fake.resources).toEqual([]);
  expect(() => fake.bookings).toThrow("state: false");
});

test("what nobody has put in is not there, where that is wanted", async () => {
  const { call } = open({ onUnseeded: "not-found" });
  expect((await call("GET", "/bookings")).body.data).toEqual([]);
  expect((await call("GET", `/bookings/${TRIP}`)).status).toBe(404);
});

test("what a test puts in, or a handler answers, has to be valid for the document, unless that is not wanted", async () => {
  const { fake, call } = open();
  expect(() => fake.bookings.add({ has_dog: "yes" } as never)).toThrow(
    "fake.bookings: /has_dog: expected boolean, got string.",
  );
  fake.on("get-booking", () => ({ id: 5 }));
  expect((await call("GET", `/bookings/${TRIP}`)).status).toBe(500);
  await expect(fake.close()).rejects.toThrow("/id: expected string, got number.");
  const loose = open({ strict: false });
  loose.fake.on("get-booking", () => ({ id: 5 }));
  expect((await loose.call("GET", `/bookings/${TRIP}`)).body).toEqual({ id: 5 });
  loose.fake.bookings.add({ id: TRIP, has_dog: "yes" } as never);
  expect((await loose.call("GET", "/bookings")).body.data).toMatchObject([{ has_dog: "yes" }]);
});

test("a handler goes before what is stored", async () => {
  const { fake, call } = open();
  const { id } = fake.bookings.add({ passenger_name: "Ada" });
  const end = fake.on("get-booking", () => ({ passenger_name: "Bob" }));
  expect((await call("GET", `/bookings/${id}`)).body).toEqual({ passenger_name: "Bob" });
  end();
  expect((await call("GET", `/bookings/${id}`)).body).toMatchObject({ passenger_name: "Ada" });
});

test("the names of handles leave out every member of a fake", () => {
  const members = Object.keys(createFake(modelOf({})));
  expect(members.filter((name) => !FAKE_NAMES.has(name))).toEqual([]);
});

test("the time that a declaration takes for an item's age is now on the fake's clock, in every way in", async () => {
  const item = {
    type: "object",
    required: ["id", "seen"],
    properties: { id: {}, seen: { type: "string", format: "date-time" } },
  };
  const paths = {
    "/notes": {
      "x-svc-resource": { filters: { minutes: { within: "seen" } } },
      get: {
        operationId: "list",
        parameters: [{ name: "minutes", in: "query", schema: { type: "number" } }],
        responses: {
          200: { description: "", content: { "application/json": { schema: { type: "array", items: item } } } },
        },
      },
    },
  };
  const notes = modelOf({ paths });
  type Notes = { readonly notes: CollectionHandle<{ id?: string }> };
  const fake = createFake<Record<string, OperationShape>, Notes>(notes, { state: { notes: [{ id: "state" }] } });
  await using server = await fake.listen();
  const post = (path: string, body: object) =>
    fetch(`${server.url}/__fake/${path}`, { method: "POST", body: JSON.stringify(body) });
  const fresh = async () =>
    (await (await fake.fetch(`${fake.baseUrl}/notes?minutes=300`)).json()).map((one: Booking) => one.id);
  expect(await fresh()).toEqual(["state"]);
  await fake.clock.advance({ hours: 1 });
  expect(await fresh()).toEqual([]);
  fake.notes.add({ id: "add" });
  fake.load({ notes: [{ id: "load" }] });
  await post("state", { notes: [{ id: "posted" }] });
  await post("put", { path: "/notes", parameters: [], value: { id: "form" } });
  expect(await fresh()).toEqual(["add", "load", "posted", "form"]);
  const copy = createFake(notes, { clock: fake.clock, state: fake.snapshot() });
  expect(copy.snapshot()).toEqual(fake.snapshot());
});
