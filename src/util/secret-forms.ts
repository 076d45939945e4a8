/** The spellings in which a secret can stand in other text. */

export function formsOf(secret: string): Set<string> {
  const forms = new Set([secret]);
  const escaped = JSON.stringify(secret).slice(1, -1);
  forms.add(escaped);
  forms.add(JSON.stringify(escaped).slice(1, -1));
  const percent = encodeURIComponent(wellFormed(secret));
  forms.add(percent);
  forms.add(percent.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()));
  forms.add(percent.replace(/%20/g, '+'));
  for (const base64 of base64Forms(Buffer.from(secret, 'utf8'))) forms.add(base64);
  return forms;
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
