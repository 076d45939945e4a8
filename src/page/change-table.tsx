/** The tests of two runs that differ, base and current in columns of their own. */
import { rowNames } from '../envelope/row-names.js';
import { Mark, verdictWord } from './mark.js';
import { hashOf } from './route.js';
import { figure, milliseconds, plural, shown } from './words.js';

const MOST = 500;
const MOST_FIGURES = 20;

export interface Delta {
  base?: number;
  current?: number;
  delta?: number;
}

export interface ComparedCase {
  id: string;
  name: string;
  file: string;
  change: 'same' | 'regressed' | 'fixed' | 'changed' | 'new' | 'removed';
  base?: string;
  current?: string;
  duration_ms: Delta;
  figures: Record<string, Delta>;
}

interface Props {
  cases: readonly ComparedCase[];
  /** Ids of the runs. */
  base: string;
  current: string;
}

export function ChangeTable({ cases, base, current }: Props) {
  const named = rowNames(cases);
  return (
    <div class="scroll">
      <table class="changes">
        <thead>
          <tr>
            {['Change', 'Test', 'Base', 'Current'].map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {cases.slice(0, MOST).map((row) => (
            <tr key={row.id}>
              <td>
                <span class={`change ${row.change}`}>{row.change}</span>
              </td>
              <th scope="row">
                <a href={hashOf(['run', row.current === undefined ? base : current, 'test', row.id])}>
                  {shown(named(row.name, row), 300)}
                </a>
                {Object.entries(row.figures)
                  .slice(0, MOST_FIGURES)
                  .map(([name, delta]) => (
                    <p key={name} class="dim">
                      {shown(name, 120)}: {changeText(delta)}
                    </p>
                  ))}
              </th>
              <Cell verdict={row.base} duration={row.duration_ms.base} absent="not there" />
              <Cell verdict={row.current} duration={row.duration_ms.current} absent="gone" />
            </tr>
          ))}
        </tbody>
      </table>
      {cases.length > MOST && <p class="dim">{plural(cases.length - MOST, 'more test')} changed.</p>}
    </div>
  );
}

function Cell({
  verdict,
  duration,
  absent,
}: {
  verdict: string | undefined;
  duration: number | undefined;
  absent: string;
}) {
  if (verdict === undefined) return <td class="dim">{absent}</td>;
  return (
    <td>
      <Mark verdict={verdict} quiet /> {shown(verdictWord(verdict), 40)}{' '}
      <span class="dim">{verdict !== 'skipped' && milliseconds(duration)}</span>
    </td>
  );
}

export function changeText({ base, current, delta }: Delta, absent = 'none'): string {
  const show = (value: number | undefined): string => (value === undefined ? absent : figure(value));
  const by = delta === undefined || delta === 0 ? '' : ` (${delta > 0 ? '+' : ''}${figure(delta)})`;
  return base === current ? show(current) : `${show(base)} → ${show(current)}${by}`;
}
