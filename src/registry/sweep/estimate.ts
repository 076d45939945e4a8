/** What a sweep would take and cost; nothing is judged for good, and nothing is written. */
import type { SweepEstimate } from '../../types/registry.js';
import type { JudgeEstimate } from '../../types/tdqs.js';
import { omitUndefined } from '../../util/omit-undefined.js';
import type { Db } from '../db/types.js';
import { loadWork, pendingServers, staleServers } from '../work/find-work.js';
import { subjectsOf } from '../work/judge-work.js';
import type { ServerWork } from '../work/types.js';
import type { RegistryJudge } from './open-registry-judge.js';

/** How long an answer of a model takes, where nobody knows better. */
const SECONDS_A_CALL = 5;
/** Tools that the offline judge is timed with. */
const SAMPLE = 300;
const PART = 64;

type Taken = Pick<SweepEstimate, 'calls' | 'input_tokens' | 'output_tokens' | 'cost_usd' | 'seconds'>;

export async function estimateSweep(
  db: Db,
  judge: RegistryJudge,
  per_minute: number | undefined,
): Promise<SweepEstimate> {
  const { name } = judge;
  const pending = await pendingServers(db, name);
  const servers = [
    ...new Set([...pending.map(({ server_id }) => server_id), ...(await staleServers(db, name))]),
  ];
  const tools = pending.reduce((sum, { missing }) => sum + missing, 0);
  const work = workOf(db, judge, servers);
  const taken =
    judge.offline === undefined
      ? await modelTakes(judge, work, per_minute)
      : await offlineTakes(judge, work, tools);
  const { judge: id, rubric } = name;
  return omitUndefined({ judge: id, rubric, tools, servers: servers.length, ...taken, driver: db.driver });
}

async function* workOf(
  db: Db,
  { name }: RegistryJudge,
  servers: readonly number[],
): AsyncIterable<ServerWork> {
  for (let from = 0; from < servers.length; from += PART)
    yield* await loadWork(db, name, servers.slice(from, from + PART));
}

/** Judges a few, and throws the scores away. */
async function offlineTakes(
  { offline, concurrency }: RegistryJudge,
  list: AsyncIterable<ServerWork>,
  tools: number,
): Promise<Taken> {
  const start = performance.now();
  let timed = 0;
  for await (const work of list) {
    await offline?.(work);
    timed += work.missing.length;
    if (timed >= SAMPLE) break;
  }
  const each = timed === 0 ? 0 : (performance.now() - start) / timed;
  const seconds = Math.ceil((each * tools) / 1000 / concurrency);
  return { calls: 0, input_tokens: 0, output_tokens: 0, cost_usd: 0, seconds };
}

async function modelTakes(
  judge: RegistryJudge,
  list: AsyncIterable<ServerWork>,
  per_minute: number | undefined,
): Promise<Taken> {
  const total: Taken = { calls: 0, input_tokens: 0, output_tokens: 0, seconds: 0 };
  for await (const work of list) {
    const asked = asks(work, judge);
    if (asked === undefined) continue;
    total.calls += asked.calls;
    total.input_tokens += asked.input_tokens;
    total.output_tokens += asked.output_tokens;
    if (asked.cost_usd !== undefined) total.cost_usd = (total.cost_usd ?? 0) + asked.cost_usd;
  }
  const side_by_side = (total.calls * SECONDS_A_CALL) / judge.concurrency;
  const by_rate = per_minute === undefined ? 0 : (total.calls * 60) / per_minute;
  return { ...total, seconds: Math.ceil(Math.max(side_by_side, by_rate)) };
}

function asks(work: ServerWork, { judge }: RegistryJudge): JudgeEstimate | undefined {
  const missing = new Set(work.missing);
  const subjects = subjectsOf(work);
  const tools = subjects.filter(({ id }) => missing.has(id)).map(({ subject }) => subject);
  const whole = subjects.map(({ subject: { tool, signals } }) => ({ tool, signals }));
  const asked = work.judge_set && whole.length > 0;
  return judge.estimate?.(tools, asked ? [{ server: work.server, tools: whole, candidates: [] }] : []);
}
