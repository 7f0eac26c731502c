import assert from "node:assert/strict";
import { Octokit } from "@octokit/rest";

const silent = { debug() {}, info() {}, warn() {}, error() {} };

/** @type {import("../program.ts").Program} */
export async function calls({ url, call, fail }) {
  const octokit = new Octokit({ auth: "ghp_x", baseUrl: url, log: silent });
  const { rest } = octokit;
  const demo = { owner: "ann", repo: "demo" };
  let issue;

  await call("repos.createForAuthenticatedUser, then get", async () => {
    const { data: created } = await rest.repos.createForAuthenticatedUser({ name: "demo" });
    assert.equal(created.name, "demo");
    const { data: got } = await rest.repos.get({ owner: created.owner.login, repo: "demo" });
    assert.deepEqual([got.name, got.id], ["demo", created.id]);
  });

  await call("issues.create", async () => {
    ({ data: issue } = await rest.issues.create({ ...demo, title: "Bug", body: "x", labels: ["a"] }));
    assert.deepEqual([issue.title, issue.state], ["Bug", "open"]);
  });

  await call("issues.get", async () => {
    assert.equal((await rest.issues.get({ ...demo, issue_number: issue.number })).data.title, "Bug");
  });

  await call("issues.update closes", async () => {
    const { data } = await rest.issues.update({ ...demo, issue_number: issue.number, state: "closed" });
    assert.deepEqual([data.title, data.state], ["Bug", "closed"]);
  });

  await call("issues.listForRepo of closed ones has it", async () => {
    const { data } = await rest.issues.listForRepo({ ...demo, state: "closed" });
    assert.ok(
      data.some(({ number }) => number === issue.number),
      `not among ${data.length}`,
    );
  });

  await call("issues.listForRepo of open ones has it not", async () => {
    const { data } = await rest.issues.listForRepo({ ...demo, state: "open" });
    assert.ok(!data.some(({ number }) => number === issue.number));
  });

  await call("a comment is created, listed, updated and deleted", async () => {
    const created = await rest.issues.createComment({ ...demo, issue_number: issue.number, body: "hello" });
    const { id } = created.data;
    const { data: list } = await rest.issues.listComments({ ...demo, issue_number: issue.number });
    assert.equal(list.find((comment) => comment.id === id)?.body, "hello");
    const updated = await rest.issues.updateComment({ ...demo, comment_id: id, body: "bye" });
    assert.equal(updated.data.body, "bye");
    await rest.issues.deleteComment({ ...demo, comment_id: id });
    await assert.rejects(rest.issues.getComment({ ...demo, comment_id: id }), { status: 404 });
  });

  await call("paginate finds forty issues, and ends", async () => {
    const pages = { owner: "ann", repo: "pages" };
    for (let index = 0; index < 40; index++) await rest.issues.create({ ...pages, title: `t${index}` });
    const all = await octokit.paginate(rest.issues.listForRepo, { ...pages, per_page: 10 });
    const distinct = new Set(all.map(({ number }) => number)).size;
    assert.ok(distinct >= 40, `${all.length} issues, ${distinct} distinct`);
  });

  await call("a label whose name needs escaping", async () => {
    const { data: label } = await rest.issues.createLabel({ ...demo, name: "bug!", color: "ff0000" });
    const { data: got } = await rest.issues.getLabel({ ...demo, name: "bug!" });
    assert.deepEqual([label.name, got.color], ["bug!", "ff0000"]);
  });

  await call("an unknown issue is a RequestError with 404", async () => {
    await assert.rejects(rest.issues.get({ ...demo, issue_number: 999999 }), { status: 404, name: "HttpError" });
  });

  await call("a bad body is 422, in GitHub's shape", async () => {
    await assert.rejects(octokit.request("POST /repos/{owner}/{repo}/issues", demo), (error) => {
      assert.equal(error.status, 422);
      assert.equal(typeof error.response.data.message, "string");
      return true;
    });
  });

  await call(
    "401 without a token",
    async () => {
      const nobody = new Octokit({ baseUrl: url, log: silent });
      await assert.rejects(nobody.rest.users.getAuthenticated(), { status: 401 });
    },
    { exception: "the document declares no security" },
  );

  await call("a file is created and read back", async () => {
    const content = Buffer.from("hi").toString("base64");
    await rest.repos.createOrUpdateFileContents({ ...demo, path: "a.txt", message: "m", content });
    const { data } = await rest.repos.getContent({ ...demo, path: "a.txt" });
    assert.ok(!Array.isArray(data), "is a list");
    assert.equal(Buffer.from(data.content ?? "", "base64").toString(), "hi");
  });

  await call("repos.getReadme of the raw media type is text", async () => {
    const { data } = await rest.repos.getReadme({ ...demo, mediaType: { format: "raw" } });
    assert.equal(typeof data, "string");
  });

  await call("reactions.createForIssue", async () => {
    const given = { ...demo, issue_number: issue.number, content: "heart" };
    assert.equal((await rest.reactions.createForIssue(given)).data.content, "heart");
  });

  await call("an archive is downloaded through its redirect", async () => {
    assert.equal((await rest.repos.downloadZipballArchive({ ...demo, ref: "main" })).status, 200);
  });

  await call("rateLimit.get", async () => assert.ok((await rest.rateLimit.get()).data.resources.core.limit > 0));

  await call("503 is an error without the plugin that tries again", async () => {
    fail({ operation: "meta/get", status: 503, times: 1 });
    await assert.rejects(rest.meta.get(), { status: 503 });
  });
}
