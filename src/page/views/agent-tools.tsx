/** The tools of the servers as an agent showed them to its model, and what is not as the server has it. */
import type { AgentView } from '../../types/trace.js';
import { plural, shown } from '../words.js';

const MOST = 500;

export function AgentTools({ view }: { view: AgentView }) {
  const { program, version = '', tools, dropped = [] } = view;
  if (tools === undefined) return null;
  const rows = [
    ...dropped.map((tool) => ({ tool, name: '–', changes: ['not shown to the model'] })),
    ...[...tools].sort((a, b) => Number(b.changes !== undefined) - Number(a.changes !== undefined)),
  ];
  const changed = rows.filter(({ changes }) => changes !== undefined).length;
  return (
    <section aria-labelledby="agent-tools">
      <h2 id="agent-tools">
        Tools as {shown(`${program} ${version}`.trim(), 60)} showed them to its model{' '}
        <span class="dim count">{`${plural(rows.length, 'tool')}, ${changed} not as the server has them`}</span>
      </h2>
      <details open={changed > 0}>
        <summary>{plural(rows.length, 'tool')}</summary>
        <table class="small">
          <thead>
            <tr>
              <th>tool</th>
              <th>its name there</th>
              <th>what is different</th>
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, MOST).map(({ tool, name, changes = [] }) => (
              <tr key={tool}>
                <th scope="row">{shown(tool, 120)}</th>
                <td data-label="its name there">{shown(name, 120)}</td>
                <td data-label="what is different">
                  {changes.map((one) => shown(one)).join('; ') || 'nothing'}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </section>
  );
}
