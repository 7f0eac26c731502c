import assert from "node:assert/strict";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { BoxClient, BoxDeveloperTokenAuth } from "box-node-sdk";

const hasStatus = (status) => (error) => {
  assert.equal(error.responseInfo?.statusCode, status, String(error));
  return true;
};

/** @type {import("../program.ts").Program} */
export async function calls({ url, call }) {
  const plain = new BoxClient({ auth: new BoxDeveloperTokenAuth({ token: "token" }) });
  const box = plain.withCustomBaseUrls({ baseUrl: url, uploadUrl: `${url}/api`, oauth2Url: `${url}/oauth2` });
  let folder;
  let file;

  await call("users.getUserMe", async () => assert.equal((await box.users.getUserMe()).type, "user"));

  await call("folders.createFolder", async () => {
    folder = await box.folders.createFolder({ name: "Reports", parent: { id: "0" } });
    assert.deepEqual([folder.name, folder.type], ["Reports", "folder"]);
  });

  await call("folders.getFolderById", async () => {
    assert.equal((await box.folders.getFolderById(folder.id)).name, "Reports");
  });

  await call("folders.updateFolderById", async () => {
    const requestBody = { name: "Reports 2026", description: "All" };
    await box.folders.updateFolderById(folder.id, { requestBody });
    const { name, description } = await box.folders.getFolderById(folder.id);
    assert.deepEqual({ name, description }, requestBody);
  });

  await call("uploads.uploadFile", async () => {
    const attributes = { name: "a.txt", parent: { id: folder.id } };
    const { entries } = await box.uploads.uploadFile({ attributes, file: Readable.from([Buffer.from("hello")]) });
    [file] = entries;
    assert.deepEqual([file.name, file.type], ["a.txt", "file"]);
  });

  await call("files.getFileById knows name and size", async () => {
    const { name, size, parent } = await box.files.getFileById(file.id);
    assert.deepEqual([name, size, parent?.id], ["a.txt", 5, folder.id]);
  });

  await call("downloads.downloadFile is what was uploaded", async () => {
    assert.equal(await text(await box.downloads.downloadFile(file.id)), "hello");
  });

  await call("folders.getFolderItems has the file", async () => {
    const { entries } = await box.folders.getFolderItems(folder.id);
    assert.ok(
      entries.some(({ id, name }) => id === file.id && name === "a.txt"),
      JSON.stringify(entries).slice(0, 200),
    );
  });

  await call("files.copyFile under another name", async () => {
    const copy = await box.files.copyFile(file.id, { parent: { id: folder.id }, name: "b.txt" });
    assert.equal(copy.name, "b.txt");
    assert.notEqual(copy.id, file.id);
  });

  await call("sharedLinksFiles.addShareLinkToFile", async () => {
    const body = { sharedLink: { access: "open" } };
    const shared = await box.sharedLinksFiles.addShareLinkToFile(file.id, body, { fields: "shared_link" });
    assert.equal(shared.sharedLink?.access, "open");
  });

  await call("a comment is created, listed, updated and deleted", async () => {
    const { id } = await box.comments.createComment({ message: "Good", item: { id: file.id, type: "file" } });
    const { entries } = await box.comments.getFileComments(file.id);
    assert.equal(entries.find((comment) => comment.id === id)?.message, "Good");
    const updated = await box.comments.updateCommentById(id, { requestBody: { message: "Better" } });
    assert.equal(updated.message, "Better");
    await box.comments.deleteCommentById(id);
    await assert.rejects(box.comments.getCommentById(id), hasStatus(404));
  });

  await call("metadata of a file is kept", async () => {
    await box.fileMetadata.createFileMetadataById(file.id, "global", "properties", { audience: "internal" });
    const { extraData } = await box.fileMetadata.getFileMetadataById(file.id, "global", "properties");
    assert.equal(extraData?.audience, "internal");
  });

  await call("a task begins open", async () => {
    const given = { item: { type: "file", id: file.id }, message: "Please review", action: "review" };
    const task = await box.tasks.createTask(given);
    assert.deepEqual([task.message, task.isCompleted], ["Please review", false]);
  });

  await call("groups.getGroups by offset finds all", async () => {
    for (let index = 0; index < 12; index++) await box.groups.createGroup({ name: `G${index}` });
    const names = [];
    for (let offset = 0, total = 1; offset < total; offset = names.length) {
      const page = await box.groups.getGroups({ limit: 5, offset });
      assert.ok(page.entries.length > 0 && names.length < 100);
      names.push(...page.entries.map(({ name }) => name));
      total = page.totalCount;
    }
    assert.equal(new Set(names.filter((name) => /^G\d+$/.test(name))).size, 12);
    assert.equal(names.length, new Set(names).size);
  });

  await call("webhooks.getWebhooks by marker finds all", async () => {
    for (let index = 0; index < 12; index++) {
      const address = `https://example.com/${index}`;
      await box.webhooks.createWebhook({
        target: { id: file.id, type: "file" },
        address,
        triggers: ["FILE.DOWNLOADED"],
      });
    }
    const ids = [];
    for (let marker, pages = 0; pages === 0 || marker; pages++) {
      const page = await box.webhooks.getWebhooks({ limit: 5, ...(marker && { marker }) });
      assert.ok(pages < 20, "never ends");
      ids.push(...page.entries.map(({ id }) => id));
      marker = page.nextMarker;
    }
    assert.ok(new Set(ids).size >= 12, `${new Set(ids).size} of ${ids.length}`);
  });

  await call("a folder without a name is 400 with a message", async () => {
    await assert.rejects(box.folders.createFolder({ parent: { id: "0" } }), (error) => {
      assert.equal(typeof error.responseInfo?.body?.message, "string", String(error));
      return hasStatus(400)(error);
    });
  });

  await call("folders.deleteFolderById, then 404", async () => {
    await box.folders.deleteFolderById(folder.id, { queryParams: { recursive: true } });
    await assert.rejects(box.folders.getFolderById(folder.id), hasStatus(404));
  });
}
