/** Tests by model, where several models took part. */
import type { Floor, Group } from '../types/envelope.js';
import { Mark } from './mark.js';
import { plural, shown } from './words.js';

export function Matrix({ groups, floors }: { groups: readonly Group[]; floors: readonly Floor[] }) {
  const models = [...new Set(groups.flatMap(({ model }) => model ?? []))].slice(0, 20);
  if (models.length < 2) return null;
  const cells = new Map(groups.map((group) => [keyOf(group.name, group.model), group]));
  const rates = new Map(floors.map((floor) => [keyOf(floor.agent, floor.model), floor]));
  const tests = [...new Set(groups.map(({ name }) => name))].slice(0, 200);
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
            {tests.map((test) => (
              <tr key={test}>
                <th scope="row">{shown(test, 120)}</th>
                {models.map((model) => (
                  <td key={model}>
                    <Cell group={cells.get(keyOf(test, model))} floor={rates.get(keyOf(test, model))} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function Cell({ group, floor }: { group: Group | undefined; floor: Floor | undefined }) {
  if (!group) return <span class="dim">–</span>;
  return (
    <>
      <Mark verdict={group.verdict} />{' '}
      <span class="dim">
        {floor ? `${floor.selected}/${floor.runs} chose it` : plural(group.runs, 'run')}
        {group.grade !== undefined && ` · ${shown(group.grade, 10)}`}
      </span>
    </>
  );
}

function keyOf(test: string, model: string | undefined): string {
  return JSON.stringify([test, model]);
}
