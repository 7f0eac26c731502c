import { builtCall, methodOf } from "../../emit/calls.ts";
import { clientVariable, namesOf } from "../../emit/sdk-name.ts";
import { type Code, identifier, join, str, ts } from "../../quote/index.ts";
import type { ScaffoldFacts } from "./facts.ts";

/** `src/main.ts` of the example: a first call, handled by the fake. */
export function exampleProgram(facts: ScaffoldFacts): Code {
  const { operation } = facts;
  const call = callOf(facts);
  const shown =
    operation === undefined || call === undefined
      ? ts`${variable(facts)}.rateLimit`
      : ts`${str(operation.name.join("."))}, await ${call}`;
  return ts`
    ${imports(facts)}

    // Against the fake: no network, no credential.
    const fake = ${fakeName(facts)}();
    const ${variable(facts)} = fake.client(${clientName(facts)});

    console.log(${shown});
    console.log(${ANSWERED});
  `;
}

/** `src/call.ts` of the example: a call of the service itself. */
export function callProgram(facts: ScaffoldFacts): Code {
  const { operation, args } = facts;
  const error = identifier(namesOf(facts.sdk).apiError);
  const client = ts`const ${variable(facts)} = ${clientName(facts)}();`;
  if (operation === undefined || args === undefined) {
    return ts`
      import { ${clientName(facts)} } from ${str(`${facts.scope}/client`)};

      ${client}
      console.log(${variable(facts)}.rateLimit);
    `;
  }
  return ts`
    import { ${join([clientName(facts), error], ", ")} } from ${str(`${facts.scope}/client`)};

    ${client}
    try {
      const result = await ${methodOf(operation, clientVariable(facts.sdk))}(${join(args, ", ")});
      console.log(result);
    } catch (error) {
      if (${error}.is(error)) console.error(error.status, error.message);
      throw error;
    }
  `;
}

const ANSWERED = ts`\`\${fake.calls.length} call, handled by the fake\``;

/** `src/quickstart.test.ts` of the example: what a test suite does with the fake. */
export function exampleTest(facts: ScaffoldFacts): Code {
  const { operation } = facts;
  const call = callOf(facts);
  if (operation === undefined || call === undefined) {
    return ts`
      import { ${clientName(facts)} } from ${str(`${facts.scope}/client`)};
      import { ${fakeName(facts)} } from ${str(`${facts.scope}/testing`)};
      import { expect, test } from "vitest";

      test("nothing is sent before a method is called", () => {
        const fake = ${fakeName(facts)}();
        fake.client(${clientName(facts)});
        expect(fake.calls).toHaveLength(0);
      });
    `;
  }
  return ts`
    ${imports(facts, [identifier(namesOf(facts.sdk).apiError)])}
    import { expect, test } from "vitest";

    test("a call gets a response that fits the document", async () => {
      const fake = ${fakeName(facts)}();
      const ${variable(facts)} = fake.client(${clientName(facts)});
      await ${call};
      expect(fake.calls.map((call) => call.operation)).toEqual([${str(operation.id)}]);
    });

    test("an outage throws an error of its own class", async () => {
      const fake = ${fakeName(facts)}();
      const ${variable(facts)} = fake.client(${clientName(facts)}, { retry: false });
      fake.fail({ operation: ${str(operation.id)}, status: 503 });
      await expect(${call}).rejects.toBeInstanceOf(${identifier(namesOf(facts.sdk).apiError)});
    });
  `;
}

function imports(facts: ScaffoldFacts, more: readonly Code[] = []): Code {
  const names = facts.operation === undefined ? [fakeName(facts)] : [ts`build`, fakeName(facts)];
  return ts`
    import { ${join([...more, clientName(facts)], ", ")} } from ${str(`${facts.scope}/client`)};
    import { ${join(names, ", ")} } from ${str(`${facts.scope}/testing`)};`;
}

function clientName({ sdk }: ScaffoldFacts): Code {
  return identifier(namesOf(sdk).createClient);
}

function fakeName({ sdk }: ScaffoldFacts): Code {
  return identifier(namesOf(sdk).createFake);
}

function variable({ sdk }: ScaffoldFacts): Code {
  return identifier(clientVariable(sdk));
}

/** The call of the example's operation, with arguments made up by the builders. */
function callOf({ operation, sdk }: ScaffoldFacts): Code | undefined {
  return operation && builtCall(operation, clientVariable(sdk));
}
