/** What a sweep did, or would do, and what a worker tells, for people. */
import type { SweepEstimate, SweepRound, WorkerEvent } from '../../types/registry.js';
import { formatDuration } from '../../util/duration.js';
import { plural } from '../../util/text.js';
import { safe } from '../text/safe-text.js';

export function sweepText(round: SweepRound): string {
  const lines = [`${safe(round.judge)}, rubric ${safe(round.rubric)} (${round.driver})`, summary(round)];
  if (round.missing > 0) lines.push(missingLine(round));
  return `${lines.join('\n')}\n`;
}

export function roundLine(round: SweepRound): string {
  return `mcptest: ${summary(round)}`;
}

function summary({ judged, carried, queued, failed, cost_usd }: SweepRound): string {
  const parts = [
    queued > 0 ? `${plural(queued, 'job')} queued` : `${judged} judged`,
    `${carried} had a score`,
  ];
  if (failed > 0) parts.push(`${failed} without an answer`);
  if (cost_usd > 0) parts.push(`$${cost_usd.toFixed(4)}`);
  return parts.join(', ');
}

function missingLine({ missing, parked, queued }: SweepRound): string {
  const why = parked > 0 ? `; ${parked} parked` : '';
  return `${plural(missing, 'tool')} without a score${queued > 0 ? ' until workers have judged them' : ''}${why}`;
}

export function estimateText({ judge, rubric, tools, servers, calls, ...rest }: SweepEstimate): string {
  const lines = [
    `${safe(judge)}, rubric ${safe(rubric)} (${rest.driver})`,
    `${plural(tools, 'tool')} of ${plural(servers, 'server')} to judge`,
  ];
  if (calls > 0) {
    const cost = rest.cost_usd === undefined ? 'price not known' : `about $${rest.cost_usd.toFixed(2)}`;
    lines.push(`${calls} calls, about ${rest.input_tokens} + ${rest.output_tokens} tokens, ${cost}`);
  }
  lines.push(`about ${formatDuration(rest.seconds * 1000)}`);
  return `${lines.join('\n')}\n`;
}

/** Undefined for what is not worth a line. */
export function eventLine(event: WorkerEvent): string | undefined {
  if (event.kind === 'lost')
    return `mcptest: ${plural(event.workers, 'worker')} lost; the jobs are back in the queue`;
  if (event.kind === 'cut') return `mcptest: the connection was cut, trying again (${safe(event.message)})`;
  return undefined;
}
