// Written by `mcptest types notes` from the live catalogue. Write it again when the tools change.
/* eslint-disable */

/** For `server<NotesTools>({ … })` of mcptest/vitest and mcptest/node-test. */
export interface NotesTools {
  /** Add a note to the end of the list. Use it when the user wants something remembered. */
  add: {
    args: {
      /** The words of the note. */
      text: string;
    };
    structured: {
      id: number;
      text: string;
    };
  };
  /** Find the notes that contain a word. Use it when the user asks what was noted. */
  search: {
    args: {
      /** The word to look for. */
      word: string;
    };
    structured: unknown;
  };
}
