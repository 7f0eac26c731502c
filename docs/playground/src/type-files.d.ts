declare module "virtual:type-files" {
  /** Declarations of the SDKs and of the browser, by path. Made when the page is built. */
  export const typeFiles: {
    readonly texts: Readonly<Record<string, string>>;
    /** Files by the file that imports them, and by the name that it imports. */
    readonly modules: Readonly<Record<string, Readonly<Record<string, string>>>>;
    /** Declarations of the names in scope, by service. */
    readonly scopes: Readonly<Record<"svc" | "agents", string>>;
    /** Libraries of the compiler, among the files below `/lib/`. */
    readonly libraries: readonly string[];
  };
}
