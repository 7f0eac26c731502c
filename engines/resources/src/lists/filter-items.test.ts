import { expect, test } from "vitest";
import type { ListRole } from "../facts/list-role.ts";
import type { ResourceCall } from "../items/context.ts";
import { matches } from "./filter-items.ts";

test("a default that asks for items of every kind leaves out none", () => {
  const filters = { team_type: { kind: "equals", field: "type", listed: ["all", "company", "club"] } } as const;
  const isKept = (query: object, target: string): boolean =>
    matches(
      { fields: { type: "club" }, extra: {} },
      { filters } as Pick<ListRole, "filters"> as ListRole,
      { path: {}, query, target } as Pick<ResourceCall, "path" | "query" | "target"> as ResourceCall,
      0,
    );
  expect(isKept({ team_type: "all" }, "/teams")).toBe(true);
  expect(isKept({ team_type: "company" }, "/teams")).toBe(false);
  expect(isKept({ team_type: "club" }, "/teams?team_type=club")).toBe(true);
});
