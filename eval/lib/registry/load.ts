/** Many connections at once, each asking again as soon as it is answered; how long the answers took. */
import { Agent, request } from 'node:http';

export interface Load {
  answers: number;
  errors: string[];
  p50: number;
  p99: number;
  most: number;
  per_second: number;
}

export async function atOnce(
  connections: number,
  seconds: number,
  work: (turn: number) => Promise<void>,
): Promise<Load> {
  const times: number[] = [];
  const errors: string[] = [];
  const start = performance.now();
  const end = start + seconds * 1000;
  let turn = 0;
  const loop = async (): Promise<void> => {
    while (performance.now() < end) {
      const began = performance.now();
      turn += 1;
      try {
        await work(turn);
        times.push(performance.now() - began);
      } catch (error) {
        errors.push(String(error));
      }
    }
  };
  await Promise.all(Array.from({ length: connections }, loop));
  const took = (performance.now() - start) / 1000;
  times.sort((a, b) => a - b);
  const at = (part: number): number =>
    times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0;
  return {
    answers: times.length,
    errors,
    p50: at(0.5),
    p99: at(0.99),
    most: times.at(-1) ?? 0,
    per_second: times.length / took,
  };
}

/** Asks a server over connections that stay open; anything but 200 and 304 is an error. */
export function asker(url: string, connections: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const ask = (path: string, headers: Record<string, string> = {}): Promise<string | undefined> =>
    new Promise((done, failed) => {
      const sent = request(new URL(path, url), { agent, headers }, (answer) => {
        answer.resume();
        answer.on('end', () => {
          if (answer.statusCode === 200 || answer.statusCode === 304) done(answer.headers.etag);
          else failed(new Error(`${answer.statusCode} for ${path}`));
        });
        answer.on('error', failed);
      });
      sent.on('error', failed);
      sent.end();
    });
  return { ask, close: () => agent.destroy() };
}
