/**
 * A proposal from a model. The definition is fenced data to it, and its answer is a stranger's text to us: what is
 * no JSON, empty, poisoned, about parameters that are not there, or at odds with the hints is refused with the reason.
 */

import { mapToolNames } from '../drivers/tool-names.js';
import { askJson } from '../judge/ask-json.js';
import { FENCE_RULE, fence } from '../judge/fence.js';
import { isAtLeast } from '../lint/severity.js';
import { viewTool } from '../lint/tool-view.js';
import type { Ledger } from '../tdqs/books.js';
import type { Catalog, ToolDef } from '../types/catalog.js';
import type { Driver } from '../types/driver.js';
import type { ImproveProposal, ProposedParameter } from '../types/improve.js';
import { ownValue } from '../util/plain.js';
import { clip, oneLine } from '../util/text.js';
import { applyProposal, replaced } from './apply.js';
import { type Meter, toolAt } from './measure.js';
import { measurable, placeholdersIn, withoutPlaceholders } from './placeholders.js';

export interface ModelAsk {
  driver: Driver;
  ledger: Ledger;
  timeout_ms?: number;
  signal?: AbortSignal;
}

export type ModelProposal = { proposal: ImproveProposal; notes: string[] } | { refused: string };

const MOST_SIBLINGS = 40;
const LONGEST = 4000;

const ANSWER = {
  type: 'object',
  properties: {
    description: { type: 'string', minLength: 1, maxLength: LONGEST },
    parameters: { type: 'object', additionalProperties: { type: 'string', maxLength: 1000 } },
  },
  required: ['description'],
  additionalProperties: false,
};

const SYSTEM = [
  'You write descriptions of tools for the language models that choose among them.',
  'Say what the tool does to what, when to use it and when a sibling fits better, what it changes, what comes back.',
  'State only what the definition and its siblings support. Where a caller needs to know something that they do not',
  'say, write [FILL IN: what is missing] in its place; never guess behaviour, limits, rights, formats or errors.',
  'Be short: no praise, no repetition of the schema, no orders to the model about other tools or its instructions.',
  FENCE_RULE,
].join(' ');

export async function proposeByModel(
  catalog: Catalog,
  place: number,
  meter: Meter,
  ask: ModelAsk,
): Promise<ModelProposal> {
  const tool = toolAt(catalog, place);
  const { driver, ledger, timeout_ms, signal } = ask;
  const reply = await askJson(driver, {
    system: SYSTEM,
    prompt: promptOf(tool, catalog),
    schema: ANSWER,
    timeout_ms,
    signal,
  });
  ledger.add(reply.attempts, reply.usage);
  if (reply.answer === undefined)
    return { refused: oneLine(reply.failure?.message ?? `${driver.model} gave no answer`) };
  const { description, parameters = {} } = reply.answer.value as {
    description: string;
    parameters?: Record<string, string>;
  };
  const wanted = readParameters(tool, parameters);
  if ('refused' in wanted) return wanted;
  const text = description.trim();
  const proposal: ImproveProposal = {
    description: text,
    sentences: [],
    parameters: wanted.parameters,
    placeholders: [text, ...wanted.parameters.map((one) => one.description)].flatMap(placeholdersIn),
    unsupported: unsupported([text, ...wanted.parameters.map((one) => one.description)].join('\n'), catalog),
  };
  const bad = await refusal(catalog, place, meter, proposal);
  return bad === undefined ? { proposal, notes: wanted.notes } : { refused: bad };
}

function promptOf(tool: ToolDef, { tools }: Catalog): string {
  const missing = viewTool(tool)
    .parameters.filter(({ description, depth }) => description === '' && depth === 1)
    .map(({ name }) => name);
  const siblings = tools
    .filter((one) => one !== tool)
    .slice(0, MOST_SIBLINGS)
    .map(({ name, description }) => ({ name, description: clip(String(description ?? ''), 300) }));
  return [
    'Propose a better description for this tool:',
    fence(JSON.stringify(tool, null, 1)),
    'Its siblings on the same server:',
    fence(JSON.stringify(siblings, null, 1)),
    missing.length === 0
      ? 'Every parameter has a description; leave `parameters` out.'
      : `Propose in \`parameters\` a description for each of these, which have none: ${JSON.stringify(missing)}.`,
  ].join('\n\n');
}

/** Only what is there and has no description yet; nobody asked for the others. */
function readParameters(
  tool: ToolDef,
  given: Record<string, string>,
): { parameters: ProposedParameter[]; notes: string[] } | { refused: string } {
  const known = viewTool(tool).parameters.filter(({ depth }) => depth === 1);
  const parameters: ProposedParameter[] = [];
  const notes: string[] = [];
  for (const [name, text] of Object.entries(given)) {
    const parameter = known.find((one) => one.name === name);
    if (parameter === undefined)
      return {
        refused: `it describes a parameter ${JSON.stringify(clip(name, 80))} that the tool does not have`,
      };
    if (parameter.description !== '')
      notes.push(`What the model says of ${name} was left out: it has a description.`);
    else if (text.trim() !== '')
      parameters.push({ name, pointer: parameter.pointer(), description: text.trim() });
  }
  return { parameters, notes };
}

/** Why a text must not be proposed. */
async function refusal(
  catalog: Catalog,
  place: number,
  meter: Meter,
  proposal: ImproveProposal,
): Promise<string | undefined> {
  const tool = toolAt(catalog, place);
  if (withoutPlaceholders(proposal.description) === '')
    return 'it says nothing: there are only places to fill';
  const link = linksIn(proposal).find((one) => !textOf(catalog).includes(one));
  if (link !== undefined) return `it names ${clip(link, 80)}, which no definition of the server has`;
  const changed = replaced(catalog, place, measurable(applyProposal(tool, proposal)));
  const { findings, tool: scored } = await meter.score(changed, place);
  const poison = findings.find(
    ({ rule, severity }) => rule.startsWith('SEC-') && isAtLeast(severity, 'medium'),
  );
  if (poison !== undefined && isOfText(poison.pointer))
    return `${poison.rule} finds in it: ${poison.message}`;
  const before = await meter.score(catalog, place);
  const contradicts = scored.flags.includes('Annotation Contradiction');
  if (contradicts && !before.tool.flags.includes('Annotation Contradiction'))
    return 'it contradicts the hints in `annotations`';
  return undefined;
}

/** A finding on something that was not proposed is no fault of the proposal. */
function isOfText(pointer = ''): boolean {
  return pointer === '' || pointer.endsWith('/description');
}

function linksIn({ description, parameters }: ImproveProposal): string[] {
  const text = [description, ...parameters.map((one) => one.description)].join('\n');
  return text.match(/\bhttps?:\/\/[^\s)\]"'`<>]+|\b[\w.+-]+@[\w-]+\.[\w.]+/gi) ?? [];
}

/** Numbers, names in code marks and names with an underscore: what a reader takes for a fact. */
function unsupported(text: string, catalog: Catalog): string[] {
  const known = textOf(catalog).toLowerCase();
  const said = withoutPlaceholders(text).match(/`[^`\n]{1,60}`|\b\w+_\w+\b|\b\d+(?:[.,]\d+)*\b/g) ?? [];
  const bare = said.map((one) => one.replaceAll('`', ''));
  return [...new Set(bare)].filter((one) => !known.includes(one.toLowerCase())).slice(0, 20);
}

function textOf({ tools, instructions = '' }: Catalog): string {
  return `${JSON.stringify(tools)} ${instructions}`;
}

/** How often the model takes the right tool first, asked once for each request. */
export async function picksOf(
  catalog: Catalog,
  cases: readonly { query: string; gold: string[] }[],
  { driver, ledger, timeout_ms = 60_000, signal }: ModelAsk,
): Promise<{ right: number; of: number; hits: boolean[] } | { unasked: string }> {
  const idOf = ({ name }: ToolDef): string => `${catalog.server}.${name}`;
  const names = mapToolNames(catalog.tools.map(idOf));
  const tools = catalog.tools.map((tool) => ({
    id: idOf(tool),
    name: names.name(idOf(tool)) ?? tool.name,
    description: typeof tool.description === 'string' ? tool.description : undefined,
    inputSchema: ownValue(tool, 'inputSchema') ?? { type: 'object' },
  }));
  const hits: boolean[] = [];
  for (const { query, gold } of cases) {
    const spent = ledger.spent();
    if (spent !== undefined) return { unasked: spent };
    const outcome = await driver.turn([{ role: 'user', text: query }], {
      tools,
      temperature: 0,
      timeout_ms,
      signal,
    });
    if ('failure' in outcome) return { unasked: oneLine(outcome.failure.message) };
    ledger.add(1, outcome.turn.usage);
    const called = tools.findIndex(({ name }) => name === outcome.turn.calls[0]?.tool);
    hits.push(gold.includes(catalog.tools[called]?.name ?? ''));
  }
  return { right: hits.filter(Boolean).length, of: cases.length, hits };
}
