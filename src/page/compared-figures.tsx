/** What the two runs are held to, and the figures that moved: base and current in columns of their own. */
import type { Comparison, GateChange } from '../envelope/compare.js';
import {
  caveats,
  chanceText,
  differenceText,
  familyText,
  type MovedFigure,
  movedFigures,
  pairedName,
  roundFor,
  toldFigures,
} from '../envelope/compare-words.js';
import { rowNames } from '../envelope/row-names.js';
import { figure, plural, shown } from './words.js';

const MOST = 200;

export function GateTable({ gates }: { gates: readonly GateChange[] }) {
  if (gates.length === 0) return null;
  const named = rowNames(gates);
  return (
    <section class="card" aria-labelledby="gates">
      <h2 id="gates">Gates and floors</h2>
      <Table
        head={['Now', 'What', 'Base', 'Current']}
        rows={gates.map((gate) => ({
          key: `${gate.kind} ${gate.file} ${gate.name} ${gate.model}`,
          mark: gate.current,
          tone: { fails: 'regressed', holds: 'fixed' }[gate.current as string] ?? 'changed',
          name: shown(
            named(gate.name.includes(gate.kind) ? gate.name : `${gate.kind} ${gate.name}`, gate),
            200,
          ),
          remark: [gate.model, gate.figure.asked && `required: ${gate.figure.asked}`]
            .filter(Boolean)
            .join(' · '),
          cells: [gateCell(gate.base, gate.figure.base), gateCell(gate.current, gate.figure.current)],
        }))}
      />
    </section>
  );
}

function gateCell(held: string, value: number | undefined): string {
  return value === undefined ? held : `${held}, ${figure(value)}`;
}

export function MovedFigures({ comparison: { groups, paired } }: { comparison: Comparison }) {
  const named = rowNames(groups);
  const rows = groups.flatMap((group) =>
    movedFigures(group, paired).map((one) => figureRow(named(group.name, group), one)),
  );
  if (rows.length === 0) return null;
  return (
    <section class="card" aria-labelledby="figures">
      <h2 id="figures">Figures that moved</h2>
      <Table head={['Chance', 'Figure', 'Base', 'Current']} rows={rows} />
    </section>
  );
}

/** Cases and tests in pairs: each figure that is asked for with its verdict. */
export function DidItHelp({ comparison }: { comparison: Comparison }) {
  const told = toldFigures(comparison);
  if (told.length === 0) return null;
  return (
    <section class="card" aria-labelledby="help">
      <h2 id="help">Did it help?</h2>
      <Table
        head={['Verdict', 'Figure', 'Base', 'Current', 'Change']}
        rows={told.map((one) => ({
          ...figureRow(pairedName(one), { name: one.figure, base: one.base, current: one.now, paired: one }),
          cells: [`${roundFor(one.base)}`, `${roundFor(one.now)}`, `${differenceText(one)} of ${one.pairs}`],
        }))}
      />
      <p class="dim">
        {[familyText(comparison), ...caveats(comparison)].flatMap((text) => (text === '' ? [] : `${text}. `))}
      </p>
    </section>
  );
}

function figureRow(test: string, { name, base, current, paired }: MovedFigure): Row {
  const tones: Record<string, string> = { better: 'fixed', worse: 'regressed' };
  return {
    key: `${test} ${name}`,
    mark: paired === undefined ? '' : paired.verdict,
    tone: tones[paired?.verdict ?? ''] ?? 'same',
    name: `${shown(test, 200)}: ${shown(name, 120)}`,
    remark: paired === undefined ? '' : chanceText(paired),
    cells: [valueText(base), valueText(current)],
  };
}

function valueText(value: number | undefined): string {
  return value === undefined ? 'none' : figure(value);
}

interface Row {
  key: string;
  mark: string;
  /** A class of marks. */
  tone: string;
  name: string;
  remark: string;
  cells: string[];
}

function Table({ head, rows }: { head: string[]; rows: Row[] }) {
  return (
    <div class="scroll">
      <table class="changes">
        <thead>
          <tr>
            {head.map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, MOST).map((row) => (
            <tr key={row.key}>
              <td>{row.mark !== '' && <span class={`change ${row.tone}`}>{row.mark}</span>}</td>
              <th scope="row">
                {row.name}
                {row.remark !== '' && <p class="dim">{shown(row.remark, 200)}</p>}
              </th>
              {row.cells.map((cell, at) => (
                <td key={head[at]} data-label={head[at + 2]}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > MOST && <p class="dim">{plural(rows.length - MOST, 'more row')}.</p>}
    </div>
  );
}
