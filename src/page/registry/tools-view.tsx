/** Tools of all servers, ranked, with the score of each dimension. */
import type { ListQuery } from '../../types/registry-pages.js';
import type { ListOf, ToolItem } from '../../types/registry-read.js';
import { shown } from '../words.js';
import { DIMENSION_LABELS, DIMENSIONS } from './labels.js';
import { Empty, Flags, ListForm, More, score, serverPath, TIER_CHOICE, TierMark } from './parts.js';

const CHOICES = [
  TIER_CHOICE,
  {
    name: 'smell',
    label: 'Smell',
    options: [
      ['', 'Every smell'],
      ...DIMENSIONS.map((name) => [name, `${DIMENSION_LABELS[name]} below 3`] as const),
    ],
  },
  {
    name: 'flag',
    label: 'Flag',
    options: [
      ['', 'Every flag'],
      ['No Description', 'No description'],
      ['Tautological Description', 'Tautological description'],
      ['Annotation Contradiction', 'Annotation contradiction'],
      ['Unrelated Text', 'Unrelated text'],
      ['Security Finding', 'Security finding'],
    ],
  },
  {
    name: 'sort',
    label: 'Order',
    options: [
      ['', 'Best first'],
      ['worst', 'Worst first'],
    ],
  },
] as const;

export function ToolsView({ list, query }: { list: ListOf<ToolItem>; query: ListQuery }) {
  return (
    <main id="main">
      <h1>Tools</h1>
      <section class="card" aria-label="list">
        <ListForm
          action="/tools"
          query={query}
          placeholder="Search tools by name and text"
          choices={CHOICES}
        />
        <ToolTable items={list.items} withServer />
        <More cursor={list.next_cursor} query={query} />
      </section>
    </main>
  );
}

export function ToolTable({
  items,
  withServer = false,
}: {
  items: readonly ToolItem[];
  withServer?: boolean;
}) {
  if (items.length === 0) return <Empty>No tool matches.</Empty>;
  return (
    <div class="scroll">
      <table class="runs ranked">
        <thead>
          <tr>
            <th scope="col">Tier</th>
            <th scope="col">Tool</th>
            <th scope="col" class="number">
              TDQS
            </th>
            {DIMENSIONS.map((name) => (
              <th key={name} scope="col" class="number">
                {DIMENSION_LABELS[name]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map((tool) => (
            <Row key={tool.id} tool={tool} withServer={withServer} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({ tool, withServer }: { tool: ToolItem; withServer: boolean }) {
  return (
    <tr>
      <td>
        <TierMark tier={tool.tier} />
      </td>
      <td class="source wide">
        <a href={`${serverPath(tool.server)}/tools/${encodeURIComponent(tool.name)}`}>
          {shown(tool.name, 120)}
        </a>
        {withServer && (
          <>
            {' '}
            <span class="dim">
              of <a href={serverPath(tool.server)}>{shown(tool.server, 80)}</a>
            </span>
          </>
        )}
        <Flags flags={tool.flags} />
        <p class="dim note">{shown(tool.description ?? '', 160)}</p>
      </td>
      <td class="number" data-label="TDQS">
        {score(tool.tdqs)}
      </td>
      {DIMENSIONS.map((name) => (
        <td
          key={name}
          class={`number ${isSmell(tool, name) ? 'smell' : ''}`}
          data-label={DIMENSION_LABELS[name]}
        >
          {tool.scores?.[name] ?? ''}
        </td>
      ))}
    </tr>
  );
}

function isSmell({ smells }: ToolItem, name: (typeof DIMENSIONS)[number]): boolean {
  return smells.includes(name);
}
