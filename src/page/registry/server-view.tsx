/** One server: what its score is made of, how it came about, and its tools. */
import type { ListQuery } from '../../types/registry-pages.js';
import type { ListOf, ServerDocument, ServerVersion, ToolItem } from '../../types/registry-read.js';
import type { CoherenceDimension } from '../../types/tdqs.js';
import { linePath, scale } from '../scale.js';
import { figure, moment, plural, shown } from '../words.js';
import { DIMENSION_LABELS, DIMENSIONS } from './labels.js';
import { Bar, More, score, serverPath, TierBar, TierMark } from './parts.js';
import { ToolTable } from './tools-view.js';

export function ServerView({
  server,
  tools,
  query,
}: {
  server: ServerDocument;
  tools: ListOf<ToolItem>;
  query: ListQuery;
}) {
  return (
    <main id="main" class="test">
      <h1>
        <TierMark tier={server.tier} /> <span>{shown(server.name, 200)}</span> {score(server.overall)}
      </h1>
      <p class="facts dim">
        <span>{plural(server.tool_count, 'tool')}</span>
        <span>{figure(server.scored_tools)} scored</span>
        <span>version {server.version}</span>
        <span>first seen {moment(server.first_seen)}</span>
        <span>
          judged by {shown(server.judge, 60)} ({shown(server.rubric, 60)})
        </span>
      </p>
      {server.overall === undefined && (
        <p class="dim">
          A server has a score as a whole once its set is judged and at least 80% of its tools are scored.
        </p>
      )}
      <Breakdown server={server} />
      <History server={server} />
      <section aria-labelledby="tools">
        <h2 id="tools">Tools</h2>
        <ToolTable items={tools.items} />
        <More cursor={tools.next_cursor} query={query} />
      </section>
      <section aria-labelledby="badge">
        <h2 id="badge">Badge</h2>
        <p>
          <img alt={`TDQS ${score(server.overall)}`} src={`/v1${serverPath(server.name)}/badge.svg`} />
        </p>
      </section>
    </main>
  );
}

const COHERENCE_LABELS: Record<CoherenceDimension, string> = {
  disambiguation: 'Distinct',
  naming_consistency: 'Naming',
  tool_count_appropriateness: 'Number of tools',
  completeness: 'Completeness',
};

function Breakdown({ server }: { server: ServerDocument }) {
  const { dimensions, justifications } = server;
  return (
    <section aria-labelledby="breakdown">
      <h2 id="breakdown">Breakdown</h2>
      <dl class="figures">
        <Figure name="Overall" value={score(server.overall)} />
        <Figure name="Description quality (70%)" value={score(server.description_quality)} />
        <Figure name="Coherence of the set (30%)" value={score(server.coherence)} />
        <Figure name="Mean of the tools" value={score(server.mean_tdqs)} />
        <Figure name="Worst tool" value={score(server.min_tdqs)} />
      </dl>
      <h3>Tools by tier</h3>
      <TierBar counts={server.tiers} />
      <h3>Tools with a smell</h3>
      <ul class="surface shares">
        {DIMENSIONS.map((name) => (
          <li key={name}>
            <span>{DIMENSION_LABELS[name]}</span>
            <Bar value={server.smells[name]} most={Math.max(1, server.scored_tools)} tone="fail" />
            <span class="number">{server.smells[name]}</span>
            <span class="dim">of {figure(server.scored_tools)}</span>
          </li>
        ))}
      </ul>
      <h3>The set</h3>
      {server.unscored !== undefined && <p class="dim">Not judged: {shown(server.unscored, 400)}</p>}
      {server.summary !== undefined && <p>{shown(server.summary, 1000)}</p>}
      {dimensions !== undefined && (
        <dl class="justified">
          {(Object.keys(COHERENCE_LABELS) as CoherenceDimension[]).map((name) => (
            <div key={name}>
              <dt>
                {COHERENCE_LABELS[name]} <span class="number">{dimensions[name]}</span>
              </dt>
              <dd>{shown(justifications?.[name]?.justification ?? '', 800)}</dd>
            </div>
          ))}
        </dl>
      )}
      {server.shadowing_risks.slice(0, 50).map((risk) => (
        <p key={risk.tool} class="message">
          <span class="flag plain">Shadowing risk</span> {shown(risk.tool, 80)} (cost {risk.toolCost}) beside{' '}
          {shown(risk.cheaperTool, 80)} (cost {risk.cheaperCost}): {shown(risk.reason, 300)}
        </p>
      ))}
    </section>
  );
}

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function History({ server }: { server: ServerDocument }) {
  const { history, name } = server;
  return (
    <section aria-labelledby="history">
      <h2 id="history">
        History <span class="count dim">{plural(history.length, 'capture')}</span>
      </h2>
      <HistoryPlot history={history} />
      <div class="scroll">
        <table class="small">
          <thead>
            <tr>
              <th scope="col">Version</th>
              <th scope="col">Captured</th>
              <th scope="col">Tools</th>
              <th scope="col">Changes</th>
              <th scope="col">Worst tool</th>
              <th scope="col">Overall</th>
            </tr>
          </thead>
          <tbody>
            {history.map((one) => (
              <tr key={one.version}>
                <th scope="row">{one.version}</th>
                <td data-label="Captured">{moment(one.captured_at)}</td>
                <td data-label="Tools">{figure(one.tool_count)}</td>
                <td data-label="Changes">
                  <Changes one={one} server={name} />
                </td>
                <td data-label="Worst tool">{score(one.min_tdqs)}</td>
                <td data-label="Overall" class="number">
                  {score(one.overall)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function Changes({ one, server }: { one: ServerVersion; server: string }) {
  const said = `${one.added} added, ${one.changed} changed, ${one.removed} removed`;
  if (one.added + one.changed + one.removed === 0) return <span class="dim">none</span>;
  if (one.version === 1) return <>{said}</>;
  return <a href={`${serverPath(server)}/diff?from=${one.version - 1}&to=${one.version}`}>{said}</a>;
}

function HistoryPlot({ history }: { history: readonly ServerVersion[] }) {
  const known = history.filter(({ overall }) => overall !== undefined).reverse();
  if (known.length < 2) return null;
  const x = scale([0, known.length - 1], [8, 512]);
  const y = scale([1, 5], [70, 8]);
  const points = known.map(({ overall = 1 }, at) => [x(at), y(overall)] as const);
  return (
    <svg
      class="plot curve"
      viewBox="0 0 520 78"
      role="img"
      aria-label={`overall score over ${known.length} captures`}
    >
      {[1, 2, 3, 4, 5].map((level) => (
        <line key={level} class="axis" x1="8" x2="512" y1={y(level)} y2={y(level)} />
      ))}
      <path class="line" d={linePath(points)} fill="none" />
      {points.map(([cx, cy], at) => (
        <circle key={at} class="dot" cx={cx} cy={cy} r="4">
          <title>{`${score(known[at]?.overall)} · ${moment(known[at]?.captured_at)}`}</title>
        </circle>
      ))}
    </svg>
  );
}
