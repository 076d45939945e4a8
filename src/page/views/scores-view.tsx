/** How well the tool definitions tell a model what they are for, and what they cost in tokens. */
import type { RunEnvelope } from '../../types/envelope.js';
import type { ServerScore, ToolResult } from '../../types/tdqs.js';
import { figure, plural, shown } from '../words.js';

/** Runs that score catalogues carry the servers' scores. */
export function scoresOf(envelope: RunEnvelope): ServerScore[] {
  const { scores } = envelope;
  return Array.isArray(scores) ? scores.filter((server) => Array.isArray(server?.tools)) : [];
}

export function Scores({ servers }: { servers: readonly ServerScore[] }) {
  if (servers.length === 0) return null;
  return (
    <section class="card" aria-labelledby="scores">
      <h2 id="scores">Tool definition quality</h2>
      {servers.slice(0, 50).map((server) => (
        <ServerPart key={server.name} server={server} />
      ))}
    </section>
  );
}

function ServerPart({ server }: { server: ServerScore }) {
  const most = Math.max(1, ...server.tools.map((tool) => tool.tokens ?? 0));
  return (
    <>
      <h3>
        {shown(server.name, 80)}{' '}
        <span class="dim">
          {server.overallScore !== undefined &&
            `overall ${figure(server.overallScore)} (${shown(server.overallTier ?? '', 2)}) · `}
          {plural(server.scoredToolCount, 'tool')} scored
          {server.tokens !== undefined && ` · ${figure(server.tokens)} tokens of definitions`}
          {server.judge !== undefined && ` · judge ${shown(server.judge, 60)}`}
        </span>
      </h3>
      {server.tools.slice(0, 500).map((tool) => (
        <ToolPart key={tool.name} tool={tool} most={most} />
      ))}
    </>
  );
}

function ToolPart({ tool, most }: { tool: ToolResult; most: number }) {
  const scored = 'tdqs' in tool;
  return (
    <details class="score">
      <summary>
        <span class={`tier ${scored ? shown(tool.tier, 1) : ''}`}>{scored ? shown(tool.tier, 2) : '–'}</span>
        <strong>{shown(tool.name, 120)}</strong>
        <span class="dim">{scored ? figure(tool.tdqs) : shown(tool.unscored, 160)}</span>
        {tool.tokens !== undefined && (
          <span class="time dim">
            <svg width="60" height="6" aria-hidden="true">
              <rect class="track" width="60" height="6" rx="3" />
              <rect class="bar" width={(tool.tokens / most) * 60} height="6" rx="3" />
            </svg>
            {figure(tool.tokens)} tokens
          </span>
        )}
      </summary>
      {scored && (
        <dl class="justified">
          {Object.entries(tool.justifications ?? {}).map(([dimension, { score, justification }]) => (
            <div key={dimension}>
              <dt>
                {shown(dimension.replaceAll('_', ' '), 60)} <span class="number">{score}</span>
              </dt>
              <dd>{shown(justification, 800)}</dd>
            </div>
          ))}
        </dl>
      )}
    </details>
  );
}
