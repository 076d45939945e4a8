/**
 * A program of `scorers:`: JSON on its input, `{ "score": 0 to 1, "reason": "…" }` on its output. It runs in a process
 * group of its own, without a shell, under a deadline, and may say so much and no more. Whatever else it does is no score.
 */
import { FaultLog } from '../../client/session/fault-log.js';
import type { SpawnResult } from '../../client/stdio/server-process.js';
import type { Suite } from '../../types/suite.js';
import { formatDuration } from '../../util/duration.js';
import { isObject, ownValue } from '../../util/plain.js';
import { clip, oneLine } from '../../util/text.js';
import { waitForExit } from '../wait-for-exit.js';

const DEFAULT_TIMEOUT_MS = 30_000;
const MOST_BYTES = 1_000_000;

export type StartProgram = (argv: string[], cwd: string) => Promise<SpawnResult>;

export interface ScorerContext {
  start: StartProgram;
  signal?: AbortSignal;
}

export type Scored = { score: number; reason?: string } | { problem: string };

export async function runScorer(
  { scorers, dir }: Suite,
  name: string,
  text: string,
  { start, signal }: ScorerContext,
): Promise<Scored> {
  const spec = scorers && Object.hasOwn(scorers, name) ? scorers[name] : undefined;
  if (spec === undefined)
    return { problem: `there is no scorer \`${oneLine(name)}\`; declare it in \`scorers\`` };
  const started = await start(spec.command, dir);
  if (!started.ok) return { problem: `the scorer ${oneLine(name)} did not start: ${started.message}` };
  const { process: program } = started;
  const chunks: Buffer[] = [];
  let size = 0;
  program.child.stdout?.on('data', (chunk: Buffer) => {
    // The rest is read, so that the program can end, and dropped.
    if (size <= MOST_BYTES) chunks.push(chunk);
    size += chunk.length;
  });
  // One that reads nothing closes its input, which is its right.
  program.child.stdin?.on('error', () => {});
  program.child.stdin?.end(`${JSON.stringify({ scorer: name, text })}\n`);
  const limit = spec.timeout_ms ?? DEFAULT_TIMEOUT_MS;
  const late = await waitForExit(program.gone, limit, signal);
  await program.stop(new FaultLog(), late !== undefined);
  const who = `the scorer ${oneLine(name)}`;
  if (late === 'interrupted') return { problem: `${who} was interrupted` };
  if (late === 'deadline') return { problem: `${who} was not done within ${formatDuration(limit)}` };
  const { exitCode, signalCode } = program.child;
  if (exitCode !== 0) {
    const tail = program.stderrTail().trim();
    return {
      problem: `${who} ended with ${signalCode ?? `exit code ${exitCode}`}${tail ? `: ${oneLine(clip(tail, 500))}` : ''}`,
    };
  }
  if (size > MOST_BYTES) return { problem: `${who} wrote more than ${MOST_BYTES} bytes` };
  return readScore(Buffer.concat(chunks).toString('utf8'), who);
}

function readScore(text: string, who: string): Scored {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return {
      problem: `${who} did not answer with one JSON object: ${oneLine(clip(text.trim(), 200)) || 'nothing'}`,
    };
  }
  const [score, reason] = [ownValue(value, 'score'), ownValue(value, 'reason')];
  if (!isObject(value) || typeof score !== 'number' || !(score >= 0 && score <= 1))
    return { problem: `${who} gave no \`score\` from 0 to 1: ${oneLine(clip(text.trim(), 200))}` };
  return typeof reason === 'string' ? { score, reason: clip(reason, 2000) } : { score };
}
