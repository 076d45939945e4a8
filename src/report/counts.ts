/** The counts of a run in words, how strong its tests are, and which server spoke what. */

import { judgeText } from '../envelope/judges.js';
import { rowNames } from '../envelope/row-names.js';
import type { RunEnvelope, ServerProvenance } from '../types/envelope.js';
import type { Strength } from '../types/strength.js';
import { plural } from '../util/text.js';
import type { Colour, Paint } from './text/paint.js';
import { milliseconds, safe } from './text/safe-text.js';

const WORDS: Record<RunEnvelope['verdict'], [Colour, string]> = {
  pass: ['green', 'PASS'],
  fail: ['red', 'FAIL'],
  inconclusive: ['yellow', 'INCONCLUSIVE'],
};

/** The verdict in one line: all that `--quiet` shows, and what a report in a file leaves on the terminal. */
export function verdictLine(envelope: RunEnvelope, paint: Paint): string {
  const [colour, word] = WORDS[envelope.verdict];
  return `${paint(colour, word)}  ${countsText(envelope)}`;
}

/** `14 tests: 1 failed, 12 passed, 1 skipped, 1 flaky in 1234ms`. */
export function countsText({ summary, duration_ms }: RunEnvelope): string {
  const counts = [
    [summary.failed, 'failed'],
    [summary.inconclusive, 'inconclusive'],
    [summary.passed, 'passed'],
    [summary.skipped, 'skipped'],
    [summary.flaky, 'flaky'],
    [summary.cached, 'cached'],
    [summary.gates_failed, summary.gates_failed === 1 ? 'gate failed' : 'gates failed'],
  ] as const;
  const parts = counts.filter(([count]) => count > 0).map(([count, word]) => `${count} ${word}`);
  const list = parts.length > 0 ? `: ${parts.join(', ')}` : '';
  return `${plural(summary.total, 'test')}${list} in ${milliseconds(duration_ms)}`;
}

/** 0.8462 → `84 %`; only what is whole is called 100 %. */
export function ratePercent(rate: number | undefined): string {
  return rate === undefined ? 'not measured' : `${Math.floor(rate * 100)} %`;
}

/** `72 %: 107 of 148 changed replies noticed by 12 tests, 1 hollow`. */
export function strengthText({ rate, killed, mutants, tests }: Strength): string {
  const hollow = tests.filter((test) => test.hollow).length;
  const noticed = `${killed} of ${plural(mutants, 'changed reply', 'changed replies')} noticed by ${plural(tests.length, 'test')}`;
  return `${ratePercent(rate)}: ${noticed}${hollow > 0 ? `, ${hollow} hollow` : ''}`;
}

/** A line for each model and program that judged, and whether it was calibrated. */
export function judgeTexts({ judges = [] }: RunEnvelope): string[] {
  return judges.map((judge) => safe(judgeText(judge)));
}

/** Who took part beside the tests: servers, then judges. */
export function partyTexts(envelope: RunEnvelope): string[] {
  return [...serverTexts(envelope), ...judgeTexts(envelope).map((text) => `judge: ${text}`)];
}

/** A line for each server, with its suite where there are several. */
export function serverTexts({ provenance: { servers } }: RunEnvelope): string[] {
  const named = rowNames(servers);
  return servers.map((server) => serverText(server, named(server.name, server)));
}

/** `everything: stdio, 2025-11-25, legacy era`. */
export function serverText(server: ServerProvenance, name = server.name): string {
  const facts = [server.transport];
  if (server.protocol_version !== undefined) facts.push(server.protocol_version);
  if (server.era !== undefined) facts.push(`${server.era} era`);
  if (server.restarts) facts.push(`restarted ${plural(server.restarts, 'time')}`);
  return safe(`${name}: ${facts.join(', ')}`);
}
