/** Reading an answer's body without trusting its size, and showing the start of one that is no JSON-RPC. */
import { clip, oneLine } from '../util/text.js';
import type { HttpResponse } from './http-client.js';

const EXCERPT_BYTES = 200;

export type Body = { ok: true; bytes: Buffer } | { ok: false; bytes: Buffer; why: string };

/** The whole body; `ok` is false when it broke off or outgrew the cap, with what came until then. */
export async function readBody(response: HttpResponse, cap: number): Promise<Body> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of response.body) {
      size += chunk.length;
      if (size > cap) return { ok: false, bytes: Buffer.concat(chunks), why: `it exceeds ${cap} bytes` };
      chunks.push(chunk);
    }
  } catch (error) {
    const { name, code } = error as NodeJS.ErrnoException;
    if (name === 'AbortError') throw error;
    const why =
      code?.startsWith('Z_') || code?.startsWith('ERR_BROTLI') ? 'its compression is broken' : 'it broke off';
    return { ok: false, bytes: Buffer.concat(chunks), why };
  }
  return { ok: true, bytes: Buffer.concat(chunks) };
}

/** `"<!doctype html>…"`, or `an empty body`. */
export function excerpt(bytes: Buffer): string {
  if (bytes.length === 0) return 'an empty body';
  const text = oneLine(bytes.subarray(0, EXCERPT_BYTES).toString('utf8'));
  return JSON.stringify(bytes.length > EXCERPT_BYTES ? clip(`${text}……`, text.length + 1) : text);
}
