import { applyJudgement, compareModels, type Judgement, PLAIN, printTree } from "@svc/diff";
import { copyOf, type Edited, petDocument } from "@svc/diff/test-support/pet-document";
import { createModel, type Model } from "@svc/model";
import { describe, expect, test } from "vitest";
import { judgeAllByCompiler, judgeByCompiler } from "./compiler-judge.ts";

function models(edit: (document: Edited) => void) {
  const now = petDocument();
  edit(now);
  return [createModel(petDocument()), createModel(copyOf(now))] as const;
}

const addRequired = (schema: string) => (d: Edited) => {
  d.components.schemas[schema].properties.age = { type: "integer" };
  d.components.schemas[schema].required.push("age");
};

describe("the compiler", () => {
  test("accepts a document beside itself", () => {
    const [old] = models(() => {});
    expect(judgeByCompiler(old, old)).toEqual({
      operations: ["listPets", "createPet", "getPet"],
      webhooks: 0,
      refusals: [],
    });
  });

  test("refuses inputs that lack what is now required, and accepts outputs that gain it", () => {
    const { refusals } = judgeByCompiler(...models(addRequired("NewPet")));
    expect(refusals).toEqual([
      {
        operation: "createPet",
        pointer: "/paths/~1pets/post",
        part: "body",
        direction: "request",
        reason: expect.stringContaining("'age'"),
      },
    ]);
    expect(judgeByCompiler(...models(addRequired("Pet"))).refusals).toEqual([]);
  });

  test("refuses programs that pass everything where something can no longer be passed, also below a union", () => {
    const removed = models((d) => {
      d.paths["/pets"].get.parameters = d.paths["/pets"].get.parameters.filter(
        (p: { name: string }) => p.name !== "limit",
      );
      delete d.components.schemas.NewPet.properties.nick;
    });
    const told = ({ operation, part, reason }: { operation: string; part: string; reason: string }) =>
      `${operation} ${part} ${/'(\w+)' is missing/.exec(reason)?.[1]}`;
    expect(judgeByCompiler(...removed).refusals.map(told)).toEqual([
      "listPets parameters limit",
      "createPet body nick",
    ]);
    const [old, now] = removed;
    expect(judgeByCompiler(now, old).refusals).toEqual([]);
  });

  test("refuses outputs of every operation that gives them", () => {
    const { refusals } = judgeByCompiler(...models((d) => delete d.components.schemas.Pet.properties.name));
    expect(refusals.map(({ operation, part }) => `${operation} ${part}`)).toEqual([
      "listPets result",
      "createPet result",
      "getPet result",
    ]);
  });

  test("takes a request union that gains a variant, closed or open", () => {
    const act = (kinds: readonly string[], openEnums: boolean) => {
      const d = petDocument();
      for (const kind of kinds) {
        d.components.schemas[`${kind}Act`] = {
          type: "object",
          required: ["type"],
          properties: { type: { type: "string", const: kind }, [kind]: { type: "integer" } },
        };
      }
      d.components.schemas.NewPet.properties.act = {
        oneOf: kinds.map((kind) => ({ $ref: `#/components/schemas/${kind}Act` })),
        discriminator: { propertyName: "type" },
      };
      return createModel(d, { openEnums });
    };
    for (const isOpen of [false, true]) {
      const [few, more] = [act(["fill", "click"], isOpen), act(["fill", "click", "wait"], isOpen)];
      expect(judgeByCompiler(few, more).refusals).toEqual([]);
      expect(judgeByCompiler(more, few).refusals.map(({ part }) => part)).toEqual(["body"]);
    }
  });

  test("refuses what a webhook's payload loses, and takes what it gains", () => {
    const sold = (properties: object) => (d: Edited) => {
      const schema = { type: "object", required: ["id"], properties: { id: { type: "integer" }, ...properties } };
      const body = { required: true, content: { "application/json": { schema } } };
      d.webhooks = { petSold: { post: { requestBody: body, responses: { 204: { description: "Taken" } } } } };
    };
    const [few, more] = [sold({}), sold({ price: { type: "number" } })].map((edit) => models(edit)[1]) as [
      Model,
      Model,
    ];
    expect(judgeByCompiler(few, more).refusals).toEqual([]);
    expect(judgeByCompiler(more, few).refusals).toMatchObject([{ operation: "webhook petSold", part: "body" }]);
    const judged = applyJudgement(compareModels(more, few), judgeByCompiler(more, few));
    expect(judged.compiler).toEqual({ checked: 3, webhooks: 1, refused: 1, disagreements: [] });
  });

  test("tells which error, and which pair of documents", () => {
    const [judged, same] = judgeAllByCompiler([
      models((d) => delete d.components.schemas.Problem.properties.code),
      models(() => {}),
    ]);
    expect(judged?.refusals.map(({ operation, part }) => `${operation} ${part}`)).toEqual([
      "createPet 422 error",
      "getPet 404 error",
    ]);
    expect(same?.refusals).toEqual([]);
  });
});

describe("the judgement", () => {
  const refusal = {
    operation: "getPet",
    pointer: "/paths/~1pets~1{petId}/get",
    part: "result",
    direction: "response",
    reason: "No.",
  } as const;
  const judgement: Judgement = { operations: ["getPet", "listPets"], refusals: [refusal] };

  test("raises the level where no rule foresaw it, and says so", () => {
    const [old, now] = models((d) => (d.info.title = "Other"));
    const judged = applyJudgement(compareModels(old, now), judgement);
    expect(judged.level).toBe("major");
    expect(judged.changes[0]).toMatchObject({ rule: "compiler-refuses", operation: "getPet", labels: ["compile"] });
    expect(judged.compiler).toMatchObject({
      checked: 2,
      refused: 1,
      disagreements: [{ operation: "getPet", rules: "compatible", compiler: "refuses", reason: "No." }],
    });
  });

  test("leaves the level to the rules where the compiler accepts what they call breaking", () => {
    const [old, now] = models((d) => delete d.components.schemas.Pet.properties.name);
    const judged = applyJudgement(compareModels(old, now), { operations: ["getPet"], refusals: [] });
    expect(judged.level).toBe("major");
    expect(judged.compiler.disagreements).toMatchObject([
      { operation: "getPet", rules: "breaking", compiler: "accepts" },
    ]);
  });

  test("does not disagree on what has no type: the path of a method, an error and a value that no longer come", () => {
    const [old, now] = models((d) => {
      d.paths["/animals"] = d.paths["/pets"];
      delete d.paths["/pets"];
      delete d.paths["/pets/{petId}"].get.responses[404];
      d.components.schemas.Pet.properties.status.enum.pop();
    });
    const judged = applyJudgement(compareModels(old, now), judgeByCompiler(old, now));
    expect(judged.changes.map(({ rule, level }) => `${rule} ${level}`)).toEqual(
      expect.arrayContaining(["operation-moved major", "error-status-removed major", "enum-value-removed major"]),
    );
    expect(judged.compiler).toMatchObject({ refused: 0, disagreements: [] });
  });

  test("agrees where both refuse", () => {
    const [old, now] = models((d) => delete d.components.schemas.Pet.properties.name);
    const judged = applyJudgement(compareModels(old, now), judgeByCompiler(old, now));
    expect(judged.compiler).toEqual({ checked: 3, refused: 3, disagreements: [] });
  });

  test("takes new values and variants where both documents are open, and refuses them where they are closed", () => {
    const edit = (d: Edited) => {
      d.components.schemas.Pet.properties.status.enum.push("lost");
      d.components.schemas.Pet.properties.animal.oneOf.push({
        type: "object",
        required: ["kind"],
        properties: { kind: { const: "bird" }, wings: { type: "integer" } },
      });
    };
    for (const openEnums of [true, false]) {
      const documents = [petDocument(), petDocument()];
      edit(documents[1]);
      const [old, now] = documents.map((document) => createModel(document, { openEnums })) as [Model, Model];
      const judged = applyJudgement(compareModels(old, now), judgeByCompiler(old, now));
      expect(judged.level).toBe(openEnums ? "minor" : "major");
      expect(judged.compiler).toEqual({ checked: 3, refused: openEnums ? 0 : 3, disagreements: [] });
    }
  });

  test("refuses one more way to fail, which stays minor, and is told so", () => {
    const codes =
      (...all: readonly string[]) =>
      (d: Edited) => {
        const variant = (code: string) => ({
          type: "object",
          required: ["code"],
          properties: { code: { const: code } },
        });
        d.paths["/pets/{petId}"].get.responses[404].content["application/json"].schema = { oneOf: all.map(variant) };
      };
    const [old, now] = [petDocument(), petDocument()];
    codes("a", "b")(old);
    codes("a", "b", "c")(now);
    const [before, after] = [createModel(old), createModel(now)];
    const judged = applyJudgement(compareModels(before, after), judgeByCompiler(before, after));
    expect(judged.level).toBe("minor");
    expect(judged.compiler).toEqual({ checked: 3, refused: 1, failing: 1, disagreements: [] });
    expect(printTree(judged, PLAIN)).toContain(
      "3 operations checked, 1 refused (1 for one more way to fail, which is minor); rules and compiler agree",
    );
    delete now.components.schemas.Pet.properties.nick;
    const more = createModel(now);
    const both = applyJudgement(compareModels(before, more), judgeByCompiler(before, more));
    expect([both.level, both.compiler.failing]).toEqual(["major", undefined]);
  });

  test("refuses what a listed variant loses, open or not", () => {
    const now = petDocument();
    delete now.components.schemas.Dog.properties.tricks;
    const models = [petDocument(), now].map((document) => createModel(document, { openEnums: true }));
    const { refusals } = judgeByCompiler(...(models as [Model, Model]));
    expect(refusals.map(({ part }) => part)).toEqual(["result", "result", "result"]);
  });

  test("and the rules agree that a tag which an open union no longer knows breaks its readers", () => {
    const [old, now] = [petDocument(), petDocument()];
    const mapping = { c: "#/components/schemas/Cat" };
    old.components.schemas.Pet.properties.animal.discriminator = { propertyName: "kind", mapping };
    const models = [old, now].map((document) => createModel(document, { openEnums: true })) as [Model, Model];
    const difference = compareModels(...models);
    expect(difference.changes.map(({ rule, level }) => `${rule} ${level}`)).toContain("union-tag-removed major");
    expect(applyJudgement(difference, judgeByCompiler(...models)).compiler.disagreements).toEqual([]);
  });
});
