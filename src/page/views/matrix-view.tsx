/** Tests by model, where several models took part. */
import { useMemo } from 'preact/hooks';
import type { RunEnvelope } from '../../types/envelope.js';
import { Mark } from '../mark.js';
import {
  cellVerdict,
  type MatrixCell,
  type MatrixTable,
  matrixColumns,
  matrixTable,
  ONE_COLUMN,
} from '../matrix-table.js';
import { plural, shown } from '../words.js';

const MOST_TESTS = 200;

export function Matrix({ envelope }: { envelope: RunEnvelope }) {
  const { table, models } = useMemo(() => agentsByModel(envelope), [envelope]);
  if (models.length < 2) return null;
  // A test that names no model is in no column.
  const all = [...table].filter(([, cells]) => models.some((model) => cells.has(model)));
  const tests = all.slice(0, MOST_TESTS);
  return (
    <section class="card" aria-labelledby="matrix">
      <h2 id="matrix">
        Models side by side <span class="dim count">{plural(models.length, 'model')}</span>
      </h2>
      <div class="scroll">
        <table class="matrix">
          <thead>
            <tr>
              <th scope="col">Test</th>
              {models.map((model) => (
                <th key={model} scope="col">
                  {shown(model, 60)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {tests.map(([test, cells]) => (
              <tr key={test}>
                <th scope="row">{shown(test, 120)}</th>
                {models.map((model) => (
                  <td key={model}>
                    <Cell cell={cells.get(model)} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {all.length > MOST_TESTS && <p class="dim">{plural(all.length - MOST_TESTS, 'more test')}.</p>}
    </section>
  );
}

function agentsByModel(envelope: RunEnvelope): { table: MatrixTable; models: string[] } {
  const results = envelope.results.filter(({ kind }) => kind === 'agent');
  const table = matrixTable({ ...envelope, results });
  return { table, models: matrixColumns(table).filter((model) => model !== ONE_COLUMN) };
}

function Cell({ cell }: { cell: MatrixCell | undefined }) {
  if (!cell) return <span class="dim">–</span>;
  const { rows, group, floor } = cell;
  const passed = rows.filter(({ verdict }) => verdict === 'pass').length;
  const words = [
    rows.length > 1 && `${passed} of ${rows.length} passed`,
    floor && `${floor.selected} of ${floor.runs} chose the tool`,
    group?.grade !== undefined && `grade ${shown(group.grade, 10)}`,
  ];
  return (
    <>
      <Mark verdict={cellVerdict(cell)} /> <span class="dim">{words.filter(Boolean).join(' · ')}</span>
    </>
  );
}
