/** Schemas inside the schema of a tool, and where they stand. */

export interface SchemaNode {
  /** An object or a boolean; whatever else stands where a schema should is skipped. */
  schema: Record<string, unknown> | boolean;
  /** The keyword that leads here; empty for the root. */
  keyword: string;
  parent?: SchemaNode;
  /** From the root. */
  path(): (string | number)[];
  /** The same as RFC 6901 writes it. */
  pointer(): string;
}

/** An object that a tool takes as input. */
export interface InputObject {
  schema: Record<string, unknown>;
  /** RFC 6901 into the tool definition. */
  pointer(): string;
  /** It is built of other schemas, so its properties are not all in one place. */
  composed: boolean;
}
