import { readFileSync } from "node:fs";
import { repairDocument, toOverlay, parseDocument } from "@svc/model";
import { applyOverlay } from "../packages/codegen/src/overlay/apply-overlay.ts";
const doc: any = parseDocument(readFileSync("engines/model/fixtures/imperfect/values.yaml","utf8"),"a.yaml").document;
function diff(a: any, b: any, at = ""): void {
  if (JSON.stringify(a) === JSON.stringify(b)) return;
  if (typeof a === "object" && a && typeof b === "object" && b) { 
    if (JSON.stringify(Object.keys(a)) !== JSON.stringify(Object.keys(b))) console.log(at, Object.keys(a), Object.keys(b));
    for (const k of Object.keys(a)) diff(a[k], b[k], at + "/" + k); } else console.log(at, JSON.stringify(a), JSON.stringify(b));
}
function places(root: any): any[] { if (typeof root !== "object" || root === null) return []; return Object.keys(root).flatMap(k => [{c: root, k}, ...places(root[k])]); }
const odd: any[] = [null, true, -1, "", "x", "1", [], {}, { $ref: "#/nowhere" }, { type: "float", default: "x" }];
let shown = 0;
for (let i = 0; i < 120 && shown < 4; i++) for (const o of odd) {
  const m = structuredClone(doc); const p = places(m); if (i >= p.length) break; const { c, k } = p[i]; c[k] = structuredClone(o);
  const r = repairDocument(m, "a"); if (!r.rounds.length) continue;
  const over = applyOverlay(m, toOverlay(r.rounds, "a")).document;
  if (JSON.stringify(over) !== JSON.stringify(r.document)) { console.log("PLACE", i, k, JSON.stringify(o)); diff(r.document, over); shown++; for (const x of r.repairs) console.log("  ", x.pointer, x.wrong, JSON.stringify(x.edits).slice(0,200)); break; }
}
