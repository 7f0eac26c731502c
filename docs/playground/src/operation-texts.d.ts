declare module "virtual:operation-texts" {
  /** Texts by method name, dotted. Made when the page is built. */
  export const operationTexts: Readonly<
    Record<
      string,
      | { readonly summary: string; readonly signature: string; readonly result: string; readonly types: string }
      | undefined
    >
  >;
}
