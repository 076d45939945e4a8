/** Texts that look like secrets and are none, and how many of them a redactor blots. */
import { createHash } from 'node:crypto';
import type { Redactor, Secret } from '../../src/redact/redactor.js';
import { secretsOfHeaders, secretsOfUrl } from '../../src/redact/target-secrets.js';

const hash = (text: string): Buffer => createHash('sha512').update(text).digest();

/** As many as a machine of CI has, and what the URL of a server and its headers bring along. */
export function secretsOfCi(): Secret[] {
  const made = Array.from({ length: 20 }, (_, i) => ({
    name: `S${i}_TOKEN`,
    value: hash(`secret ${i}`)
      .toString(i % 2 ? 'hex' : 'base64url')
      .slice(0, 8 + 2 * i),
  }));
  const url =
    'https://mcp.example.com/mcp?api_key=Zx81-kk29-PpQ7&region=eu-west-1&mode=read-only&version=2025-06-18&lang=en-US';
  return [
    ...made,
    ...secretsOfUrl(url, 'URL'),
    ...secretsOfHeaders({ 'x-tenant': 'north-west', accept: 'application/json' }),
  ];
}

const IN_TEXT = [
  /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi,
  /\b[0-9a-f]{16,128}\b/gi,
  /\b[A-Za-z0-9+/]{24,}={0,2}/g,
  /\b(?=\w*\d)(?=\w*[a-z])[\w-]{12,}\b/gi,
  /%[0-9A-F]{2}[\w%.-]*/gi,
];

/** Those that stand in a text; without one, made-up ones of every kind. */
export function lookAlikes(text?: string): string[] {
  if (text !== undefined) return IN_TEXT.flatMap((pattern) => text.match(pattern) ?? []);
  return Array.from({ length: 2000 }, (_, i) => hash(`look-alike ${i}`)).flatMap((bytes, i) => {
    const hex = bytes.toString('hex');
    return [
      hex.slice(0, 40),
      hex,
      `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`,
      bytes.toString('base64'),
      `data:image/png;base64,iVBORw0KGgo${Buffer.concat(Array.from({ length: 30 }, (_, n) => hash(`${i} ${n}`))).toString('base64')}`,
      `sha512-${bytes.toString('base64')}`,
      `https://example.com/items/${hex.slice(0, 24)}?page_token=${bytes.toString('base64url').slice(0, 30)}&sort_key=name`,
      `${hex.slice(0, 7)} fix %20 in \\u00fc &amp; ${bytes.toString('base64url').slice(0, 22)}`,
      encodeURIComponent(bytes.toString('base64')),
    ];
  });
}

export interface Blots {
  texts: number;
  blotted: number;
  examples: string[];
}

export function blotsIn(texts: string[], redactor: Redactor): Blots {
  const examples: string[] = [];
  let blotted = 0;
  for (const text of texts) {
    const out = redactor.text(text);
    if (out === text) continue;
    blotted += 1;
    const at = out.indexOf('[secret:');
    if (examples.length < 20) examples.push(out.slice(Math.max(0, at - 60), at + 60).replace(/\s+/g, ' '));
  }
  return { texts: texts.length, blotted, examples };
}
