/** Reading an answer's body without trusting its size, and showing the start of one that is no JSON-RPC. */
import { clip, oneLine } from '../../util/text.js';
import { HeldBytes } from '../session/held-bytes.js';
import type { HttpResponse } from './http-client.js';

const EXCERPT_BYTES = 200;

export type Body = { ok: true; bytes: Buffer } | { ok: false; bytes: Buffer; why: string };

/** The whole body; `ok` is false when it broke off or outgrew the cap, with the start of what came. */
export async function readBody(response: HttpResponse, cap: number): Promise<Body> {
  const held = new HeldBytes();
  try {
    for await (const chunk of response.body) {
      if (held.length + chunk.length > cap)
        return { ok: false, bytes: held.start(), why: `it exceeds ${cap} bytes` };
      held.add(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length));
    }
  } catch (error) {
    const { name, code } = error as NodeJS.ErrnoException;
    if (name === 'AbortError') throw error;
    const why = /^(Z_|ERR_BROTLI)/.test(code ?? '') ? 'its compression is broken' : 'it broke off';
    return { ok: false, bytes: held.start(), why };
  }
  return { ok: true, bytes: held.take(Buffer.alloc(0)) };
}

/** `"<!doctype html>…"`, or `an empty body`. */
export function excerpt(bytes: Buffer): string {
  if (bytes.length === 0) return 'an empty body';
  const text = oneLine(bytes.subarray(0, EXCERPT_BYTES).toString('utf8'));
  return JSON.stringify(bytes.length > EXCERPT_BYTES ? clip(`${text}……`, text.length + 1) : text);
}
