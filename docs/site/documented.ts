import { type DeclarationReflection, type ProjectReflection, type Reflection, ReflectionKind } from "typedoc";

/** Kinds of exports. Each needs a doc comment, and so does each of their members. */
export const EXPORTED_KINDS = ["Module", "Class", "Interface", "Function", "Variable", "TypeAlias"] as const;

const MEMBER = ReflectionKind.Method | ReflectionKind.Accessor | ReflectionKind.Property;

/**
 * Members of exports that need a doc comment of their own. Left out are those of generated types (their text is the
 * document's, which has one or has none), of types without a name (described by what has them), inherited ones, and the
 * `name` of an error.
 */
export function membersOf(project: ProjectReflection): readonly DeclarationReflection[] {
  const members = project.getReflectionsByKind(MEMBER) as DeclarationReflection[];
  return members.filter((member) => !isExcused(member));
}

/** Whether a symbol has a doc comment, or one of its signatures has. */
export function isDocumented({ comment, signatures = [], getSignature, type }: DeclarationReflection): boolean {
  const inType = type?.type === "reflection" ? [type.declaration, ...(type.declaration.signatures ?? [])] : [];
  return [{ comment }, ...signatures, getSignature, ...inType].some((one) => one?.comment !== undefined);
}

function isExcused(member: DeclarationReflection): boolean {
  return (
    member.inheritedFrom !== undefined ||
    member.flags.isExternal ||
    isGenerated(member) ||
    isAnonymous(member) ||
    member.getFriendlyFullName().endsWith("Error.name")
  );
}

function isGenerated(reflection: DeclarationReflection): boolean {
  return reflection.project.getSymbolIdFromReflection(reflection)?.packagePath.includes("generated/") ?? false;
}

/** Inside a type literal that is not itself what an alias names. */
function isAnonymous(reflection: Reflection): boolean {
  for (let at = reflection.parent; at !== undefined; at = at.parent) {
    if (at.kindOf(ReflectionKind.TypeLiteral) && !at.parent?.kindOf(ReflectionKind.TypeAlias)) return true;
  }
  return false;
}
