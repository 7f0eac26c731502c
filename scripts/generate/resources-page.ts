import { inferTable, resourcesOverlay } from "@svc/codegen/workspace";
import { createModel, readDocument } from "@svc/model";

/** `docs/stored-resources.md`: what the fake of a small document stores, as `svc-codegen --resources` prints it. */
export function resourcesPage(text: string): string {
  const { document } = readDocument(text, "train-travel.json");
  const model = createModel(document);
  return `<!-- Generated from engines/model/fixtures/documents/train-travel.json by \`pnpm generate\`. Do not edit. -->

# Stored resources of Train Travel

What the fake stores is inferred from the document when the packages are generated. \`svc-codegen --resources --spec FILE\` prints
it as an overlay with the reasons, for any document. This is all of it for
[Train Travel](https://github.com/bump-sh-examples/train-travel-api), a document of stations, trips and bookings.

To correct a resource, keep its action in an overlay, change it, and remove the rest: an overlay goes before what is inferred.
The generated package has the same as data, in \`testing/resources.ts\`, which the second part of this page shows.

\`\`\`yaml
${resourcesOverlay(model).trimEnd()}
\`\`\`

## The table

The fake runs these rows, and infers nothing. Operations are called by their methods; what a row does not say is not there.

\`\`\`json
${JSON.stringify(inferTable(model), undefined, 2)}
\`\`\`
`;
}
