/** Whether a content type is that of server-sent events. */
export function isEvents(contentType: string | null): boolean {
  return /event-stream/i.test(contentType ?? "");
}

/** The row of a content type, whatever its parameters; of a type that the document does not name, the first. */
export function rowOf<Row>(rows: { readonly [mediaType: string]: Row }, contentType: string | null): Row | undefined {
  const essence = (type: string): string => (type.split(";")[0] ?? "").trim().toLowerCase();
  const all = Object.entries(rows);
  return (all.find(([type]) => essence(type) === essence(contentType ?? "")) ?? all[0])?.[1];
}
