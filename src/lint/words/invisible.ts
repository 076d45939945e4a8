/** Data: characters that a reader does not see and a model does. */

/** Stripped from the copy that patterns are matched on; line ends and tabs stay. */
export const INVISIBLE =
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: single code points are meant
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb]|[\u{e0000}-\u{e01ef}]/u;
