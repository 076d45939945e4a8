/** The registry table: servers, ranked. */
import type { ListQuery } from '../../types/registry-pages.js';
import type { ListOf, ServerItem } from '../../types/registry-read.js';
import type { RegistryStats } from '../../types/registry-stats.js';
import type { Tier } from '../../types/tdqs.js';
import { figure, moment, plural, shown } from '../words.js';
import { Empty, ListForm, More, score, serverPath, TIER_CHOICE, TIERS, TierBar, TierMark } from './parts.js';

const CHOICES = [
  TIER_CHOICE,
  {
    name: 'flag',
    label: 'Flag',
    options: [
      ['', 'Every flag'],
      ['Shadowing Risk', 'Shadowing risk'],
    ],
  },
  {
    name: 'sort',
    label: 'Order',
    options: [
      ['', 'Best first'],
      ['worst', 'Worst first'],
      ['name', 'By name'],
    ],
  },
] as const;

export function ServersView({
  list,
  query,
  stats,
}: {
  list: ListOf<ServerItem>;
  query: ListQuery;
  stats: RegistryStats;
}) {
  const { counts } = stats;
  const tiers = Object.fromEntries(TIERS.map((tier) => [tier, stats.servers.tiers[tier].count]));
  return (
    <main id="main">
      <h1>Servers</h1>
      <p class="dim">
        {plural(counts.servers, 'server')} with {plural(counts.tools, 'tool')}, {counts.scored.share}% of them
        scored by {shown(stats.judge, 60)} ({shown(stats.rubric, 60)}); figures of {moment(stats.made_at)}
      </p>
      <section class="card" aria-labelledby="by-tier">
        <h2 id="by-tier">Servers by tier</h2>
        <TierBar counts={tiers as Record<Tier, number>} />
      </section>
      <section class="card" aria-labelledby="list">
        <h2 id="list" class="hidden">
          List
        </h2>
        <ListForm action="/" query={query} placeholder="Search servers by name" choices={CHOICES} />
        {list.items.length === 0 ? <Empty>No server matches.</Empty> : <ServerTable items={list.items} />}
        <More cursor={list.next_cursor} query={query} />
      </section>
    </main>
  );
}

const HEADINGS = ['Overall', 'Descriptions', 'Coherence', 'Worst tool', 'Tools', 'Uses'];

function ServerTable({ items }: { items: readonly ServerItem[] }) {
  return (
    <div class="scroll">
      <table class="runs ranked">
        <thead>
          <tr>
            <th scope="col">Tier</th>
            <th scope="col">Server</th>
            {HEADINGS.map((name) => (
              <th key={name} scope="col" class="number">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map((server) => (
            <tr key={server.name}>
              <td>
                <TierMark tier={server.tier} />
              </td>
              <td class="source wide">
                <a href={serverPath(server.name)}>{shown(server.name, 120)}</a>
              </td>
              <Cell label="Overall">{score(server.overall)}</Cell>
              <Cell label="Descriptions">{score(server.description_quality)}</Cell>
              <Cell label="Coherence">{score(server.coherence)}</Cell>
              <Cell label="Worst tool">{score(server.min_tdqs)}</Cell>
              <Cell label="Tools">{figure(server.tool_count)}</Cell>
              <Cell label="Uses">{server.uses > 0 ? figure(server.uses) : ''}</Cell>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Cell({ label, children }: { label: string; children: string }) {
  return (
    <td class="number" data-label={label}>
      {children}
    </td>
  );
}
