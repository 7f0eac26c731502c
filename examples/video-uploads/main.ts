import { fileFrom } from "@svc/client/uploads";
import { publish } from "./publish.ts";
import { createSvcClient } from "./sdk/client/index.ts";

const [video, image] = process.argv.slice(2);
if (!video || !image) throw new Error("usage: node main.ts VIDEO IMAGE");

const files = {
  video: await fileFrom(video),
  image: await fileFrom(image),
};
const id = await publish(createSvcClient(), files, (percent) => process.stderr.write(`\r${percent} %`));
console.log(`\n${id}`);
