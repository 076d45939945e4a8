/** The spellings in which a secret can stand in other text. */

/** JSON in a string in JSON and so on: each layer escapes the quotes and backslashes of the one below. */
const JSON_DEPTH = 7;
/** A shorter line of a secret may be anything, such as the brace of a JSON document. */
const TELLING_LINE = 12;

export function formsOf(secret: string): Set<string> {
  const forms = new Set([secret]);
  for (const start of [secret, asciiOnly(secret)]) {
    let text = start;
    for (let depth = 0; depth < JSON_DEPTH; depth++) {
      forms.add(text);
      text = JSON.stringify(text).slice(1, -1);
    }
  }
  for (const percent of percentForms(wellFormed(secret))) {
    forms.add(percent);
    forms.add(percent.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()));
    forms.add(percent.replace(/%20/g, '+'));
  }
  for (const base64 of base64Forms(Buffer.from(secret, 'utf8'))) forms.add(base64);
  for (const line of linesOf(secret)) forms.add(line);
  return forms;
}

/** What JavaScript escapes, what RFC 3986 does (`!` too), and what a form does (all but letters, digits and `*-._`). */
function percentForms(secret: string): string[] {
  const plain = encodeURIComponent(secret);
  const escaped = (text: string, chars: RegExp): string =>
    text.replace(chars, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
  return [plain, escaped(plain, /[!'()*]/g), escaped(plain, /[!'()~]/g)];
}

/** Of a key that is written over several lines: whoever shows a text line by line tears it apart. */
function linesOf(secret: string): string[] {
  const lines = secret.split(/[\r\n]+/).map((line) => line.trim());
  return lines.length < 2
    ? []
    : lines.filter((line) => line.length >= TELLING_LINE && !/^-+[\w ]+-+$/.test(line));
}

/**
 * What base64 shows of the secret wherever it stands in the encoded bytes: at each of the three
 * alignments the characters that depend on the secret alone.
 */
function base64Forms(bytes: Buffer): string[] {
  const out: string[] = [];
  for (const offset of [0, 1, 2]) {
    const encoded = Buffer.concat([Buffer.alloc(offset), bytes])
      .toString('base64')
      .replace(/=+$/, '');
    const start = Math.ceil((offset * 8) / 6);
    const end = Math.floor(((offset + bytes.length) * 8) / 6);
    const inner = encoded.slice(start, end);
    if (inner.length < 8) continue;
    out.push(inner, inner.replace(/\+/g, '-').replace(/\//g, '_'));
    if (offset === 0) out.push(encoded);
  }
  return out;
}

/** Lone surrogates cannot be percent-encoded. */
function wellFormed(text: string): string {
  return Buffer.from(text, 'utf8').toString('utf8');
}

/** As serializers write it that keep to ASCII: everything else as `\\uXXXX`, already escaped once. */
function asciiOnly(text: string): string {
  return JSON.stringify(text)
    .slice(1, -1)
    .replace(/[^\x00-\x7e]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
