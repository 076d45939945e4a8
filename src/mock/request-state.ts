/** What the mock hands out between the rounds of a question: what was said so far, signed, so that nobody alters it. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { isObject } from '../util/plain.js';

const KEY = randomBytes(32);

export interface RequestState {
  /** The tool or prompt that asks. */
  asker: string;
  answers: Record<string, unknown>;
}

export function sealState(state: RequestState): string {
  const body = Buffer.from(JSON.stringify(state)).toString('base64url');
  return `${body}.${sign(body).toString('base64url')}`;
}

/** Undefined when it is not one of ours, or not this asker's. */
export function openState(text: unknown, asker: string): RequestState | undefined {
  const [body, signature] = typeof text === 'string' ? text.split('.') : [];
  if (body === undefined || signature === undefined) return undefined;
  const given = Buffer.from(signature, 'base64url');
  const own = sign(body);
  if (given.length !== own.length || !timingSafeEqual(given, own)) return undefined;
  const state: unknown = JSON.parse(Buffer.from(body, 'base64url').toString());
  return isObject(state) && state.asker === asker ? (state as unknown as RequestState) : undefined;
}

function sign(body: string): Buffer {
  return createHmac('sha256', KEY).update(body).digest();
}
