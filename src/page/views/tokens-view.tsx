/** What the tool definitions cost a model each time it sees them, tool by tool. */
import type { ServerTokens } from '../../types/envelope.js';
import { figure, plural, shown } from '../words.js';
import { Treemap } from './treemap.js';

const SHOWN = 12;

export function TokensView({ servers }: { servers: readonly ServerTokens[] }) {
  if (servers.length === 0) return null;
  return (
    <section class="card" aria-labelledby="token-surface">
      <h2 id="token-surface">
        Tokens of the tools <span class="dim count">what a model reads of the tools before it answers</span>
      </h2>
      {servers.slice(0, 50).map((server) => (
        <ServerPart key={`${server.file} ${server.server}`} server={server} />
      ))}
    </section>
  );
}

function ServerPart({ server }: { server: ServerTokens }) {
  const [first, rest] = [server.tools.slice(0, SHOWN), server.tools.slice(SHOWN, 500)];
  const most = Math.max(1, server.tools[0]?.tokens ?? 1);
  return (
    <>
      <h3>
        {shown(server.server, 80)}{' '}
        <span class="dim">
          {figure(server.tokens)} tokens in {plural(server.tools.length, 'tool')} · {shown(server.file, 120)}
        </span>
      </h3>
      <Treemap server={server} />
      <Rows tools={first} most={most} />
      {rest.length > 0 && (
        <details>
          <summary>{plural(rest.length, 'more tool')}</summary>
          <Rows tools={rest} most={most} />
        </details>
      )}
    </>
  );
}

function Rows({ tools, most }: { tools: ServerTokens['tools']; most: number }) {
  return (
    <ul class="surface">
      {tools.map((tool) => (
        <li key={tool.name}>
          <span>{shown(tool.name, 120)}</span>
          <svg width="160" height="8" aria-hidden="true">
            <rect class="track" width="160" height="8" rx="4" />
            <rect class="bar" width={(tool.tokens / most) * 160} height="8" rx="4" />
          </svg>
          <span class="number">{figure(tool.tokens)}</span>
          <span class="dim">
            description {figure(tool.description)}, schema {figure(tool.schema)}
          </span>
        </li>
      ))}
    </ul>
  );
}
