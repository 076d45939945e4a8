/** The counts of a run in words, and which server spoke what. */
import type { RunEnvelope, ServerProvenance } from '../types/envelope.js';
import { plural } from '../util/text.js';
import { milliseconds, safe } from './safe-text.js';

/** `1 failed, 12 passed, 1 skipped of 14 tests in 1234ms (1 flaky)`. */
export function countsText({ summary, duration_ms }: RunEnvelope): string {
  const counts = [
    [summary.failed, 'failed'],
    [summary.inconclusive, 'inconclusive'],
    [summary.passed, 'passed'],
    [summary.skipped, 'skipped'],
  ] as const;
  const parts = counts.filter(([count]) => count > 0).map(([count, word]) => `${count} ${word}`);
  const asides = [
    ...(summary.flaky > 0 ? [`${summary.flaky} flaky`] : []),
    ...(summary.cached > 0 ? [`${summary.cached} cached`] : []),
    ...(summary.gates_failed > 0 ? [`${plural(summary.gates_failed, 'gate')} failed`] : []),
  ];
  const whole = `${parts.length > 0 ? `${parts.join(', ')} of ` : ''}${plural(summary.total, 'test')}`;
  return `${whole} in ${milliseconds(duration_ms)}${asides.length > 0 ? ` (${asides.join(', ')})` : ''}`;
}

/** `everything: stdio, 2025-11-25, legacy era`. */
export function serverText(server: ServerProvenance): string {
  const facts = [server.transport, server.protocol_version ?? 'never spoke MCP'];
  if (server.era !== undefined) facts.push(`${server.era} era`);
  if (server.restarts) facts.push(`restarted ${plural(server.restarts, 'time')}`);
  return safe(`${server.name}: ${facts.join(', ')}`);
}
