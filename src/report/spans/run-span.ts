/** The run as a whole: how it ended, the servers that were spoken to, and what is wrong beside its rows. */
import type { RunEnvelope, ServerProvenance } from '../../types/envelope.js';
import { traceIds } from '../../util/trace-ids.js';
import { problems } from '../problems.js';
import { attributes } from './attributes.js';
import { INTERNAL, makeSpan, type Span } from './span.js';

const STATUS = { pass: 'success', fail: 'failure', inconclusive: undefined } as const;

export function runSpan(envelope: RunEnvelope, start: bigint, end: bigint): Span {
  const { run_id, verdict, exit_code, summary, provenance, strength, coverage } = envelope;
  const ids = traceIds(run_id, 'run');
  // Rows have spans of their own.
  const beside = problems(envelope).filter(({ source }) => source !== 'case');
  const span = makeSpan({
    ids,
    id: ids.root,
    name: 'mcptest run',
    kind: INTERNAL,
    start,
    end,
    attributes: attributes({
      'test.suite.run.status': STATUS[verdict],
      'mcptest.run_id': run_id,
      'mcptest.verdict': verdict,
      'mcptest.exit_code': exit_code,
      'mcptest.servers': provenance.servers.map(serverLine),
      'mcptest.strength.rate': strength?.rate,
      'mcptest.coverage.percent': coverage?.percent,
      ...Object.fromEntries(Object.entries(summary).map(([key, count]) => [`mcptest.summary.${key}`, count])),
    }),
    failed: verdict === 'fail' ? (beside[0]?.message ?? 'a test failed') : undefined,
  });
  const events = beside.map(({ source, name, verdict: outcome, message }) => ({
    name: 'mcptest.problem',
    timeUnixNano: String(end),
    attributes: attributes({
      'mcptest.problem.source': source,
      'mcptest.problem.name': name,
      'mcptest.problem.verdict': outcome,
      'mcptest.problem.message': message,
    }),
  }));
  return events.length > 0 ? { ...span, events } : span;
}

function serverLine({ name, transport, era, protocol_version }: ServerProvenance): string {
  return [name, transport, era, protocol_version].filter((word) => word !== undefined).join(' ');
}
