/**
 * The redactor as it was before it decoded: it knew a list of spellings of each secret. Kept as the measure that
 * `npm run bench -- --only redact` sets today's beside, in the same run.
 */
import { TOKEN_SHAPES } from '../src/redact/token-shapes.js';

const JSON_DEPTH = 7;

/** Two patterns have been made faster since, and one is new. */
const SHAPES = [
  ...TOKEN_SHAPES.filter(({ hint }) => !['AKIA', 'ASIA', '://', '='].includes(hint ?? '')),
  { hint: 'A', pattern: /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g, replacement: '[secret:aws-key]' },
  {
    hint: '@',
    pattern: /\b([a-z][a-z0-9+.-]{1,20}:\/\/)[^\s/?#@"'<>[\]]{1,256}@/gi,
    replacement: '$1[secret:userinfo]@',
  },
];

export function redactByForms(secrets: { name: string; value: string }[]): (text: string) => string {
  const first = new Uint8Array(65_536);
  const byPair = new Map<number, { text: string; placeholder: string }[]>();
  for (const { name, value } of secrets)
    for (const text of formsOf(value)) {
      const pair = pairOf(text, 0);
      first[pair] = 1;
      byPair.set(pair, [...(byPair.get(pair) ?? []), { text, placeholder: `[secret:${name}]` }]);
    }
  for (const list of byPair.values()) list.sort((a, b) => b.text.length - a.text.length);
  const scan = (input: string): string => {
    let out = '';
    let copied = 0;
    for (let i = 0; i < input.length - 1; i++) {
      const pair = pairOf(input, i);
      if (first[pair] === 0) continue;
      const hit = byPair.get(pair)?.find((form) => input.startsWith(form.text, i));
      if (!hit) continue;
      out += input.slice(copied, i) + hit.placeholder;
      i += hit.text.length - 1;
      copied = i + 1;
    }
    return copied === 0 ? input : out + input.slice(copied);
  };
  return (text) => {
    let out = scan(text);
    for (const { hint, pattern, replacement } of SHAPES)
      if (hint === undefined || out.includes(hint)) out = out.replace(pattern, replacement);
    return out;
  };
}

function formsOf(secret: string): Set<string> {
  const forms = new Set<string>();
  let text = secret;
  for (let depth = 0; depth < JSON_DEPTH; depth++) {
    forms.add(text);
    text = JSON.stringify(text).slice(1, -1);
  }
  const percent = encodeURIComponent(secret);
  for (const form of [percent, percent.toLowerCase(), percent.replace(/%20/g, '+')]) forms.add(form);
  for (const offset of [0, 1, 2]) {
    const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(secret)]);
    const inner = bytes
      .toString('base64')
      .slice(Math.ceil((offset * 8) / 6), Math.floor((bytes.length * 8) / 6));
    forms.add(inner).add(inner.replace(/\+/g, '-').replace(/\//g, '_'));
  }
  return forms;
}

function pairOf(text: string, at: number): number {
  return (text.charCodeAt(at) * 251 + text.charCodeAt(at + 1)) & 0xffff;
}
