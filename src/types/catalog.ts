/** What a server offers, as it came over the wire: unknown fields are kept, nothing is repaired. */

export interface ToolDef {
  name: string;
  title?: string;
  description?: string;
  inputSchema?: unknown;
  outputSchema?: unknown;
  annotations?: Record<string, unknown>;
  [key: string]: unknown;
}

export interface Catalog {
  /** The server's name in the suite. */
  server: string;
  tools: ToolDef[];
  resources?: Record<string, unknown>[];
  resourceTemplates?: Record<string, unknown>[];
  prompts?: Record<string, unknown>[];
  instructions?: string;
  /** How many tools came with the first page, where there was a second one. */
  first_page?: number;
  /** Where the tools came in several pages: how many, the largest cursor, and whether cursors go round or never end. */
  paging?: { pages: number; cursor_bytes: number; broken?: 'repeats' | 'endless' };
  /** Why the list is not whole, where its cursors are to blame. */
  broken_off?: string;
  /** Of a saved `tools/list`, which has no place for them: whether there are instructions cannot be told. */
  instructions_unknown?: true;
  /** The revision that was agreed on, where it is known. */
  protocolVersion?: string;
  /** What the official clients refuse of the answers as such, where a live server gave them. */
  refused?: { pointer: string; message: string }[];
  /** Entries that are no tools at all and were left out, by RFC 6901 pointer into the list's owner. */
  unreadable?: { pointer: string; message: string }[];
}
