import assert from "node:assert/strict";
import Kitsu from "kitsu";

// A client of JSON:API, of which nothing knows this vendor: the document alone says what there is.
const EVENT = { title: "Launch", slug: "launch", status: "draft", description: "We show it", owner_id: "p1" };

/** @type {import("../program.ts").Program} */
export async function calls({ url, call }) {
  const headers = { Authorization: "key" };
  const api = new Kitsu({ baseURL: `${url}/v1`, pluralize: false, camelCaseTypes: false, headers });
  let event;

  await call("post keeps the attributes", async () => {
    event = (await api.post("events", { ...EVENT })).data;
    assert.deepEqual([event.title, event.slug], ["Launch", "launch"]);
  });

  await call("what was posted has an id and the type of its collection", () => {
    assert.ok(event.id);
    assert.equal(event.type, "events");
  });

  await call("get of one", async () => {
    const { data } = await api.get(`events/${event.id}`);
    assert.deepEqual([data.id, data.title], [event.id, "Launch"]);
  });

  await call("get of all has it", async () => {
    const { data } = await api.get("events");
    assert.equal(data.find(({ id }) => id === event.id)?.title, "Launch");
  });

  await call("the list counts its records", async () => {
    const { data, meta } = await api.get("events");
    assert.equal(meta.record_count, data.length);
  });

  await call("the client's answers have the media type of JSON:API", async () => {
    const { headers: answered } = await api.axios.get("events", { headers });
    assert.match(answered["content-type"], /^application\/vnd\.api\+json/);
  });

  await call("the title filters", async () => {
    await api.post("events", { ...EVENT, title: "Other", slug: "other" });
    const { data } = await api.get("events", { params: { filterTitle: "Other" } });
    assert.deepEqual(
      data.map(({ title }) => title),
      ["Other"],
    );
  });

  await call("pages have their size", async () => {
    for (let index = 0; index < 5; index++) await api.post("events", { ...EVENT, title: `T${index}` });
    const { data } = await api.get("events", { params: { pageSize: 3 } });
    assert.equal(data.length, 3);
  });

  await call("the pages together are all of them", async () => {
    const ids = new Set();
    const sizes = [];
    for (let pageNumber = 0; pageNumber < 10; pageNumber++) {
      const { data } = await api.get("events", { params: { pageSize: 3, pageNumber } });
      sizes.push(data.length);
      for (const { id } of data) ids.add(id);
      if (data.length === 0) break;
    }
    assert.equal(ids.size, 7, `${ids.size} of pages of ${sizes}`);
  });

  await call("an unknown event is 404", async () => {
    await assert.rejects(api.get("events/no-such-event"), (error) => error.response?.status === 404);
  });

  await call("a session is posted below its event, and listed there", async () => {
    const { data: session } = await api.post(`events/${event.id}/sessions`, { estimated_started_at: "1795550400" });
    const { data } = await api.get(`events/${event.id}/sessions`);
    assert.ok(
      data.some(({ id }) => id === session.id),
      `${session.id} is not among ${data.length}`,
    );
  });

  await call("a call without a key is 401", async () => {
    const nobody = new Kitsu({ baseURL: `${url}/v1`, pluralize: false, camelCaseTypes: false });
    await assert.rejects(nobody.get("events"), (error) => error.response?.status === 401);
  });
}
