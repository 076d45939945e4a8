/** What an answer that is no success means: the kind, the wait that it asks for, and one clear sentence. */
import type { FailureKind } from '../types/driver.js';
import { omitUndefined } from '../util/omit-undefined.js';
import { isObject, ownValue } from '../util/plain.js';
import { clip, oneLine } from '../util/text.js';
import type { AttemptFailure } from './retry.js';

/** Whose answer it is, for the sentence. */
export interface ModelEndpoint {
  /** `Anthropic`, or the address of a compatible endpoint. */
  title: string;
  model: string;
  /** The variable that holds the key; undefined without one. */
  keyName?: string;
}

export interface FailedAnswer {
  status: number;
  headers: Headers;
  body: string;
}

const LONGEST_WORDS = 400;

export function httpFailure(endpoint: ModelEndpoint, answer: FailedAnswer, nowMs: number): AttemptFailure {
  const { status } = answer;
  const json = parse(answer.body);
  const words = wordsOf(json) ?? answer.body;
  const kind = kindOf(status, json, words);
  const wait = retryAfter(answer.headers, json, nowMs);
  const message = sentence(kind, endpoint, status, clip(oneLine(words.trim()), LONGEST_WORDS));
  return omitUndefined({ kind, status, message, retry_after_ms: wait });
}

function kindOf(status: number, json: unknown, words: string): FailureKind {
  if (status === 401 || status === 403) return 'unauthorized';
  if (status === 402 || /insufficient_quota/.test(String(ownValue(ownValue(json, 'error'), 'code'))))
    return 'quota';
  // Google says so with 400.
  if (status === 400 && /API key not valid|API_KEY_INVALID/.test(words)) return 'unauthorized';
  if (status === 404) return 'not-found';
  if (status === 429) return 'rate-limited';
  if (status === 408) return 'network';
  if (status === 503 || status === 529) return 'overloaded';
  return status >= 500 ? 'server-error' : 'bad-request';
}

function sentence(kind: FailureKind, endpoint: ModelEndpoint, status: number, words: string): string {
  const { title, model, keyName } = endpoint;
  const said = words === '' ? '.' : `: ${words}`;
  switch (kind) {
    case 'unauthorized':
      // What a provider says to a wrong key may show parts of it.
      if (status === 403) return `${title} does not allow this (403)${said}`;
      return keyName === undefined
        ? `${title} wants a key (${status}); name its variable in api_key_env.`
        : `${title} refused the key in ${keyName} (${status}).`;
    case 'quota':
      return `${title} says that the account has no credit left (${status})${said}`;
    case 'not-found':
      return `${title} does not know the model "${oneLine(model)}", or the address is wrong (404)${said}`;
    case 'rate-limited':
      return `${title} limits the rate of requests (429)${said}`;
    case 'overloaded':
      return `${title} is overloaded (${status})${said}`;
    case 'server-error':
      return `${title} failed (${status})${said}`;
    case 'network':
      return `${title} gave up on the request (${status})${said}`;
    default:
      return status >= 300 && status < 400
        ? `${title} redirects (${status}), which is not followed; write the final address in base_url.`
        : `${title} refused the request (${status})${said}`;
  }
}

/** What the provider says, in whichever of the usual places. */
export function wordsOf(json: unknown): string | undefined {
  const error = ownValue(json, 'error');
  const detail = ownValue(json, 'detail');
  const first = Array.isArray(detail) ? ownValue(detail[0], 'msg') : detail;
  const found = [ownValue(error, 'message'), error, ownValue(json, 'message'), first];
  return found.find((text): text is string => typeof text === 'string' && text !== '');
}

/** Milliseconds, from `retry-after-ms`, `retry-after` (seconds or a date), or Google's `retryDelay`. */
export function retryAfter(headers: Headers, json: unknown, nowMs: number): number | undefined {
  const ms = positive(headers.get('retry-after-ms'));
  if (ms !== undefined) return Math.ceil(ms);
  const text = headers.get('retry-after')?.trim();
  const seconds = positive(text);
  if (seconds !== undefined) return Math.ceil(seconds * 1000);
  // Only a date as HTTP writes it: the parser also takes "-5" for one.
  const date = text && /^[A-Z][a-z]{2,8}, /.test(text) ? Date.parse(text) : Number.NaN;
  if (!Number.isNaN(date)) return Math.max(0, date - nowMs);
  const details = ownValue(ownValue(json, 'error'), 'details');
  for (const detail of Array.isArray(details) ? details.slice(0, 20) : []) {
    const delay = /^(\d{1,9}(?:\.\d{1,9})?)s$/.exec(String(ownValue(detail, 'retryDelay')));
    if (delay) return Math.ceil(Number(delay[1]) * 1000);
  }
  return undefined;
}

function positive(text: string | null | undefined): number | undefined {
  return text && /^\d{1,9}(\.\d{1,9})?$/.test(text.trim()) ? Number(text) : undefined;
}

function parse(body: string): unknown {
  try {
    const value: unknown = JSON.parse(body);
    // Google wraps some errors in a list.
    if (Array.isArray(value)) return value[0];
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
