/** The optional GET stream of the legacy era, for what a server says unasked. Without one, POST is enough. */
import type { FaultLog } from '../session/fault-log.js';
import { mediaType } from './http-answer.js';
import { type ExchangeResult, pause } from './http-exchange.js';
import { readStream } from './http-stream.js';

export interface GetStream {
  cap: number;
  signal: AbortSignal;
  faults: FaultLog;
  deliver(value: unknown): void;
  /** Called when the stream stands. */
  opened(): void;
}

/** Resolves when the stream is over, or there is none. */
export async function readGetStream(
  get: (lastEventId?: string) => Promise<ExchangeResult>,
  { cap, signal, faults, deliver, opened }: GetStream,
): Promise<void> {
  const first = await get();
  if (!first.ok) return;
  const { response } = first;
  if (!response.ok || mediaType(response) !== 'text/event-stream') {
    response.discard();
    if (response.status === 405) return;
    const what = `HTTP ${response.status} came for the optional GET stream; 405 says that there is none`;
    faults.add('get-stream-refused', what);
    return;
  }
  opened();
  await readStream(response, {
    cap,
    faults,
    signal,
    deliver,
    answered: () => false,
    resume: async (lastEventId, afterMs) => {
      await pause(afterMs, signal);
      const next = signal.aborted ? undefined : await get(lastEventId);
      return next?.ok && next.response.ok ? next.response : undefined;
    },
  });
}
