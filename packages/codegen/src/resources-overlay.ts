import { escapeInvisible, escapeInvisibleLines, type Model } from "@svc/model";
import { declarationsOf, isPath } from "@svc/resources/infer";
import { stringify } from "yaml";

/**
 * The resources of a document as an overlay that declares what was inferred, each with the reasons: a file to keep what is
 * wrong in, corrected, and to remove the rest from.
 */
export function resourcesOverlay(model: Model): string {
  const head = { overlay: "1.0.0", info: { title: `Resources of ${model.title}`, version: model.version } };
  const actions = declarationsOf(model).flatMap(({ path, declaration, reasons }) => {
    if (!isPath(path, model)) return [];
    const action = { target: `$.paths[${JSON.stringify(path)}]`, update: { "x-svc-resource": declaration } };
    const text = stringify([action], { lineWidth: 0, aliasDuplicateObjects: false });
    return [...reasons.map((reason) => `# ${escapeInvisible(reason).replaceAll("\n", " ")}\n`), text].join("");
  });
  const list = actions.length === 0 ? "actions: []\n" : `actions:\n${actions.join("\n").replaceAll(/^(?=.)/gm, "  ")}`;
  return escapeInvisibleLines(stringify(head, { lineWidth: 0 })) + list;
}
