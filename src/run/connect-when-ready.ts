/** `--wait-for-ready`: a server behind a URL may still be coming up, so it is asked until it answers. */
import { type ConnectOptions, type ConnectResult, connect } from '../client/connect.js';
import type { ServerSpec } from '../types/connection.js';

const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 1000;
/** Waiting mends none of these. */
const FINAL = new Set(['bad-url', 'bad-header', 'bad-token', 'unknown-protocol', 'aborted']);

/** The last failure counts when the time is over. A server of ours is awaited by its own deadline. */
export async function connectWhenReady(
  spec: ServerSpec,
  options: ConnectOptions,
  waitMs: number,
): Promise<ConnectResult> {
  const deadline = performance.now() + waitMs;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
    const got = await connect(spec, options);
    const left = deadline - performance.now();
    const waits = spec.url !== undefined && spec.start === undefined && left > 0;
    if (got.ok || !waits || got.failure.stage === 'auth' || FINAL.has(got.failure.code)) return got;
    await sleep(Math.min(pause, left), options.signal);
    if (options.signal?.aborted) return got;
  }
}

function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((done) => {
    const end = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      done();
    };
    const timer = setTimeout(end, ms);
    signal?.addEventListener('abort', end, { once: true });
  });
}
