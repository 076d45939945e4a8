/** The headline of a run: its verdict in a sentence, and the shares of its tests as one bar. */
import type { RunEnvelope } from '../types/envelope.js';
import { Badge } from './mark.js';
import { milliseconds, plural } from './words.js';

const PARTS = [
  ['failed', 'fail'],
  ['inconclusive', 'inconclusive'],
  ['passed', 'pass'],
  ['skipped', 'skipped'],
] as const;

export function Headline({ envelope }: { envelope: RunEnvelope }) {
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
    </div>
  );
}

function sentence({ summary, verdict }: RunEnvelope): string {
  if (summary.total === 0) return 'No test was run.';
  if (summary.failed > 0) return `${summary.failed} of ${plural(summary.total, 'test')} failed.`;
  if (verdict === 'fail') return 'The tests passed, but a gate did not hold.';
  if (summary.inconclusive > 0)
    return `${summary.inconclusive} of ${plural(summary.total, 'test')} could not be judged.`;
  if (verdict === 'inconclusive') return 'The run could not be judged as a whole.';
  return summary.total === 1 ? 'The test passed.' : `All ${summary.passed} tests passed.`;
}

/** The shares of the verdicts. */
export function ShareBar({ summary }: { summary: RunEnvelope['summary'] }) {
  if (summary.total === 0) return null;
  let x = 0;
  const parts = PARTS.map(([key, kind]) => {
    const width = (summary[key] / summary.total) * 1000;
    // A single failure among thousands must still be seen.
    const part = { key, kind, x, width: width > 0 ? Math.max(6, width) : 0 };
    x += part.width;
    return part;
  });
  const label = PARTS.filter(([key]) => summary[key] > 0).map(([key]) => `${summary[key]} ${key}`);
  return (
    <svg
      class="share"
      viewBox={`0 0 ${Math.max(1000, x)} 10`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label.join(', ')}
    >
      {parts.map((part) => (
        <rect key={part.key} class={part.kind} x={part.x} width={part.width} height="10" />
      ))}
    </svg>
  );
}
