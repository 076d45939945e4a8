/**
 * The spans of one row: the test, its agents, their turns and calls. A record holds how long things took and not when
 * they began, so spans are laid out one after the other from the start of the run.
 */
import type { CaseResult, EarlierAttempt, RunEnvelope } from '../../types/envelope.js';
import type { Trace } from '../../types/trace.js';
import { traceIds } from '../../util/trace-ids.js';
import { agentSpans } from './agent-spans.js';
import { attributes } from './attributes.js';
import { callSpan } from './call-span.js';
import { INTERNAL, type Layout, makeSpan, nanos, type Span } from './span.js';

export interface RowContext {
  envelope: RunEnvelope;
  start: bigint;
}

export function rowSpans(row: CaseResult, { envelope, start }: RowContext): { spans: Span[]; end: bigint } {
  const attempts = [...(row.earlier_attempts ?? []), row];
  const spans: Span[] = [];
  let at = start;
  for (const [index, attempt] of attempts.entries()) {
    const made = attemptSpans(row, attempt, {
      envelope,
      index,
      isLast: index === attempts.length - 1,
      start: at,
    });
    spans.push(...made.spans);
    at = made.end;
  }
  return { spans, end: at };
}

interface AttemptContext extends RowContext {
  index: number;
  isLast: boolean;
}

function attemptSpans(
  row: CaseResult,
  attempt: EarlierAttempt,
  { envelope, index, isLast, start }: AttemptContext,
): { spans: Span[]; end: bigint } {
  const { trace } = attempt;
  const ids = traceIds(envelope.run_id, row.id, index);
  const layout: Layout = { ids, at: start, serverOf: (name) => serverOf(envelope, row.file, name) };
  const inner = trace === undefined ? [] : innerSpans(row, trace, layout);
  const most = start + nanos(attempt.duration_ms);
  const end = most > layout.at ? most : layout.at;
  const root = makeSpan({
    ids,
    id: ids.root,
    name: `test ${row.name}`,
    kind: INTERNAL,
    start,
    end,
    attributes: attributes({
      'test.case.name': row.name,
      'test.case.result.status': STATUS[attempt.verdict],
      'test.suite.name': row.file,
      'mcptest.row.id': row.id,
      'mcptest.row.kind': row.kind,
      'mcptest.row.run': row.run,
      'mcptest.verdict': attempt.verdict,
      'mcptest.attempt': index + 1,
      'mcptest.superseded': isLast ? undefined : true,
      ...(isLast ? figuresOf(row) : {}),
    }),
    failed:
      attempt.verdict === 'fail'
        ? (attempt.checks.find(({ outcome }) => outcome === 'fail')?.message ?? '')
        : undefined,
  });
  return { spans: [root, ...inner], end };
}

/** The conventions know two words; what could not be judged or did not run has neither. */
const STATUS: Readonly<Record<string, string | undefined>> = { pass: 'pass', fail: 'fail' };

function innerSpans(row: CaseResult, trace: Trace, layout: Layout): Span[] {
  if (row.kind === 'agent') return agentSpans(trace, layout);
  return trace.calls.map((call, index) => callSpan(call, { index, parent: layout.ids.root, layout }));
}

function figuresOf({ figures }: CaseResult): Record<string, number> {
  return Object.fromEntries(
    Object.entries(figures).map(([name, value]) => [`mcptest.figure.${name}`, value]),
  );
}

function serverOf(envelope: RunEnvelope, file: string, name: string) {
  const { servers } = envelope.provenance;
  return servers.find((one) => one.name === name && (one.file ?? file) === file);
}
