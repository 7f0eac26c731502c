export interface Server {
  readonly url: string;
  readonly description?: string;
  readonly variables?: { readonly [name: string]: ServerVariable };
}

export interface ServerVariable {
  readonly default: string;
  /** The only values that it takes. Absent: any. */
  readonly enum?: readonly string[];
  readonly description?: string;
}
