/** The headline of a run: its verdict in a sentence, and the shares of its tests as one bar. */
import { judgeText } from '../envelope/judges.js';
import type { RunEnvelope } from '../types/envelope.js';
import type { RunSince } from '../types/reporter.js';
import { Badge } from './mark.js';
import type { PageProblem, RunData } from './page-data.js';
import { hashOf } from './route.js';
import { milliseconds, moment, plural, shown } from './words.js';

const PARTS = [
  ['failed', 'fail'],
  ['inconclusive', 'inconclusive'],
  ['passed', 'pass'],
  ['skipped', 'skipped'],
] as const;

export function Headline({ data, base }: { data: RunData; base: readonly string[] }) {
  const { envelope, since } = data;
  const { summary, verdict, duration_ms } = envelope;
  return (
    <div class="headline">
      <h1>
        <Badge verdict={verdict} /> <span>{sentence(envelope)}</span>
      </h1>
      <p class="dim">
        {[
          `${plural(summary.total, 'test')} in ${milliseconds(duration_ms)}`,
          summary.flaky > 0 && `${summary.flaky} flaky`,
          summary.cached > 0 && `${summary.cached} replayed`,
          summary.gates_failed > 0 && `${plural(summary.gates_failed, 'gate')} failed`,
          `exit code ${envelope.exit_code}`,
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {since && <Since since={since} href={base[1] && hashOf(['compare', since.run_id, base[1]])} />}
      {(envelope.judges ?? []).map((judge) => (
        <p key={judge.model ?? judge.scorer} class="dim">
          Judge: {shown(judgeText(judge), 300)}
        </p>
      ))}
    </div>
  );
}

/** Against the last run of the same suites; the viewer has a page that sets the two side by side. */
function Since({ since, href }: { since: RunSince; href: string | undefined }) {
  const before = `the run of ${moment(since.started_at)}`;
  return (
    <p class="since">
      {since.what.length === 0 ? 'No verdict changed since ' : 'Since '}
      {href ? <a href={href}>{before}</a> : before}
      {since.what.length > 0 && <strong>: {since.what.join(', ')}</strong>}
    </p>
  );
}

function sentence({ summary, verdict, results }: RunEnvelope): string {
  if (summary.total === 0) return 'No test was run.';
  if (summary.failed > 0) return `${summary.failed} of ${plural(summary.total, 'test')} failed.`;
  if (verdict === 'fail') return 'The tests passed, but a gate failed.';
  if (summary.inconclusive > 0)
    return `${summary.inconclusive} of ${plural(summary.total, 'test')} could not be judged.`;
  if (verdict === 'inconclusive') return 'The run could not be judged as a whole.';
  const all = summary.total === 1 ? 'The test passed' : `All ${summary.passed} tests passed`;
  // Rows of a dataset are only counted: what is wrong with them is for the gates of all of them.
  const wrong = results.filter(({ dataset }) => dataset?.correct === false).length;
  return wrong === 0
    ? `${all}.`
    : `${all}; ${plural(wrong, 'case')} of a dataset got other tools than expected.`;
}

interface BarProps {
  envelope: RunEnvelope;
  problems: readonly PageProblem[];
  base: readonly string[];
}

/** The shares of the verdicts, and of what keeps the run from being green beside its tests; below it what the colours mean. */
export function ShareBar({ envelope, problems, base }: BarProps) {
  const { summary } = envelope;
  if (summary.total === 0) return null;
  const shares = [
    ...beside(problems),
    ...PARTS.map(([key, kind]) => ({
      kind,
      gate: false,
      size: summary[key],
      label: `${summary[key]} ${WORDS[key] ?? key}`,
    })),
  ].filter(({ size }) => size > 0);
  const whole = shares.reduce((sum, { size }) => sum + size, 0);
  let x = 0;
  const parts = shares.map(({ kind, size, label }) => {
    // A single failure among thousands must still be seen.
    const part = { label, kind, x, width: Math.max(6, (size / whole) * 1000) };
    x += part.width;
    return part;
  });
  return (
    <>
      <svg
        class="share"
        viewBox={`0 0 ${Math.max(1000, x)} 10`}
        preserveAspectRatio="none"
        role="img"
        aria-label={parts.map(({ label }) => label).join(', ')}
      >
        {parts.map((part) => (
          <rect key={part.label} class={part.kind} x={part.x} width={part.width} height="10" />
        ))}
      </svg>
      <ul class="legend" aria-label="what the colours mean">
        {shares.map(({ kind, label, gate }) => (
          <li key={label}>
            {gate ? (
              <button type="button" class="link" onClick={toGates}>
                <i class={`swatch ${kind}`} aria-hidden="true" />
                {label}
              </button>
            ) : (
              <a href={hashOf(base, new URLSearchParams({ verdict: kind }))}>
                <i class={`swatch ${kind}`} aria-hidden="true" />
                {label}
              </a>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

const WORDS: Record<string, string> = { inconclusive: 'not judged' };

/** A fragment is a place of ours, so the page is moved by hand. */
function toGates(): void {
  document.querySelector('.review .gate')?.scrollIntoView({ block: 'center' });
}

/** What is no test and yet not green: gates over runs, floors, coverage, errors. */
function beside(problems: readonly PageProblem[]) {
  const others = problems.filter(({ source }) => source !== 'case');
  const failed = others.filter(({ verdict }) => verdict === 'fail').length;
  const open = others.length - failed;
  return [
    { kind: 'fail', gate: true, size: failed, label: `${plural(failed, 'gate')} failed` },
    { kind: 'inconclusive', gate: true, size: open, label: `${open} not judged outside the tests` },
  ];
}
