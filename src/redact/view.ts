/** Where a secret stands in a text, and a text as it reads once it is decoded. All of it in bytes of UTF-8. */

export interface Hit {
  start: number;
  end: number;
  placeholder: string;
}

export interface View {
  bytes: Uint8Array;
  /** Where hits in the view stand in what was decoded; both in the order of their starts. */
  toSource(hits: readonly Hit[]): Hit[];
}
