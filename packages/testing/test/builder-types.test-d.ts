import type { Builder, DeepPartial, ListBuilder, WithTraits } from "@svc/schema";
import { expectTypeOf } from "vitest";

interface Address {
  street: string;
  tags: { name: string }[];
}
type Animal = { kind: "cat"; lives: number } | { kind: "dog"; tricks: string[] };
type Id = string & { readonly __brand: "Id" };
interface User {
  id: Id;
  name: string | null;
  nick?: string | null | undefined;
  address: Address;
  pet: Animal;
  extra: unknown;
  photo: Blob;
  counts: Record<string, number>;
}

declare const user: Builder<User>;
declare const users: ListBuilder<User>;

expectTypeOf(user()).toEqualTypeOf<User>();
expectTypeOf(user.list(2)).toEqualTypeOf<User[]>();
expectTypeOf(users(2, (index) => ({ name: String(index) }))).toEqualTypeOf<User[]>();
expectTypeOf<DeepPartial<Id>>().toEqualTypeOf<Id>();
expectTypeOf<DeepPartial<unknown>>().toEqualTypeOf<unknown>();
expectTypeOf<DeepPartial<string[]>>().toEqualTypeOf<string[]>();

user({ address: { street: "Harbor Road" }, pet: { kind: "dog" }, extra: [1], counts: { a: 1 }, nick: undefined });
user((index) => ({ name: `User ${index}` }));
user.allNull({ address: { tags: [{ name: "new" }] } });

// @ts-expect-error a number is no name
user({ name: 1 });
// @ts-expect-error there is no such property
user({ nome: "Ada" });
// @ts-expect-error items of arrays are whole: arrays are replaced, not merged
user({ address: { tags: [{}] } });
// @ts-expect-error no pet has lives and tricks
user({ pet: { kind: "dog", lives: 9 } });
// @ts-expect-error any text is not an id
user({ id: "u1" });

const extended = user.extend({ named: { name: "Ada" }, numbered: (index) => ({ name: `User ${index}` }) });
expectTypeOf(extended.named()).toEqualTypeOf<User>();
expectTypeOf(extended.numbered({ extra: 1 })).toEqualTypeOf<User>();
// @ts-expect-error a trait's overrides are checked, too
user.extend({ wrong: { name: 1 } });

declare const build: WithTraits<{ user: Builder<User>; users: ListBuilder<User> }, { user: { ada: { name: "Ada" } } }>;
expectTypeOf(build.user.ada({ name: "Eve" })).toEqualTypeOf<User>();
expectTypeOf(build.users(1)).toEqualTypeOf<User[]>();
