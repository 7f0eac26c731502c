/** How a credential travels. */
export type SecurityScheme = { readonly deprecated?: true } & (
  | { readonly type: "http"; readonly scheme: string; readonly description?: string }
  | {
      readonly type: "apiKey";
      readonly in: "header" | "query" | "cookie";
      readonly name: string;
      readonly description?: string;
    }
  | {
      readonly type: "oauth2";
      readonly tokenUrl?: string;
      readonly flows: readonly string[];
      /** Addresses by flow and field (`tokenUrl`), as the document has them. */
      readonly urls?: { readonly [flow: string]: { readonly [field: string]: string } };
      readonly description?: string;
    }
  | { readonly type: "openIdConnect"; readonly description?: string }
  | { readonly type: "mutualTLS"; readonly description?: string }
);
