import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { afterEach, beforeEach, test } from "node:test";
import { digestOf, publish, thumbnail, type Videos } from "./publish.ts";
import { createSvcClient } from "./sdk/client/index.ts";
import { createFakeSvc } from "./sdk/testing/index.ts";

let fake: ReturnType<typeof createFakeSvc>;
let svc: Videos;

beforeEach(() => {
  fake = createFakeSvc();
  svc = fake.client(createSvcClient);
});

afterEach(async () => {
  await svc.close();
  await fake.close();
});

// Eight parts: those of this service have 64 KiB.
const bytes = Uint8Array.from({ length: 500_000 }, (_, n) => n % 251);
const files = {
  video: new File([bytes], "holiday.mp4", { type: "video/mp4" }),
  image: new File(["png"], "holiday.png", { type: "image/png" }),
};
const digest = createHash("sha256").update(bytes).digest("hex");

test("a video is published in parts, and comes back", async () => {
  const percents: number[] = [];
  const id = await publish(svc, files, (percent) => percents.push(percent));
  assert.equal(percents.at(-1), 100);
  const { title, size, status } = await svc.videos.get(id);
  const expected = { title: "holiday.mp4", size: 500_000, status: "ready" };
  assert.deepEqual({ title, size, status }, expected);
  assert.equal(await digestOf(svc, id), digest);
  assert.equal(new TextDecoder().decode(await thumbnail(svc, id)), "png");
});

test("the parts get no key of the service", async () => {
  await publish(svc, files);
  const parts = fake.calls.filter(({ target }) => target.startsWith("/__uploads/"));
  assert.equal(parts.length, 8);
  assert.ok(parts.every(({ headers }) => headers.authorization === undefined));
});

test("parts that break go on where they were", async () => {
  let isBroken = false;
  const published = publish(svc, files, () => {
    if (!isBroken) fake.fail({ resetUploadAfterBytes: 30_000, times: 3 });
    isBroken = true;
  });
  // Retries wait on the clock of the fake.
  fake.clock.auto();
  const id = await published;
  assert.equal(await digestOf(svc, id), digest);
  const ranges = fake.calls.flatMap(({ headers }) => headers["content-range"] ?? []);
  assert.ok(ranges.includes("bytes 30000-65535/65536"));
});

test("a video that is not an image of its type is refused", async () => {
  const image = new File(["text"], "a.txt", { type: "text/plain" });
  await assert.rejects(publish(svc, { ...files, image }), /Expected image\/png, image\/jpeg, received: text\/plain/);
});

test("an address that has expired is refused, and the key stays a secret", async () => {
  const published = publish(svc, {
    ...files,
    video: slowFile(() => fake.clock.advance(600_000)),
  });
  await assert.rejects(published, /part \d+ was answered 403/);
});

/** A video whose parts are read when it is too late. */
function slowFile(wait: () => Promise<unknown>): File {
  const file = new File([bytes], "late.mp4", { type: "video/mp4" });
  const slice = file.slice.bind(file);
  file.slice = (...range) => {
    const part = slice(...range);
    const read = part.arrayBuffer.bind(part);
    // Its checksum is made first.
    part.arrayBuffer = async () => {
      await wait();
      return read();
    };
    return part;
  };
  return file;
}
