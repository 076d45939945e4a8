/** A thousand seeded orders of answers, cancellations, failures and deaths: each request settles once, by what came first. */
import { expect, test } from 'vitest';
import { type Random, randomOf } from '../../../eval/lib/random.js';
import { FaultLog } from './fault-log.js';
import type { SessionReply } from './session.js';
import { Session } from './session.js';
import type { Message, Transport, TransportListener } from './transport.js';

const SEEDS = 1000;

class Wire implements Transport {
  readonly kind = 'http';
  alive = true;
  readonly sent: Message[] = [];
  readonly abandoned: number[] = [];
  listener!: TransportListener;
  listen(listener: TransportListener): void {
    this.listener = listener;
  }
  send(message: Message): void {
    this.sent.push(message);
  }
  abandon(id: number): void {
    this.abandoned.push(id);
  }
  agreed(): void {}
  stderrTail(): string {
    return '';
  }
  async close(): Promise<void> {}
}

interface Asked {
  id: number;
  controller: AbortController;
  /** What has to come of it, once something came. */
  expected?: { kind: string; mine?: number };
  settled: SessionReply[];
}

const EVENTS = [
  'answer',
  'answer',
  'answer',
  'error',
  'again',
  'stranger',
  'failure',
  'cancel',
  'gone',
] as const;

function happen(wire: Wire, asked: Asked[], random: Random): void {
  const one = random.pick(asked);
  const { id } = one;
  const first = (kind: string, value?: number): void => {
    one.expected ??= { kind, ...(value !== undefined && { mine: value }) };
  };
  const answer = (): void => {
    const mine = random.whole(0, 1e6);
    wire.listener.onMessage({ jsonrpc: '2.0', id, result: { mine } });
    first('result', mine);
  };
  const happenings: Record<(typeof EVENTS)[number], () => void> = {
    answer,
    again: answer,
    error: () => {
      wire.listener.onMessage({ jsonrpc: '2.0', id, error: { code: -32_000, message: 'no' } });
      first('error');
    },
    stranger: () => {
      const strange = random.pick([String(id), 9999, null]);
      wire.listener.onMessage({ jsonrpc: '2.0', id: strange, result: {} });
    },
    failure: () => {
      wire.listener.onFailure(id, { kind: 'invalid', message: 'cut' });
      first('invalid');
    },
    cancel: () => {
      one.controller.abort();
      first('timeout');
    },
    gone: () => {
      if (random.next() < 0.8) return;
      wire.listener.onGone({ message: 'the server left.' });
      for (const each of asked) each.expected ??= { kind: 'died' };
    },
  };
  happenings[random.pick(EVENTS)]();
}

async function play(seed: number): Promise<void> {
  const random = randomOf(seed);
  const wire = new Wire();
  const options = {
    faults: new FaultLog(),
    client: { name: 'c', version: '1' },
    timeoutMs: 60_000,
    answers: {},
  };
  const session = new Session(wire, options);
  const count = random.whole(1, 6);
  const asked = Array.from({ length: count }, (): Asked => {
    const controller = new AbortController();
    const one: Asked = { id: 0, controller, settled: [] };
    void session
      .request('tools/call', {}, { signal: controller.signal })
      .then((reply) => one.settled.push(reply));
    one.id = wire.sent.at(-1)?.id as number;
    return one;
  });
  for (let left = random.whole(0, 14); left > 0; left -= 1) {
    happen(wire, asked, random);
    if (random.next() < 0.4) await null;
  }
  await session.close();
  for (const one of asked) one.expected ??= { kind: 'died' };
  await new Promise((resolve) => setImmediate(resolve));
  await new Promise((resolve) => setImmediate(resolve));
  for (const { settled, expected } of asked) {
    const seen = settled.map((reply) => ({
      kind: reply.kind,
      ...(reply.kind === 'result' && { mine: (reply.result as { mine: number }).mine }),
    }));
    expect(seen, `seed ${seed}`).toEqual([expected]);
  }
  const given = new Set(wire.abandoned);
  expect(given.size, `seed ${seed}: given up once each`).toBe(wire.abandoned.length);
}

test(`${SEEDS} interleavings of answers, cancels and deaths settle each request exactly once`, async () => {
  for (let seed = 1; seed <= SEEDS; seed += 1) await play(seed);
});
