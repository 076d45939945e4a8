/**
 * `fetch` for talking to a provider: redirects are not followed (they would carry the key elsewhere), the
 * answer is read whole and at most 32 MB of it, and whatever is no success is thrown as an `AttemptError`
 * that says why.
 */
import { clip, oneLine } from '../util/text.js';
import { httpFailure, type ModelEndpoint } from './http-failure.js';
import type { AttemptFailure } from './retry.js';

const MAX_ANSWER_BYTES = 32 * 1024 * 1024;
const MAX_ERROR_BYTES = 64 * 1024;

export class AttemptError extends Error {
  readonly failure: AttemptFailure;

  constructor(failure: AttemptFailure) {
    super(failure.message);
    this.name = 'AttemptError';
    this.failure = failure;
  }
}

export function providerFetch(endpoint: ModelEndpoint, rewrite?: (body: unknown) => unknown): typeof fetch {
  return async (url, init) => {
    const body =
      rewrite && typeof init?.body === 'string' ? JSON.stringify(rewrite(JSON.parse(init.body))) : init?.body;
    let response: Response;
    let text: string;
    try {
      response = await fetch(url, { ...init, body, redirect: 'manual' });
      text = await readBody(response, response.ok ? MAX_ANSWER_BYTES : MAX_ERROR_BYTES);
    } catch (error) {
      if (init?.signal?.aborted || error instanceof AttemptError) throw error;
      throw new AttemptError(networkFailure(endpoint, error));
    }
    if (!response.ok) {
      const answer = { status: response.status, headers: response.headers, body: text };
      throw new AttemptError(httpFailure(endpoint, answer, Date.now()));
    }
    return new Response(text, { status: 200, headers: { 'content-type': 'application/json' } });
  };

  async function readBody(response: Response, limit: number): Promise<string> {
    const chunks: Uint8Array[] = [];
    let size = 0;
    // A failure whose text is too long is still that failure; only a success must be read to its end.
    for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
      size += chunk.length;
      if (size > limit) {
        if (!response.ok) break;
        const message = `${endpoint.title} gave an answer larger than ${limit / 1024 / 1024} MB.`;
        throw new AttemptError({ kind: 'malformed', message });
      }
      chunks.push(chunk);
    }
    return Buffer.concat(chunks).toString('utf8');
  }
}

const REASONS: Record<string, string> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'the host name is not known',
  EAI_AGAIN: 'the host name cannot be looked up now',
  ECONNRESET: 'the connection was cut',
  EPIPE: 'the connection was cut',
  UND_ERR_SOCKET: 'the connection was cut',
  ETIMEDOUT: 'the connection timed out',
  UND_ERR_CONNECT_TIMEOUT: 'the connection timed out',
  UND_ERR_HEADERS_TIMEOUT: 'no answer came',
  UND_ERR_BODY_TIMEOUT: 'the answer stopped half-way',
};

/** A wrong host or certificate, or a request that was never sent, stays wrong; the rest may pass in a moment. */
const FINAL = /^(ENOTFOUND|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|ERR_TLS|ERR_INVALID)/;

function networkFailure(endpoint: ModelEndpoint, error: unknown): AttemptFailure {
  const cause = error instanceof Error ? error.cause : undefined;
  const code = String((cause as { code?: unknown } | undefined)?.code ?? '');
  const why = Object.hasOwn(REASONS, code) ? REASONS[code] : code || wordsOfError(cause ?? error);
  const message = `${endpoint.title} could not be reached: ${why}.`;
  return { kind: 'network', message, final: code === '' || FINAL.test(code) };
}

function wordsOfError(error: unknown): string {
  return clip(oneLine(error instanceof Error ? error.message : String(error)), 200);
}
