/** Audit this run: where it comes from and what it was made of, before any result. */
import type { ComponentChildren } from 'preact';
import { rowNames } from '../envelope/row-names.js';
import type { Provenance, RunEnvelope, ServerProvenance } from '../types/envelope.js';
import { moment, plural, safeLink, shown } from './words.js';

const MODES: Record<string, string> = {
  replay: 'replay: answers come from recordings',
  mixed: 'mixed: some answers come from recordings',
};

/** Narrower than this, the block is folded. */
const WIDE = '(min-width: 700px)';

/** `calm`: nothing is to be reviewed, so the servers are open too. */
export function Audit({ envelope, calm }: { envelope: RunEnvelope; calm: boolean }) {
  const { provenance: from } = envelope;
  const source = [from.branch, from.commit?.slice(0, 12)].filter((part) => part !== undefined);
  return (
    <section class="card audit" aria-labelledby="audit">
      <details open={matchMedia(WIDE).matches}>
        <summary>
          <h2 id="audit">Audit this run</h2> <span class="dim">{glance(envelope)}</span>
        </summary>
        <dl>
          <Fact name="Run">
            <code>{shown(envelope.run_id, 64)}</code>
          </Fact>
          <Fact name="Mode">{modeText(from)}</Fact>
          <Fact name="Started">{moment(envelope.started_at)}</Fact>
          <Fact name="Profile">{from.profile === undefined ? 'none' : shown(from.profile, 80)}</Fact>
          <Fact name="Repository">{from.repo === undefined ? 'unknown' : <Repo repo={from.repo} />}</Fact>
          <Fact name="Source">
            {source.length === 0 ? (
              'not under version control'
            ) : (
              <code>{shown(source.join(' @ '), 120)}</code>
            )}
            {from.dirty === true && (
              <>
                {' '}
                <span class="flag wrong">uncommitted changes</span>
              </>
            )}
            {from.dirty === false && <span class="dim"> clean</span>}
          </Fact>
          <Fact name="Environment">
            {from.ci === undefined ? 'local, not CI' : shown(from.ci, 60)}
            {from.shard !== undefined && `, shard ${shown(from.shard, 20)}`}
            {from.selection !== undefined && `, ${shown(from.selection, 80)}`}
          </Fact>
          <Fact name="Platform">
            {shown(from.platform, 60)}, Node {shown(from.node, 20)}
          </Fact>
          <Fact name="mcptest">{shown(from.tool_version, 40)}</Fact>
          <Fact name="Models">{from.models.length === 0 ? 'none' : shown(from.models.join(', '), 400)}</Fact>
        </dl>
        {calm || from.servers.length === 0 ? (
          <Servers servers={from.servers} />
        ) : (
          <details class="servers">
            <summary>{plural(from.servers.length, 'server')}: transport, authentication, protocol</summary>
            <Servers servers={from.servers} />
          </details>
        )}
      </details>
    </section>
  );
}

/** What is left of it when it is folded. */
function glance({ provenance: from, started_at }: RunEnvelope): string {
  const source = [from.branch, from.commit?.slice(0, 8)].filter(Boolean).join(' @ ');
  return shown(
    [from.mode, moment(started_at), source, from.dirty && 'uncommitted changes'].filter(Boolean).join(' · '),
    200,
  );
}

function modeText({ mode, servers, models }: Provenance): string {
  if (mode !== 'live') return MODES[mode] ?? shown(mode, 40);
  const asked = [servers.length > 0 && 'servers', models.length > 0 && 'models'].filter(Boolean);
  return asked.length === 0 ? 'live: nothing was called' : `live: ${asked.join(' and ')} were called`;
}

function Fact({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Repo({ repo }: { repo: string }) {
  const href = safeLink(repo);
  if (href === undefined) return <>{shown(repo, 200)}</>;
  return (
    <a href={href} rel="noopener noreferrer" target="_blank">
      {shown(repo.replace(/^https?:\/\//i, ''), 200)}
    </a>
  );
}

function Servers({ servers }: { servers: readonly ServerProvenance[] }) {
  if (servers.length === 0) return <p class="dim">No server was started.</p>;
  const named = rowNames(servers);
  return (
    <div class="scroll">
      <table class="small">
        <thead>
          <tr>
            {['Server', 'Transport', 'Authentication', 'Protocol', 'Name and version', 'Restarts'].map(
              (name) => (
                <th key={name} scope="col" class={name === 'Restarts' ? 'number' : undefined}>
                  {name}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {servers.slice(0, 100).map((server, at) => (
            <tr key={at}>
              <th scope="row">{shown(named(server.name, server), 160)}</th>
              <td data-label="Transport">{shown(server.transport, 40)}</td>
              <td data-label="Authentication">{shown(server.auth, 80)}</td>
              <td data-label="Protocol">{protocol(server)}</td>
              <td data-label="Name and version">{said(server)}</td>
              <td data-label="Restarts" class="number">
                {server.restarts ?? 0}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function protocol({ protocol_version, era }: ServerProvenance): string {
  const words = [protocol_version, era].filter((part) => part !== undefined);
  return words.length === 0 ? 'no answer' : shown(words.join(', '), 60);
}

function said({ server_info }: ServerProvenance): string {
  const { name, version } = server_info ?? {};
  return shown([name, version].filter((part) => typeof part === 'string').join(' ') || 'not given', 80);
}
