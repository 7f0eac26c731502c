import { createHash } from "node:crypto";
import { downloadVideo, downloadVideosThumbnail } from "./sdk/client/downloads.ts";
import type { createSvcClient } from "./sdk/client/index.ts";
import { uploadVideo } from "./sdk/client/uploads.ts";

/** A client of the videos' service. */
export type Videos = ReturnType<typeof createSvcClient>;

/** Progress of an upload, in percent. */
type Report = (percent: number) => void;

/**
 * Publishes a video with its thumbnail: four parts at a time go to the addresses that the service has signed. A part that breaks
 * goes on where it was.
 */
export async function publish(
  svc: Videos,
  { video, image }: { video: File; image: File },
  report: Report = () => {},
): Promise<string> {
  // `size` and `media_type` are those of the file.
  const { item } = await uploadVideo(svc, { title: video.name }, video, {
    onProgress: ({ sent, total }) => report(Math.floor((100 * sent) / total)),
  });
  await svc.videos.thumbnail.replace(item.id, { image, alt: video.name });
  return item.id;
}

/** Digest of a published video, of which nothing is held in memory. */
export async function digestOf(svc: Videos, videoId: string): Promise<string> {
  const hash = createHash("sha256");
  const { stream } = await downloadVideo(svc, videoId);
  for await (const piece of stream) hash.update(piece);
  return hash.digest("hex");
}

/** The thumbnail of a video. */
export async function thumbnail(svc: Videos, videoId: string): Promise<Uint8Array> {
  const { stream } = await downloadVideosThumbnail(svc, videoId);
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
