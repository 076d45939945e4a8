/** `mcptest diff --format html`: what changed, each change in the definition as it is now. */
import type { Catalog, ToolDef } from '../../types/catalog.js';
import type { CatalogChange, CatalogDiff, ChangeClass } from '../../types/catalog-diff.js';
import { groupBy } from '../../util/group-by.js';
import { plural } from '../../util/text.js';
import { staticPage } from '../cards/static-page.js';
import { CARD_STYLE, type Tone, textOf, toolCard } from '../cards/tool-card.js';

const TONES: Record<ChangeClass, Tone> = { breaking: 'fail', risky: 'inconclusive', additive: 'pass' };
const MEANS: Record<ChangeClass, string> = {
  breaking: 'a call or a reader that worked may fail now',
  risky: 'calls still work, but a model reads or a client trusts something else',
  additive: 'what worked still works',
};

/** Tools that are gone are shown as they were. */
export function diffHtml(
  diff: CatalogDiff,
  catalogs: { before: readonly Catalog[]; after: readonly Catalog[] },
): string {
  const { breaking, risky, additive } = diff.summary;
  const title = `mcptest diff: ${breaking} breaking, ${risky} risky, ${additive} additive`;
  const groups = groupBy(diff.changes, ({ server, tool }) => JSON.stringify([server, tool]));
  const several = new Set(diff.changes.map(({ server }) => server)).size > 1;
  const kinds = (Object.keys(MEANS) as ChangeClass[]).filter((kind) => diff.summary[kind] > 0);
  const legend = kinds.map((kind) => `<span class="chip t-${TONES[kind]}">${kind}</span> ${MEANS[kind]}`);
  const body = [
    `<h1>${textOf(title)}</h1>`,
    legend.length === 0 ? '<p>Nothing changed.</p>' : `<p>${legend.join('; ')}.</p>`,
    ...[...groups.values()].map((changes) => card(changes, several, catalogs)),
  ];
  return staticPage({ title, style: CARD_STYLE, kind: 'cards', body: body.join('\n') });
}

function card(
  changes: readonly CatalogChange[],
  several: boolean,
  { before, after }: { before: readonly Catalog[]; after: readonly Catalog[] },
): string {
  const [{ server, tool, class: worst }] = changes as [CatalogChange];
  const title =
    tool === undefined ? `${server || 'the server'} as such` : `${several ? `${server}.` : ''}${tool}`;
  return toolCard({
    title,
    tool: find(after, server, tool) ?? find(before, server, tool),
    tone: TONES[worst],
    chips: [plural(changes.length, 'change')],
    marks: changes.map(({ class: kind, pointer, message, before: was, after: is }) => ({
      pointer,
      tone: TONES[kind],
      label: kind,
      message,
      before: was,
      after: is,
    })),
  });
}

/** Of one server on each side the names need not be the same. */
function find(catalogs: readonly Catalog[], server: string, name: string | undefined): ToolDef | undefined {
  if (name === undefined) return undefined;
  const own = catalogs.find((catalog) => catalog.server === server) ?? catalogs[0];
  return own?.tools.find((tool) => tool.name === name);
}
