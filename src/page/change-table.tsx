/** The tests of two runs that differ, base and current in columns of their own. */
import type { CaseComparison, Delta, GroupComparison } from '../envelope/compare.js';
import { passesText } from '../envelope/compare-words.js';
import { rowNames } from '../envelope/row-names.js';
import { Mark, verdictWord } from './mark.js';
import { hashOf } from './route.js';
import { figure, milliseconds, plural, shown } from './words.js';

const MOST = 500;
const MOST_FIGURES = 20;

/** A test that ran once, or one that ran several times. */
export type ComparedTest = CaseComparison | GroupComparison;

interface Props {
  tests: readonly ComparedTest[];
  /** Ids of the runs, where their pages are at hand. */
  runs?: { base: string; current: string };
}

export function ChangeTable({ tests, runs }: Props) {
  const named = rowNames(tests);
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
          {tests.slice(0, MOST).map((row) => (
            <tr key={'id' in row ? row.id : `${row.file} ${row.name}`}>
              <td>
                <span class={`change ${row.change}`}>{row.change}</span>
              </td>
              <th scope="row">
                {'id' in row && runs ? (
                  <a
                    href={hashOf([
                      'run',
                      row.current === undefined ? runs.base : runs.current,
                      'test',
                      row.id,
                    ])}
                  >
                    {shown(named(row.name, row), 300)}
                  </a>
                ) : (
                  shown(named(row.name, row), 300)
                )}
                {remarks(row).map((text) => (
                  <p key={text} class="dim">
                    {text}
                  </p>
                ))}
              </th>
              <Cell label="Base" verdict={row.base} duration={durationOf(row, 'base')} absent="not there" />
              <Cell
                label="Current"
                verdict={row.current}
                duration={durationOf(row, 'current')}
                absent="gone"
              />
            </tr>
          ))}
        </tbody>
      </table>
      {tests.length > MOST && <p class="dim">{plural(tests.length - MOST, 'more test')} changed.</p>}
    </div>
  );
}

/** Figures of several runs stand in a table of their own. */
function remarks(row: ComparedTest): string[] {
  if ('runs' in row) return [passesText(row)];
  const figures = Object.entries(row.figures).slice(0, MOST_FIGURES);
  return [
    ...(row.reason === undefined ? [] : [shown(row.reason.replaceAll('`', ''), 300)]),
    ...figures.map(([name, delta]) => `${shown(name, 120)}: ${changeText(delta)}`),
  ];
}

function durationOf(row: ComparedTest, side: 'base' | 'current'): number | undefined {
  return 'duration_ms' in row ? row.duration_ms[side] : undefined;
}

function Cell({
  label,
  verdict,
  duration,
  absent,
}: {
  label: string;
  verdict: string | undefined;
  duration: number | undefined;
  absent: string;
}) {
  if (verdict === undefined)
    return (
      <td class="dim" data-label={label}>
        {absent}
      </td>
    );
  return (
    <td data-label={label}>
      <Mark verdict={verdict} quiet /> {shown(verdictWord(verdict), 40)}{' '}
      <span class="dim">{verdict !== 'skipped' && duration !== undefined && milliseconds(duration)}</span>
    </td>
  );
}

export function changeText({ base, current, delta }: Delta, absent = 'none'): string {
  const show = (value: number | undefined): string => (value === undefined ? absent : figure(value));
  const by = delta === undefined || delta === 0 ? '' : ` (${delta > 0 ? '+' : ''}${figure(delta)})`;
  return base === current ? show(current) : `${show(base)} → ${show(current)}${by}`;
}
