/** Text of another tool, of a sibling, of the schema, of the text itself; and text that nobody sees. */
import type { ToolDef } from '../../../src/types/catalog.js';
import type { Family } from './families.js';

const said = ({ description }: ToolDef): string => String(description ?? '').trim();
const firstOf = (text: string): string => text.split(/(?<=[.!?])\s|\n/)[0] ?? '';
const GOOD =
  'Requires an administrator token. Fails with 409 if it is locked. Limited to 10 calls a minute. Use it only after a backup; use restore instead to go back.';

function parametersOf(tool: ToolDef): [name: string, text: string][] {
  const properties = (
    tool.inputSchema as { properties?: Record<string, { description?: unknown }> } | undefined
  )?.properties;
  return Object.entries(properties ?? {}).map(([name, one]) => [name, String(one?.description ?? '')]);
}

const schema = (name: string, write: (parameters: [string, string][], tool: ToolDef) => string): Family => ({
  name,
  change: (text, tool) => {
    const parameters = parametersOf(tool);
    return parameters.length === 0 ? undefined : `${text}\n\n${write(parameters, tool)}`;
  },
});

const sibling = (name: string, write: (text: string, other: ToolDef, all: string[]) => string): Family => ({
  name,
  change: (text, tool, { sibling: other, siblings }) =>
    other === undefined
      ? undefined
      : write(text, other, siblings.filter((one) => one !== tool.name).slice(0, 8)),
});

/** Every letter as a tag character, which is drawn as nothing. */
const tagged = (text: string): string =>
  [...text].map((letter) => String.fromCodePoint(0xe0000 + (letter.codePointAt(0) ?? 0))).join('');

export const COPIES: readonly Family[] = [
  { name: 'text of another tool below', change: (text, _, { donor }) => `${text}\n\n${said(donor)}` },
  { name: 'text of another tool run on', change: (text, _, { donor }) => `${text} ${said(donor)}` },
  { name: 'text of another tool before', change: (text, _, { donor }) => `${said(donor)}\n\n${text}` },
  { name: 'text of another tool instead', change: (_, __, { donor }) => said(donor) },
  {
    name: 'texts of two other tools below',
    change: (text, _, { donor, second }) => `${text}\n\n${said(donor)}\n\n${said(second)}`,
  },
  {
    name: 'texts of two other tools instead',
    change: (_, __, { donor, second }) => `${said(donor)}\n\n${said(second)}`,
  },
  {
    name: 'purpose of another tool below',
    change: (text, _, { donor }) => `${text} ${firstOf(said(donor))}`,
  },
  {
    name: 'text of another tool as a note',
    change: (text, _, { donor }) => `${text}\n\n## Notes\n${said(donor)}`,
  },
  {
    name: 'text of another tool as a list',
    change: (text, _, { donor }) =>
      `${text}\n- ${said(donor)
        .split(/(?<=[.!?])\s/)
        .join('\n- ')}`,
  },
  {
    name: 'text of another tool after the name',
    change: (_, tool, { donor }) => `${tool.name}: ${said(donor)}`,
  },
  sibling('text of a sibling below', (text, other) => `${text}\n\n${said(other)}`),
  sibling('text of a sibling run on', (text, other) => `${text} ${said(other)}`),
  sibling('text of a sibling before', (text, other) => `${said(other)}\n\n${text}`),
  sibling('names of the siblings', (text, _, all) => `${text} ${all.join(', ')}`),
  sibling('see also the siblings', (text, _, all) => `${text}\n\nSee also: ${all.join(', ')}.`),
  sibling('use a sibling instead', (text, other) => `${text} Use ${other.name} instead.`),
  sibling('unlike the siblings', (text, _, all) => `${text} Unlike ${all.join(', ')}.`),
  sibling('other cases for a sibling', (text, other) => `${text} For other cases use ${other.name} instead.`),
  schema('names of the parameters', (all) => all.map(([name]) => name).join(', ')),
  schema('texts of the parameters', (all) => all.map(([, text]) => text).join(' ')),
  schema(
    'parameters as a docstring',
    (all) => `Args:\n${all.map(([name, text]) => `  ${name}: ${text || name}`).join('\n')}`,
  ),
  schema('the schema as JSON', (_, tool) => JSON.stringify(tool.inputSchema)),
  schema(
    'parameters explained by their names',
    (all) =>
      `Args:\n${all.map(([name]) => `  ${name}: The ${name.replaceAll('_', ' ')} parameter.`).join('\n')}`,
  ),
  schema('parameters explained as unknown', (all) =>
    all.map(([name]) => `${name}: unknown value`).join('\n'),
  ),
  schema('a usage line', (all, tool) => `Usage: ${tool.name}(${all.map(([name]) => name).join(', ')})`),
  { name: 'in a comment', change: (text) => `${text}\n<!-- ${GOOD} -->` },
  { name: 'in tag characters', change: (text) => text + tagged(GOOD) },
  {
    name: 'with zero-width letters between',
    change: (text) => `${text} ${[...'Permissions. Limits. Errors.'].join('\u200b')}`,
  },
  { name: 'the text twice', change: (text) => `${text}\n\n${text}` },
  { name: 'the text five times', change: (text) => Array.from({ length: 5 }, () => text).join(' ') },
  { name: 'the first sentence again at the end', change: (text) => `${text} ${firstOf(text)}` },
  { name: 'the text in capitals as well', change: (text) => `${text}\n\n${text.toUpperCase()}` },
];
