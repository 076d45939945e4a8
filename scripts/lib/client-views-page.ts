/** `docs/evidence/client-views.md`: what real agents put on the wire, against what `compat --show` prints. */
import { KNOWN_AGENTS } from '../../src/agents/known-agents.js';
import type { AgentCli } from '../../src/util/agent-names.js';
import {
  type About,
  CLIENT_OF,
  type Compared,
  compareView,
  MALFORMED_NAMES,
  type RecordedView,
  recordedViews,
} from '../../test/lib/client-views.js';

const ABOUT: About[] = ['name', 'description', 'schema'];
const MALFORMED_WORDS: Record<string, string> = {
  no_input: 'no input schema',
  no_root_type: 'no type at its root',
  null_properties: 'properties null',
  true_property: 'an argument `true`',
  null_description: 'description null',
  output_array: 'output schema of a list',
  output_nowhere: 'output schema with a reference to nowhere',
};

export function clientViewsPage(): string {
  const rows = recordedViews().map((view) => ({ view, compared: compareView(view) }));
  return `# What agents put on the wire, and what \`compat --show\` says

Made by \`npm run check:clients:agents\`. Real agents from npm get three servers of the fixture \`fixtures/client-views/tools.mjs\`
and a model on loopback. The tools are what they are sent for: long names, names that become the same, dots and slashes, long,
empty and odd descriptions, references, unions, formats, limits, conditions, schemas of more than 5,000 bytes, a second page. The
list that each agent puts into its request is recorded (\`fixtures/client-views\`), and every name, description and input
schema of it is compared with \`mcptest compat --show CLIENT\`, as JSON without blanks and with the order of its keys. A tool that
is on one side alone is a difference. A test compares the recordings with the code in every run of the tests.

## Names, descriptions, schemas

Equal of all that there are.

| agent | package | version | tools on the wire | ${ABOUT.map((one) => `${one}s`).join(' | ')} |
|---|---|---|---:|---|---|---|
${rows.map(({ view, compared }) => row(view, compared)).join('\n')}

${differences(rows)}
## One malformed tool beside a good one

What the model saw of the two. ✗: \`compat\` says otherwise.

| agent | ${MALFORMED_NAMES.map((name) => MALFORMED_WORDS[name] ?? name).join(' | ')} |
|---|${MALFORMED_NAMES.map(() => '---|').join('')}
${rows.map(({ view, compared }) => listRow(view, compared)).join('\n')}
`;
}

function titleOf({ client }: RecordedView): string {
  const found = Object.entries(CLIENT_OF).find(([, id]) => id === client)?.[0] as AgentCli;
  return KNOWN_AGENTS[found].title;
}

function row(view: RecordedView, compared: readonly Compared[]): string {
  const cells = ABOUT.map((about) => {
    const all = compared.filter((one) => one.about === about);
    const equal = all.filter(({ how }) => how === 'equal').length;
    return equal === all.length ? `${equal} of ${all.length}` : `**${equal} of ${all.length}**`;
  });
  return `| ${titleOf(view)} | ${view.package} | ${view.version} | ${view.tools.length} | ${cells.join(' | ')} |`;
}

function differences(rows: readonly { view: RecordedView; compared: readonly Compared[] }[]): string {
  const wrong = rows.flatMap(({ view, compared }) =>
    compared
      .filter(({ how, about }) => how !== 'equal' && about !== 'list')
      .map(({ tool, about, how }) => `- ${titleOf(view)}, \`${tool}\`, ${about}: ${how}`),
  );
  return wrong.length === 0 ? '' : `What differs:\n\n${wrong.join('\n')}\n`;
}

function listRow(view: RecordedView, compared: readonly Compared[]): string {
  const cells = MALFORMED_NAMES.map((name) => {
    const isEqual = compared.some(
      ({ tool, about, how }) => about === 'list' && tool === name && how === 'equal',
    );
    return `${view.lists[name] ?? ''}${isEqual ? '' : ' ✗'}`;
  });
  return `| ${titleOf(view)} | ${cells.join(' | ')} |`;
}
