import type { Coverage, RunEnvelope } from '../../types/envelope.js';
import { fullMessage } from '../../util/full-message.js';
import { plural, shown } from '../words.js';
import { ToolMap } from './tool-map.js';

export function CoverageView({ coverage, envelope }: { coverage: Coverage; envelope: RunEnvelope }) {
  return (
    <section class="card" aria-labelledby="coverage">
      <h2 id="coverage">
        Coverage{' '}
        <span class="dim count">
          {coverage.percent === undefined
            ? 'not measured'
            : `${coverage.covered} of ${plural(coverage.total, 'tool')} called, ${coverage.percent}%`}
        </span>
      </h2>
      <ul class="bars">
        {coverage.tools.slice(0, 100).map((row) => (
          <li key={`${row.file} ${row.server}`}>
            <p>
              <strong>{shown(row.server, 80)}</strong>{' '}
              <span class="dim">
                {row.covered}/{row.total} {shown(row.file, 120)}
              </span>
            </p>
            <Bar percent={row.percent} threshold={gateOf(coverage, row.file)} />
            {row.uncovered.length > 0 && (
              <details>
                <summary>{plural(row.uncovered.length, 'tool')} never called</summary>
                <p class="words">
                  {row.uncovered.slice(0, 500).map((tool) => (
                    <code key={tool}>{shown(tool, 80)}</code>
                  ))}
                </p>
              </details>
            )}
          </li>
        ))}
      </ul>
      <ToolMap envelope={envelope} />
      {(coverage.unmeasured ?? []).slice(0, 50).map((row) => (
        <p key={`${row.file} ${row.server}`} class="dim">
          {shown(row.server, 80)} could not be measured:{' '}
          {shown(fullMessage({ ...row, message: row.reason }), 300)}
        </p>
      ))}
    </section>
  );
}

function gateOf({ gates }: Coverage, file: string): number | undefined {
  return gates?.find((gate) => gate.file === file)?.threshold;
}

interface BarProps {
  percent: number;
  threshold?: number | undefined;
  /** Its colour; by the threshold unless given. */
  kind?: 'pass' | 'fail' | '';
}

/** A share of a hundred, with the line that it should reach. */
export function Bar({ percent, threshold, kind }: BarProps) {
  const x = (value: number): number => Math.max(0, Math.min(100, value)) * 3;
  const low = threshold !== undefined && percent < threshold;
  const label = `${percent}%${threshold === undefined ? '' : `, at least ${threshold}% required`}`;
  return (
    <svg class="plot bar-plot" viewBox="0 0 300 14" preserveAspectRatio="none" role="img" aria-label={label}>
      <rect class="track" y="4" width="300" height="6" rx="3" />
      <rect class={`bar ${kind ?? (low ? 'fail' : 'pass')}`} y="4" width={x(percent)} height="6" rx="3" />
      {threshold !== undefined && <line class="limit" x1={x(threshold)} x2={x(threshold)} y1="0" y2="14" />}
    </svg>
  );
}
