/** One definition: its scores with the reasons for them, what it says, and what it was before. */
import type { ToolDocument, ToolVersion } from '../../types/registry-read.js';
import { Value } from '../value.js';
import { moment, shown, size } from '../words.js';
import { DIMENSION_LABELS, DIMENSIONS } from './labels.js';
import { Bar, Flags, score, serverPath, TierMark } from './parts.js';

export function ToolView({ tool }: { tool: ToolDocument }) {
  return (
    <main id="main" class="test">
      <h1>
        <TierMark tier={tool.tier} /> <span>{shown(tool.name, 200)}</span> {score(tool.tdqs)}
      </h1>
      <p class="facts dim">
        <span>
          of <a href={serverPath(tool.server)}>{shown(tool.server, 120)}</a>
        </span>
        <span>{size(tool.definition_bytes)}</span>
        <span>
          hash <code>{tool.input_hash}</code>
        </span>
        <span>
          judged by {shown(tool.judge, 60)} ({shown(tool.rubric, 60)})
        </span>
        {tool.scored_at !== undefined && <span>{moment(tool.scored_at)}</span>}
      </p>
      {!tool.current && (
        <p>
          <span class="flag plain">Earlier</span> This definition is not in the newest capture of its server.
        </p>
      )}
      <p>
        <Flags flags={[...tool.flags, ...tool.server_flags]} />
      </p>
      <section aria-labelledby="scores">
        <h2 id="scores">Scores</h2>
        {tool.unscored !== undefined && <p>Not scored: {shown(tool.unscored, 600)}</p>}
        {tool.summary !== undefined && <p>{shown(tool.summary, 1000)}</p>}
        <Justifications tool={tool} />
      </section>
      <section aria-labelledby="description">
        <h2 id="description">Description</h2>
        {tool.description === undefined || tool.description === '' ? (
          <p class="dim">None.</p>
        ) : (
          <Value value={tool.description} label="description" />
        )}
      </section>
      {tool.definition !== undefined && (
        <section aria-labelledby="definition">
          <h2 id="definition">Definition</h2>
          <Value value={tool.definition} label="definition" />
        </section>
      )}
      <History versions={tool.history} shownId={tool.id} server={tool.server} />
    </main>
  );
}

function Justifications({ tool: { scores, justifications } }: { tool: ToolDocument }) {
  if (scores === undefined) return <p class="dim">No judge has scored it yet.</p>;
  return (
    <dl class="justified dimensions">
      {DIMENSIONS.map((name) => (
        <div key={name}>
          <dt>
            {DIMENSION_LABELS[name]} <span class="number">{scores[name]}</span>
            {scores[name] < 3 && <span class="flag wrong">smell</span>}
            <Bar value={scores[name]} most={5} tone={scores[name] < 3 ? 'fail' : 'pass'} />
          </dt>
          <dd>{shown(justifications?.[name]?.justification ?? '', 1200)}</dd>
        </div>
      ))}
    </dl>
  );
}

function History({
  versions,
  shownId,
  server,
}: {
  versions: readonly ToolVersion[];
  shownId: number;
  server: string;
}) {
  return (
    <section aria-labelledby="history">
      <h2 id="history">History</h2>
      <div class="scroll">
        <table class="small">
          <thead>
            <tr>
              <th scope="col">Definition</th>
              <th scope="col">In captures</th>
              <th scope="col">Since</th>
              <th scope="col">TDQS</th>
            </tr>
          </thead>
          <tbody>
            {versions.map((one) => (
              <tr key={`${one.id} ${one.from_version}`}>
                <th scope="row">
                  {one.id === shownId ? 'this one' : <a href={`/tools/${one.id}`}>another</a>}
                </th>
                <td data-label="In captures">
                  {one.from_version}{' '}
                  {one.until_version === undefined ? 'until now' : `to ${one.until_version - 1}`}
                  {one.from_version > 1 && (
                    <>
                      {' '}
                      <a
                        href={`${serverPath(server)}/diff?from=${one.from_version - 1}&to=${one.from_version}`}
                      >
                        diff
                      </a>
                    </>
                  )}
                </td>
                <td data-label="Since">{moment(one.from_at)}</td>
                <td data-label="TDQS" class="number">
                  {score(one.tdqs)} {one.tier ?? ''}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
