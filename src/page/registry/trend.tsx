/** Two days side by side. */
import type { Snapshot } from '../../types/registry-stats.js';
import { moment } from '../words.js';
import { trendRows } from './trend-rows.js';

export function Trend({ since, until }: { since: Snapshot; until: Snapshot }) {
  return (
    <section class="card" aria-labelledby="trend">
      <h2 id="trend">Trend</h2>
      <div class="scroll">
        <table class="small">
          <thead>
            <tr>
              <th scope="col">Figure</th>
              <th scope="col">{moment(since.at)}</th>
              <th scope="col">{moment(until.at)}</th>
              <th scope="col">Change</th>
            </tr>
          </thead>
          <tbody>
            {trendRows(since, until).map(({ name, before, after, change }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td data-label={moment(since.at)}>{before}</td>
                <td data-label={moment(until.at)}>{after}</td>
                <td data-label="Change" class="number">
                  {change}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
