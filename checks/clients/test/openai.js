import assert from "node:assert/strict";
import OpenAI, { toFile } from "openai";

/** @type {import("../program.ts").Program} */
export async function calls({ url, call, fail, fake }) {
  const openai = new OpenAI({ apiKey: "sk-x", baseURL: url, maxRetries: 2 });
  const chat = { model: "gpt-4o", messages: [{ role: "user", content: "hi" }] };
  const noMessages = { model: "gpt-4o" };
  let file;

  await call("models.list", async () => assert.ok((await openai.models.list()).data.length > 0));

  await call("chat.completions.create", async () => {
    const { object, choices } = await openai.chat.completions.create(chat);
    assert.equal(object, "chat.completion");
    assert.equal(typeof choices[0].message.content, "string");
  });

  await call("chat.completions.create tells the model that was asked", async () => {
    assert.equal((await openai.chat.completions.create(chat)).model, "gpt-4o");
  });

  await call("chat.completions.create, streamed", async () => {
    let count = 0;
    for await (const { object } of await openai.chat.completions.create({ ...chat, stream: true })) {
      assert.equal(object, "chat.completion.chunk");
      assert.ok(++count <= 500, "never ends");
    }
    assert.ok(count > 0, "no chunk");
  });

  await call("responses.create", async () => {
    assert.equal((await openai.responses.create({ model: "gpt-4o", input: "hi" })).object, "response");
  });

  await call("responses.create, streamed", async () => {
    let count = 0;
    for await (const { type } of await openai.responses.create({ model: "gpt-4o", input: "hi", stream: true })) {
      assert.equal(typeof type, "string");
      assert.ok(++count <= 500, "never ends");
    }
    assert.ok(count > 0, "no event");
  });

  await call("embeddings.create", async () => {
    const given = { model: "text-embedding-3-small", input: "x", encoding_format: "float" };
    assert.ok(Array.isArray((await openai.embeddings.create(given)).data[0].embedding));
  });

  await call("files.create", async () => {
    const upload = await toFile(Buffer.from('{"a":1}\n'), "a.jsonl");
    file = await openai.files.create({ file: upload, purpose: "fine-tune" });
    assert.equal(file.filename, "a.jsonl");
    assert.equal(file.purpose, "fine-tune");
  });

  await call("files.retrieve", async () => assert.equal((await openai.files.retrieve(file.id)).id, file.id));

  await call("files.content is what was uploaded", async () => {
    assert.equal(await (await openai.files.content(file.id)).text(), '{"a":1}\n');
  });

  await call("files.list finds it, and ends", async () => {
    const ids = [];
    for await (const { id } of openai.files.list({ limit: 2 })) {
      ids.push(id);
      assert.ok(ids.length <= 300, "never ends");
    }
    assert.ok(ids.includes(file.id), `not among ${ids.length}`);
  });

  await call("files.delete, then 404", async () => {
    assert.equal((await openai.files.delete(file.id)).deleted, true);
    await assert.rejects(openai.files.retrieve(file.id), (error) => error instanceof OpenAI.NotFoundError);
  });

  await call("the life of a vector store", async () => {
    const { id } = await openai.vectorStores.create({ name: "vs" });
    assert.equal((await openai.vectorStores.retrieve(id)).name, "vs");
    assert.equal((await openai.vectorStores.update(id, { name: "vs2" })).name, "vs2");
    assert.ok((await openai.vectorStores.list()).data.some((one) => one.id === id));
  });

  await call("batches.create, retrieve", async () => {
    const endpoint = "/v1/chat/completions";
    const { id } = await openai.batches.create({ input_file_id: "file-1", endpoint, completion_window: "24h" });
    const batch = await openai.batches.retrieve(id);
    assert.equal(batch.id, id);
    assert.equal(batch.endpoint, endpoint);
  });

  await call("a bad body is a BadRequestError", async () => {
    await assert.rejects(
      openai.chat.completions.create(noMessages),
      (error) => error instanceof OpenAI.BadRequestError && error.status === 400,
    );
  });

  await call("the client can read the error's message", async () => {
    await assert.rejects(openai.chat.completions.create(noMessages), (error) => {
      assert.ok(error.error?.message, `${error.message}: ${JSON.stringify(error.error)}`);
      return true;
    });
  });

  await call("503 is tried again", async () => {
    fail({ operation: "listModels", status: 503, times: 1 });
    assert.ok((await openai.models.list()).data.length > 0);
  });

  await call("audio.speech.create (binary)", async () => {
    const speech = await openai.audio.speech.create({ model: "tts-1", voice: "alloy", input: "x" });
    assert.ok((await speech.arrayBuffer()).byteLength > 0);
  });

  await call("images.generate", async () => {
    assert.ok(Array.isArray((await openai.images.generate({ prompt: "x" })).data));
  });

  await call("webhooks.unwrap verifies what the fake sends", async () => {
    // The client refuses what is older than some minutes by the clock of this machine.
    await fake.clock.advance({ seconds: (Date.now() - fake.clock.now()) / 1000 });
    const { secret } = fake.webhooks;
    let event;
    const to = async (request) => {
      event = await openai.webhooks.unwrap(await request.text(), request.headers, secret);
      return new Response();
    };
    await fake.webhooks.send("batch_completed", undefined, { to });
    assert.equal(event?.type, "batch.completed");
  });
}
