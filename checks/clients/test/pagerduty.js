import assert from "node:assert/strict";
import { api } from "@pagerduty/pdjs";

export const options = { baseUrl: "https://api.pagerduty.com" };

/** @type {import("../program.ts").Program} */
export async function calls({ fake, call }) {
  fake.intercept();
  const pd = api({ token: "token" });
  const headers = { From: "a@example.com" };
  const service = { id: "P1", type: "service_reference" };
  let incident;

  await call("post of an incident", async () => {
    const data = { incident: { type: "incident", title: "Disk full", service } };
    ({ resource: incident } = await pd.post("/incidents", { data, headers }));
    assert.equal(incident.title, "Disk full");
  });

  await call("a new incident is triggered", () => assert.equal(incident.status, "triggered"));

  await call(
    "get of the incident",
    async () => {
      assert.equal((await pd.get(`/incidents/${incident.id}`)).resource.title, "Disk full");
    },
    { exception: "the document lost `id`: the reference to the schema that has it is commented out" },
  );

  await call(
    "put resolves it",
    async () => {
      const data = { incident: { type: "incident_reference", status: "resolved" } };
      const { resource } = await pd.put(`/incidents/${incident.id}`, { data, headers });
      assert.deepEqual([resource.status, resource.title], ["resolved", "Disk full"]);
    },
    { exception: "the document lost `id`: the reference to the schema that has it is commented out" },
  );

  await call(
    "a note is posted and listed",
    async () => {
      await pd.post(`/incidents/${incident.id}/notes`, { data: { note: { content: "Looking" } }, headers });
      const { resource: notes } = await pd.get(`/incidents/${incident.id}/notes`);
      assert.ok(notes.some(({ content }) => content === "Looking"));
    },
    { exception: "the document lost `id`: the reference to the schema that has it is commented out" },
  );

  await call(
    "post of a user, get",
    async () => {
      const data = { user: { type: "user", name: "Ann", email: "a@example.com" } };
      const { resource } = await pd.post("/users", { data, headers });
      assert.equal((await pd.get(`/users/${resource.id}`)).resource.email, "a@example.com");
    },
    { exception: "the document lost `id`: the reference to the schema that has it is commented out" },
  );

  await call("all follows the pages of users", async () => {
    for (let index = 0; index < 12; index++) {
      const data = { user: { type: "user", name: `U${index}`, email: `u${index}@example.com` } };
      await pd.post("/users", { data, headers });
    }
    const { resource } = await pd.all("/users", { queryParameters: { limit: 5 } });
    const names = resource.map(({ name }) => name);
    for (let index = 0; index < 12; index++) assert.ok(names.includes(`U${index}`), `U${index} of ${names.length}`);
  });

  await call(
    "post of a team, put, delete, then 404",
    async () => {
      const { resource: team } = await pd.post("/teams", { data: { team: { type: "team", name: "Core" } } });
      const data = { team: { type: "team", name: "Base" } };
      assert.equal((await pd.put(`/teams/${team.id}`, { data })).resource.name, "Base");
      await pd.delete(`/teams/${team.id}`);
      assert.equal((await pd.get(`/teams/${team.id}`)).status, 404);
    },
    { exception: "the document lost `id`: the reference to the schema that has it is commented out" },
  );

  await call(
    "incidents by status",
    async () => {
      const { resource } = await pd.get("/incidents", { queryParameters: { "statuses[]": "resolved" } });
      assert.ok(resource.some(({ id }) => id === incident.id));
      assert.ok(resource.every(({ status }) => status === "resolved"));
    },
    { exception: "the document lost `id`: the reference to the schema that has it is commented out" },
  );

  await call(
    "an unknown incident is 404 with an error",
    async () => {
      const { status, data } = await pd.get("/incidents/NOPE");
      assert.equal(status, 404);
      assert.equal(typeof data.error?.message, "string", JSON.stringify(data));
    },
    { exception: "the document lost `id`: the reference to the schema that has it is commented out" },
  );

  await call("an incident without a title is 400 with an error", async () => {
    const data = { incident: { type: "incident", service } };
    const { status, data: answer } = await pd.post("/incidents", { data, headers });
    assert.equal(status, 400);
    assert.equal(typeof answer.error?.message, "string", JSON.stringify(answer));
  });

  await call(
    "without a token it is 401",
    async () => {
      assert.equal((await api({ url: "https://api.pagerduty.com/users" })).status, 401);
    },
    { exception: "the client sends `Token token=undefined`, and the fake accepts any key" },
  );
}
