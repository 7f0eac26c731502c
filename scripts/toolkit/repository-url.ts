/** The field of a manifest, as npm takes it. */
export interface WithRepository {
  readonly repository?: string | { readonly url: string };
}

/** Address of the repository for readers; undefined where the manifest names none by https. */
export function repositoryUrl({ repository }: WithRepository): string | undefined {
  const given = typeof repository === "object" ? repository.url : repository;
  const url = given?.replace(/^git\+|\.git$/g, "");
  return url?.startsWith("https://") ? url : undefined;
}
