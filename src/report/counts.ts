/** The counts of a run in words, and which server spoke what. */

import { rowNames } from '../envelope/row-names.js';
import type { RunEnvelope, ServerProvenance } from '../types/envelope.js';
import { plural } from '../util/text.js';
import { milliseconds, safe } from './text/safe-text.js';

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
