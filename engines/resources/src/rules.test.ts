import { expect, test } from "vitest";
import { count, fakeOf, flag, inPath, listOf, object, ok, query, send, text } from "../test/support/small-documents.ts";

// What names, schemas and descriptions of a document tell of its resources: a small document for each rule.

test("a field that is called like a parameter is its next value, and ends with the list", () => {
  const ask = fakeOf({
    "/things": {
      get: {
        operationId: "list",
        parameters: [query("limit", count), query("iterator", text, "The iterator returned from a prior call")],
        ...ok(object({ data: listOf(object({ id: text })), iterator: { type: ["string", "null"] }, done: flag })),
      },
      post: { operationId: "create", ...send(object({})), ...ok(object({ id: text })) },
    },
    "/things/{id}": { parameters: [inPath("id")], get: { operationId: "get", ...ok(object({ id: text })) } },
  });
  const made = [1, 2, 3].map(() => ask("create", { body: {} }).id);
  const first = ask("list", { query: { limit: 2 } });
  expect(first).toMatchObject({ data: made.slice(0, 2).map((id) => ({ id })), done: false });
  const second = ask("list", { query: { limit: 2, iterator: first.iterator } });
  expect(second).toEqual({ data: [{ id: made[2] }], iterator: null, done: true });
});

test("what describes pages that are not there is absent, null or false", () => {
  const pages = object({ next: object({ per_page: count, starting_after: text }), page: count });
  const next = { ...object({ offset: text, uri: text }), type: ["object", "null"] };
  const ask = fakeOf({
    "/things": {
      get: {
        operationId: "list",
        parameters: [query("limit", count), query("offset")],
        ...ok(
          object({ data: listOf(object({ id: text })), pages, next_page: next, has_previous: flag, has_more: flag }),
        ),
      },
      post: { operationId: "create", ...send(object({})), ...ok(object({ id: text })) },
    },
    "/things/{id}": { parameters: [inPath("id")], get: { operationId: "get", ...ok(object({ id: text })) } },
  });
  ask("create", { body: {} });
  const { pages: shown, ...list } = ask("list");
  expect(list).toMatchObject({ has_previous: false, has_more: false, next_page: null });
  expect(shown?.next).toBeUndefined();
});

test("the one example of a text that says a kind is its value", () => {
  const kind = { ...text, examples: ["thing"], readOnly: true };
  const Thing = object({
    id: text,
    type: kind,
    owner: { readOnly: true, ...object({ id: text, resource_type: { ...text, examples: ["user"] } }) },
  });
  const ask = fakeOf({
    "/things": { post: { operationId: "create", ...send(object({})), ...ok(Thing) } },
    "/things/{id}": { parameters: [inPath("id")], get: { operationId: "get", ...ok(Thing) } },
  });
  expect(ask("create", { body: {} })).toMatchObject({ type: "thing", owner: { resource_type: "user" } });
});

test("what a request says by an id, or calls otherwise, lies in the object that the item has", () => {
  const Task = object({
    id: text,
    workspace: { readOnly: true, ...object({ id: text, name: text }) },
    projects: listOf(object({ id: text })),
    role: object({ slug: text, name: text }),
    plan: object({ id: text, name: text }),
    customer: { anyOf: [text, object({ id: text })] },
  });
  const ask = fakeOf({
    "/tasks": {
      post: {
        operationId: "create",
        ...send(
          object({
            workspace: text,
            projects: listOf(text),
            role_slug: text,
            customer: text,
            plan: { ...text, description: "The name of the plan." },
          }),
        ),
        ...ok(Task),
      },
    },
    "/tasks/{id}": { parameters: [inPath("id")], get: { operationId: "get", ...ok(Task) } },
  });
  const body = { workspace: "w1", projects: ["p1", "p2"], role_slug: "admin", plan: "Pro", customer: "c1" };
  const { id } = ask("create", { body });
  expect(ask("get", { path: { id } })).toMatchObject({
    workspace: { id: "w1" },
    projects: [{ id: "p1" }, { id: "p2" }],
    role: { slug: "admin" },
    plan: { name: "Pro" },
    customer: "c1",
  });
});

test("things that are only listed below others have the id that most things of the document have", () => {
  const Story = object({ gid: text, text, created_by: text });
  const Task = object({ gid: text, name: text });
  const one = (schema: object) => object({ data: schema });
  const ask = fakeOf({
    "/tasks": { post: { operationId: "task", ...send(object({ name: text })), ...ok(one(Task)) } },
    "/tasks/{task_gid}": { parameters: [inPath("task_gid")], get: { operationId: "readTask", ...ok(one(Task)) } },
    "/tasks/{task_gid}/stories": {
      parameters: [inPath("task_gid")],
      get: { operationId: "list", ...ok(object({ data: listOf(object({ gid: text, text })) })) },
      post: { operationId: "create", ...send(one(object({ text }))), ...ok(one(Story)) },
    },
    "/stories/{story_gid}": { parameters: [inPath("story_gid")], get: { operationId: "read", ...ok(one(Story)) } },
  });
  const path = { task_gid: ask("task", { body: { name: "t" } }).data.gid };
  const made = ask("create", { path, body: { data: { text: "Done" } } });
  expect(made.data.text).toBe("Done");
  expect(ask("read", { path: { story_gid: made.data.gid } })).toEqual(made);
  expect(ask("list", { path }).data).toEqual([{ gid: made.data.gid, text: "Done" }]);
});

test("an action puts what its body names into a list of the item, and the list below shows it", () => {
  const Tag = object({ id: text, name: text });
  const Task = object({ id: text, tags: { readOnly: true, ...listOf(object({ id: text })) } });
  const path = inPath("id");
  const act = (operationId: string) => ({
    parameters: [path],
    post: { operationId, ...send(object({ tag: text })), ...ok(object({ data: { type: "object" } })) },
  });
  const ask = fakeOf({
    "/tags": {
      get: { operationId: "tags", ...ok(listOf(Tag)) },
      post: { operationId: "createTag", ...send(object({ name: text })), ...ok(Tag) },
    },
    "/tags/{id}": { parameters: [path], get: { operationId: "tag", ...ok(Tag) } },
    "/tasks": { post: { operationId: "createTask", ...send(object({})), ...ok(Task) } },
    "/tasks/{id}": {
      parameters: [path],
      get: { operationId: "task", ...ok(Task) },
      delete: { operationId: "removeTask", ...ok(object({ data: { type: "object" } })) },
    },
    "/tasks/{id}/addTag": act("addTag"),
    "/tasks/{id}/removeTag": act("removeTag"),
    "/tasks/{id}/tags": { parameters: [path], get: { operationId: "tagsOf", ...ok(listOf(Tag)) } },
  });
  const [urgent, other] = ["urgent", "other"].map((name) => ask("createTag", { body: { name } }));
  const on = { path: { id: ask("createTask", { body: {} }).id } };
  expect(ask("addTag", { ...on, body: { tag: urgent.id } })).toEqual({ data: {} });
  ask("addTag", { ...on, body: { tag: other.id } });
  ask("removeTag", { ...on, body: { tag: other.id } });
  expect(ask("tagsOf", on)).toEqual([urgent]);
  expect(ask("task", on).tags).toEqual([{ id: urgent.id }]);
  expect(ask("removeTask", on)).toEqual({ data: {} });
});

test("lists are filtered by what items name, by path or query, and by parts of texts where the document says so", () => {
  const Task = object({ id: text, name: text, projects: listOf(object({ id: text })) });
  const ask = fakeOf({
    "/tasks": {
      get: {
        operationId: "list",
        parameters: [query("project"), query("name", text, "Tasks with a partial or full name.")],
        ...ok(listOf(Task)),
      },
      post: { operationId: "create", ...send(object({ name: text, projects: listOf(text) })), ...ok(Task) },
    },
    "/tasks/{id}": { parameters: [inPath("id")], get: { operationId: "get", ...ok(Task) } },
    "/projects/{project_id}/tasks": {
      parameters: [inPath("project_id")],
      get: { operationId: "inProject", ...ok(listOf(Task)) },
    },
  });
  const names = (tasks: { name: string }[]) => tasks.map(({ name }) => name);
  ask("create", { body: { name: "Buy milk", projects: ["home"] } });
  ask("create", { body: { name: "Write", projects: ["work"] } });
  expect(names(ask("list", { query: { project: "home" } }))).toEqual(["Buy milk"]);
  expect(names(ask("list", { query: { name: "milk" } }))).toEqual(["Buy milk"]);
  expect(names(ask("inProject", { path: { project_id: "work" } }))).toEqual(["Write"]);
  expect(ask("inProject", { path: { project_id: "none" } })).toEqual([]);
});

test("items are found by what the path's description names, and made once where the document says so", () => {
  const Out = object({ id: text, uid: text, name: text });
  const ifExists = query("get_if_exists", flag, "Get an existing application, or create a new one.");
  const path = inPath("app_id", "The application's ID or UID.");
  const ask = fakeOf({
    "/apps": {
      post: {
        operationId: "create",
        parameters: [ifExists],
        ...send(object({ uid: text, name: text })),
        ...ok(Out),
      },
    },
    "/apps/{app_id}": { parameters: [path], get: { operationId: "get", ...ok(Out) } },
    "/apps/{app_id}/hooks": {
      parameters: [path],
      get: { operationId: "hooks", ...ok(listOf(object({ id: text, url: text }))) },
      post: { operationId: "hook", ...send(object({ url: text })), ...ok(object({ id: text, url: text })) },
    },
  });
  const made = ask("create", { body: { uid: "cust-1", name: "Acme" } });
  expect(ask("get", { path: { app_id: "cust-1" } })).toEqual(made);
  const hook = ask("hook", { path: { app_id: "cust-1" }, body: { url: "u" } });
  expect(ask("hooks", { path: { app_id: made.id } })).toEqual([hook]);
  expect(ask("create", { body: { uid: "cust-1", name: "B" }, query: { get_if_exists: true } })).toEqual(made);
  expect(ask("create", { body: { uid: "cust-1", name: "B" }, query: {} }).id).not.toBe(made.id);
});

test("the caller's own name for a thing is not the id that the service gives, and may update the thing that there is", () => {
  const Out = object({ id: text, company_id: text, name: text });
  const ask = fakeOf({
    "/companies": {
      post: {
        operationId: "save",
        summary: "Create or update a company",
        ...send(object({ company_id: text, name: text })),
        ...ok(Out),
      },
    },
    "/companies/{company_id}": { parameters: [inPath("company_id")], get: { operationId: "get", ...ok(Out) } },
    "/companies/{company_id}/notes": {
      parameters: [inPath("company_id", "The company.", count)],
      get: { operationId: "notes", ...ok(listOf(object({ id: text }))) },
    },
  });
  const made = ask("save", { body: { company_id: "co-1", name: "Acme" } });
  expect(made).toEqual({ id: "1", company_id: "co-1", name: "Acme" });
  expect(ask("save", { body: { company_id: "co-1", name: "Acme Ltd" } })).toEqual({ ...made, name: "Acme Ltd" });
  expect(ask("get", { path: { company_id: "1" } }).name).toBe("Acme Ltd");
});

test("things whose name lies in their metadata are found by it", () => {
  const Pod = object({ kind: { ...text, examples: ["Pod"] }, metadata: object({ name: text, uid: text }) });
  const ask = fakeOf({
    "/pods": {
      post: { operationId: "create", ...send(Pod), ...ok(Pod) },
      get: { operationId: "list", ...ok(listOf(Pod)) },
    },
    "/pods/{name}": {
      parameters: [inPath("name")],
      get: { operationId: "get", ...ok(Pod) },
      delete: { operationId: "remove", ...ok(Pod) },
    },
  });
  const made = ask("create", { body: { metadata: { name: "web" } } });
  expect(ask("get", { path: { name: "web" } })).toEqual(made);
  ask("remove", { path: { name: "web" } });
  expect(ask("list")).toEqual([]);
});

test("what a response tells of its pages may be asked for, where no parameter is named; searches compare by signs", () => {
  const Thing = object({ id: text, email: text, role: text });
  const next = { ...object({ per_page: count, starting_after: text }), type: ["object", "null"] };
  const list = object({
    data: listOf(Thing),
    pages: object({ page: count, per_page: count, total_pages: count, next }),
  });
  const ask = fakeOf({
    "/things": {
      get: { operationId: "list", ...ok(list) },
      post: { operationId: "create", ...send(object({ email: text, role: text })), ...ok(Thing) },
    },
    "/things/{id}": { parameters: [inPath("id")], get: { operationId: "get", ...ok(Thing) } },
    "/things/search": { post: { operationId: "search", ...send(object({ query: { type: "object" } })), ...ok(list) } },
  });
  const make = (email: string, role: string) => ask("create", { body: { email, role } }).id;
  const [a, b, c] = [make("a@x.org", "user"), make("b@y.org", "user"), make("c@x.org", "lead")];
  const ids = ({ data }: { data: { id: string }[] }) => data.map(({ id }) => id);
  const first = ask("list", { query: { per_page: 2 } });
  expect(ids(first)).toEqual([a, b]);
  expect(first.pages).toMatchObject({ page: 1, per_page: 2, total_pages: 2 });
  const { starting_after } = first.pages.next;
  expect(ids(ask("list", { query: { per_page: 2, starting_after } }))).toEqual([c]);
  expect(ask("list", { query: { per_page: 2, page: 2 } })).toMatchObject({
    data: [{ id: c }],
    pages: { page: 2, next: null },
  });
  const term = (field: string, operator: string, value: string) => ({ field, operator, value });
  const both = { operator: "AND", value: [term("email", "~", "x.org"), term("role", "=", "user")] };
  const either = { operator: "OR", value: [term("email", "=", "b@y.org"), term("role", "!=", "user")] };
  expect(ids(ask("search", { body: { query: both } }))).toEqual([a]);
  expect(ids(ask("search", { body: { query: either } }))).toEqual([b, c]);
});

test("what a request gives is kept also where the response shows nothing of it, and tells of a success", () => {
  const Card = object({ number: text, holder: text });
  const Outcome = object({ status: { ...text, enum: ["failure", "success"] } }, ["status"]);
  const path = inPath("vault_id");
  const ask = fakeOf({
    "/vaults": {
      get: { operationId: "vaults", ...ok(object({ items: listOf(object({ vault_id: text, name: text })) })) },
      post: { operationId: "make", ...send(object({ name: text })), ...ok(Outcome) },
    },
    "/vaults/{vault_id}/card": {
      parameters: [path],
      get: { operationId: "card", ...ok(object({ credit_card: Card })) },
      post: { operationId: "setCard", ...send(object({ credit_card: Card })), ...ok(Outcome) },
    },
  });
  expect(ask("make", { body: { name: "one" } })).toEqual({ status: "success" });
  expect(ask("vaults").items).toMatchObject([{ name: "one" }]);
  const on = { path: { vault_id: ask("vaults").items[0].vault_id } };
  const body = { credit_card: { number: "42", holder: "Ann" } };
  expect(ask("setCard", { ...on, body })).toEqual({ status: "success" });
  expect(ask("card", on)).toEqual(body);
});

test("a list may be set as a whole, and items chosen by a query parameter, or listed by the path above", () => {
  const Credentials = object({ url: text, secrets: listOf(object({ value: text })) });
  const Cookies = object({ cookies: listOf(object({ name: text, value: text })) });
  const done = object({ success: flag });
  const path = inPath("vault_id");
  const ask = fakeOf({
    "/vaults": { get: { operationId: "vaults", ...ok(object({ items: listOf(object({ vault_id: text })) })) } },
    "/vaults/{vault_id}": {
      parameters: [path],
      get: { operationId: "all", ...ok(object({ credentials: listOf(Credentials) })) },
      delete: { operationId: "remove", ...ok(done) },
    },
    "/vaults/{vault_id}/credentials": {
      parameters: [path],
      get: { operationId: "get", parameters: [{ ...query("url"), required: true }], ...ok(Credentials) },
      post: { operationId: "save", ...send(Credentials), ...ok(done) },
    },
    "/vaults/{vault_id}/cookies": {
      parameters: [path],
      get: { operationId: "cookies", ...ok(Cookies) },
      post: { operationId: "setCookies", ...send(Cookies), ...ok(done) },
    },
  });
  const on = { path: { vault_id: "v" } };
  const secretOf = (url: string) => ({ url, secrets: [{ value: url }] });
  const [a, b] = [secretOf("a"), secretOf("b")];
  for (const body of [{ ...a, secrets: [] }, b, a]) expect(ask("save", { ...on, body })).toEqual({ success: true });
  expect(ask("get", { ...on, query: { url: "b" } })).toEqual(b);
  expect(ask("get", { ...on, query: { url: "c" } })).toBe(404);
  expect(ask("all", on)).toEqual({ credentials: [a, b] });
  const cookies = (name: string) => ({ cookies: [{ name, value: "1" }] });
  for (const name of ["x", "y"]) expect(ask("setCookies", { ...on, body: cookies(name) })).toEqual({ success: true });
  expect(ask("cookies", on)).toEqual(cookies("y"));
});

test("an item of another collection is put below a thing by its id, and taken away from there alone", () => {
  const ref = { $ref: "#/components/schemas/Tag" };
  const [contact, tag] = [inPath("contact_id"), inPath("tag_id")];
  const ask = fakeOf(
    {
      "/tags": {
        get: { operationId: "tags", ...ok(object({ data: listOf(ref) })) },
        post: { operationId: "create", ...send(object({ name: text })), ...ok(ref) },
      },
      "/contacts/{contact_id}/tags": {
        parameters: [contact],
        get: { operationId: "tagsOf", ...ok(object({ data: listOf(ref) })) },
        post: { operationId: "attach", ...send(object({ id: text }, ["id"])), ...ok(ref) },
      },
      "/contacts/{contact_id}/tags/{tag_id}": {
        parameters: [contact, tag],
        delete: { operationId: "detach", ...ok(ref) },
      },
    },
    { Tag: object({ id: text, name: text }) },
  );
  const made = ask("create", { body: { name: "vip" } });
  const on = { contact_id: "c" };
  expect(ask("attach", { path: on, body: { id: made.id } })).toEqual(made);
  expect(ask("tagsOf", { path: on }).data).toEqual([made]);
  ask("detach", { path: { ...on, tag_id: made.id } });
  expect(ask("tagsOf", { path: on }).data).toEqual([]);
  expect(ask("tags").data).toEqual([made]);
});

test("a singleton begins with what the item above was made with, and is another once it was renewed", () => {
  const key = { ...text, examples: ["whsec_1"] };
  const path = inPath("hook_id");
  const ask = fakeOf({
    "/hooks": {
      post: {
        operationId: "create",
        ...send(object({ url: text, secret: text })),
        ...ok(object({ id: text, url: text })),
      },
    },
    "/hooks/{hook_id}": { parameters: [path], get: { operationId: "hook", ...ok(object({ id: text, url: text })) } },
    "/hooks/{hook_id}/secret": { parameters: [path], get: { operationId: "secret", ...ok(object({ key }, ["key"])) } },
    "/hooks/{hook_id}/secret/rotate": {
      parameters: [path],
      post: { operationId: "rotate", responses: { 204: { description: "" } } },
    },
  });
  const { id } = ask("create", { body: { url: "u", secret: "mine" } });
  const on = { path: { hook_id: id } };
  expect(ask("secret", on)).toEqual({ key: "mine" });
  ask("rotate", on);
  const { key: next } = ask("secret", on);
  expect(next).not.toBe("mine");
  expect(ask("secret", on)).toEqual({ key: next });
});

test("a parameter may have the noun within the name of the field, and a DELETE say in which state it leaves a thing", () => {
  const state = { ...text, enum: ["active", "terminated"] };
  const Plan = object({ lago_id: text, external_id: text, status: state });
  const ask = fakeOf({
    "/subscriptions": {
      post: {
        operationId: "create",
        ...send(object({ subscription: object({ external_id: text }) })),
        ...ok(object({ subscription: Plan })),
      },
    },
    "/subscriptions/{external_subscription_id}": {
      parameters: [inPath("external_subscription_id")],
      get: { operationId: "get", ...ok(object({ subscription: Plan })) },
      delete: { operationId: "end", summary: "Terminate a subscription", ...ok(object({ subscription: Plan })) },
    },
  });
  const made = ask("create", { body: { subscription: { external_id: "s-1" } } });
  const on = { path: { external_subscription_id: "s-1" } };
  expect(made.subscription).toMatchObject({ external_id: "s-1", status: "active" });
  expect(ask("get", on)).toEqual(made);
  expect(ask("end", on).subscription).toMatchObject({ external_id: "s-1", status: "terminated" });
});

test("a list at the top shows what is made below, also of things that are found by their metadata", () => {
  const Pod = object({ metadata: object({ name: text, namespace: text }) });
  const ref = { $ref: "#/components/schemas/Pod" };
  const ask = fakeOf(
    {
      "/namespaces/{namespace}/pods": {
        parameters: [inPath("namespace")],
        get: { operationId: "list", ...ok(object({ items: listOf(ref) })) },
        post: { operationId: "create", ...send(ref), ...ok(ref) },
      },
      "/namespaces/{namespace}/pods/{name}": {
        parameters: [inPath("namespace"), inPath("name")],
        get: { operationId: "get", ...ok(ref) },
      },
      "/pods": { get: { operationId: "all", ...ok(object({ items: listOf(ref) })) } },
    },
    { Pod },
  );
  const pods = ["a", "b"].map((namespace) =>
    ask("create", { path: { namespace }, body: { metadata: { name: "web", namespace } } }),
  );
  expect(ask("all").items).toEqual(pods);
  expect(ask("get", { path: { namespace: "b", name: "web" } })).toEqual(pods[1]);
});
