/**
 * A proposal without a model. What the definition itself supports is said where that measures better; of several
 * ways the best is taken, and of equals the shortest. What is missing and nobody declared becomes a place to fill.
 */
import { safetyClass } from '../catalog/safety-class.js';
import { viewTool } from '../lint/tool-view.js';
import type { Catalog, ToolDef } from '../types/catalog.js';
import type { ImproveProposal, ProposedParameter, ProposedSentence } from '../types/improve.js';
import type { Parameter, ToolView } from '../types/rule.js';
import type { Dimension } from '../types/tdqs.js';
import { applyProposal, replaced } from './apply.js';
import { ended, factsOf, hintsDisagree, purposeOf, valueFacts } from './facts.js';
import type { Meter, Scored } from './measure.js';
import { toolAt } from './measure.js';
import { measurable, placeholder, placeholdersIn } from './placeholders.js';

/** Below this a dimension wants words that only the author has. */
const GOOD = 4;
const MOST_PARAMETERS = 30;

export interface RulesProposal {
  proposal: ImproveProposal;
  /** What the author should know. */
  notes: string[];
}

/** Without a proposal where rules cannot speak; the notes say why. */
export async function proposeByRules(
  catalog: Catalog,
  place: number,
  meter: Meter,
): Promise<RulesProposal | { notes: string[] }> {
  const tool = toolAt(catalog, place);
  const view = viewTool(tool);
  if (view.description !== '' && !view.english)
    return {
      notes: [
        'The description is not in English, and rules write English only. Let a model try: --model NAME.',
      ],
    };
  const before = await meter.score(catalog, place);
  const isBlank = view.description === '' || before.tool.flags.includes('Tautological Description');
  const contradicted = before.tool.flags.includes('Annotation Contradiction') || hintsDisagree(tool);
  const facts = factsOf(tool, catalog.tools).filter(
    ({ from }) => !(contradicted && from.startsWith('annotations.')),
  );
  const purpose = isBlank ? purposeOf(tool) : undefined;
  const lead = isBlank ? (purpose?.text ?? '') : view.description;
  const parameters = missingParameters(tool, view);
  const told = parameters.filter(({ description }) => description !== '');
  const best = await bestOf({ catalog, place, meter, lead, facts, parameters: told });
  const chosen = purpose === undefined ? best.sentences : [purpose, ...best.sentences];
  const open = [...(isBlank ? [whatFor(tool)] : []), ...gaps(tool, view, best.scored)];
  const proposal = proposalOf({
    lead,
    sentences: chosen,
    said: best.sentences,
    open,
    parameters: parameters.map((one) => ({ ...one, description: described(one) })),
  });
  return {
    proposal,
    notes: contradicted
      ? ['Hints and words contradict each other, so nothing is said from the hints. Fix one of them first.']
      : [],
  };
}

interface Choice {
  catalog: Catalog;
  place: number;
  meter: Meter;
  lead: string;
  facts: ProposedSentence[];
  parameters: ProposedParameter[];
}

interface Best {
  sentences: ProposedSentence[];
  scored: Scored;
}

/** Every choice of at most six sentences is tried, so that two that only count together are found. */
async function bestOf({ catalog, place, meter, lead, facts, parameters }: Choice): Promise<Best> {
  const offered = facts.slice(0, 6);
  let best: Best | undefined;
  for (let mask = 0; mask < 2 ** offered.length; mask += 1) {
    const sentences = offered.filter((_, at) => Math.floor(mask / 2 ** at) % 2 === 1);
    const description = [lead, ...sentences.map(({ text }) => text)].filter(Boolean).join(' ');
    const tool = measurable(applyProposal(toolAt(catalog, place), { description, parameters }));
    const scored = await meter.score(replaced(catalog, place, tool), place);
    if (best === undefined || isBetter(scored, best.scored)) best = { sentences, scored };
  }
  return best as Best;
}

function isBetter(one: Scored, two: Scored): boolean {
  if (one.tool.tdqs !== two.tool.tdqs) return one.tool.tdqs > two.tool.tdqs;
  const findings = one.findings.length + one.elsewhere - two.findings.length - two.elsewhere;
  return findings === 0 ? one.tokens < two.tokens : findings < 0;
}

/** Parameters without a description, each with what its schema says of its values. */
function missingParameters(tool: ToolDef, { parameters }: ToolView): ProposedParameter[] {
  const found = new Map<string, ProposedParameter>();
  for (const parameter of parameters) {
    const pointer = parameter.pointer();
    if (parameter.description !== '' || found.has(pointer) || !isWritable(tool, parameter)) continue;
    if (found.size === MOST_PARAMETERS) break;
    found.set(pointer, { name: parameter.name, pointer, description: valueFacts(parameter.resolved) });
  }
  return [...found.values()];
}

/** `true` is a schema too, and has no place for words. */
function isWritable(tool: ToolDef, { pointer, name }: Parameter): boolean {
  const changed = applyProposal(tool, {
    description: '',
    parameters: [{ name, pointer: pointer(), description: 'x' }],
  });
  return JSON.stringify(changed.inputSchema) !== JSON.stringify(tool.inputSchema);
}

function described({ name, description }: ProposedParameter): string {
  const open = placeholder(`what ${name} means, with an example`);
  return description === '' ? open : `${description} ${open}`;
}

function whatFor(tool: ToolDef): string {
  return placeholder(`what ${tool.name} does to what, and for whom`);
}

/** What the text lacks by the rubric, as places to fill. */
function gaps(tool: ToolDef, { description }: ToolView, { tool: { scores } }: Scored): string[] {
  const open: string[] = [];
  const lacks = (dimension: Dimension): boolean => scores[dimension] < GOOD;
  if (lacks('purpose_clarity') && description !== '')
    open.push(placeholder('what exactly it does to what, so that no sibling fits the same words'));
  if (lacks('usage_guidelines')) open.push(placeholder('when to use it, and when not'));
  if (lacks('behavioral_transparency')) open.push(placeholder(BEHAVIOUR[safetyClass(tool)]));
  if (lacks('contextual_completeness') && tool.outputSchema === undefined)
    open.push(placeholder('what comes back, and in which form'));
  return open;
}

const BEHAVIOUR = {
  'read-only': 'limits, the rights that it needs, and what happens when nothing is found',
  mutating: 'what it changes, whether that can be undone, the rights that it needs, what a second call does',
  destructive: 'what is lost, whether it can be undone, the rights that it needs, how it fails',
} as const;

interface Parts {
  lead: string;
  sentences: ProposedSentence[];
  said: ProposedSentence[];
  open: string[];
  parameters: ProposedParameter[];
}

function proposalOf({ lead, sentences, said, open, parameters }: Parts): ImproveProposal {
  const more = [...said.map(({ text }) => text), ...open];
  const description = [more.length > 0 ? ended(lead) : lead, ...more].filter(Boolean).join(' ');
  return {
    description,
    sentences,
    parameters,
    placeholders: [description, ...parameters.map((one) => one.description)].flatMap(placeholdersIn),
    unsupported: [],
  };
}
