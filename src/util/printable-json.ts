/**
 * JSON that is safe to print: characters that a terminal or a CI log would obey are written as JSON escapes, so
 * the text reads back as the same value.
 */
const OBEYED =
  /[\u007f-\u009f\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb]|\udb40[\udc00-\uddef]|#(?=#\[|#vso\[|#teamcity\[)/gi;

/** JSON text that is safe to print, and still reads back as the same value. */
export function printableJson(text: string): string {
  return text.replace(OBEYED, escapeAll);
}

function escapeAll(text: string): string {
  return Array.from({ length: text.length }, (_, at) => {
    return `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`;
  }).join('');
}

/** A value as indented JSON with a line end. */
export function jsonText(value: unknown): string {
  return `${printableJson(JSON.stringify(value, null, 2))}\n`;
}
