/** Whose scores are read: a store may hold those of several judges and rubrics, which are not on one scale. */
import { didYouMean } from '../../util/did-you-mean.js';
import { McptestError } from '../../util/errors.js';
import { oneLine } from '../../util/text.js';
import type { Db } from '../db/types.js';

export interface Scope {
  judge: string;
  rubric: string;
}

interface Counted extends Scope {
  scored: number;
  newest: string;
}

/** The newest pair that has judged at least half as much as the busiest; of one judge where it is named. */
export async function chooseScope(db: Db, judge?: string): Promise<Scope> {
  const all = await scopesIn(db);
  const named = judge === undefined ? all : all.filter((one) => one.judge === judge);
  const [best] = bigEnough(named).sort((a, b) => compare(b.newest, a.newest) || compare(b.rubric, a.rubric));
  if (best !== undefined) return { judge: best.judge, rubric: best.rubric };
  throw judge === undefined ? nothingScored() : unknownJudge(judge, all);
}

async function scopesIn(db: Db): Promise<Counted[]> {
  const from = (table: string): Promise<Counted[]> =>
    db.all<Counted>(
      `select judge, rubric, count(*) as scored, max(scored_at) as newest from ${table} group by judge, rubric`,
    );
  const servers = await from('server_scores');
  // Tools come first; a server has none before its tools are judged.
  return servers.length > 0 ? servers : from('scores');
}

function bigEnough(all: readonly Counted[]): Counted[] {
  const most = Math.max(0, ...all.map(({ scored }) => scored));
  return all.filter(({ scored }) => scored * 2 >= most);
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function nothingScored(): McptestError {
  return new McptestError({
    code: 'registry-unscored',
    message: 'the registry contains no score yet',
    hint: 'Score what was ingested with `mcptest tdqs sweep`.',
  });
}

function unknownJudge(judge: string, all: readonly Counted[]): McptestError {
  const known = [...new Set(all.map((one) => one.judge))];
  const guess = didYouMean(judge, known);
  const listed = known.map(oneLine).join(', ');
  const has = listed === '' ? 'It contains no score yet.' : `It holds those of ${listed}.`;
  return new McptestError({
    code: 'registry-unscored',
    message: `the registry contains no score of ${oneLine(judge)}${guess ? `; did you mean ${oneLine(guess)}?` : ''}`,
    hint: has,
  });
}
