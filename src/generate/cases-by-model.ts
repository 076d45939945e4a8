/**
 * Requests for `cases: { from }` from a model of the user's: five for each tool, from one that says everything to one that
 * only hints. The definitions are fenced data to it, and its answer is a stranger's text to us: names of tools are taken
 * out, what comes twice or fits several tools goes, and every row is a draft.
 */
import { askJson } from '../judge/ask-json.js';
import { FENCE_RULE, fence } from '../judge/fence.js';
import type { Catalog, ToolDef } from '../types/catalog.js';
import type { Driver, Usage } from '../types/driver.js';
import { ownValue } from '../util/plain.js';
import { clip, oneLine, plural } from '../util/text.js';
import type { GeneratedAgents } from './agent-cases.js';
import { type Draft, nameless, sceneOf, tableOf } from './draft-cases.js';
import { shownName } from './suite-head.js';
import type { PageOptions } from './usable-tools.js';

export interface CaseAsk {
  driver: Driver;
  /** Counts calls and money, and says when there is none left. */
  ledger: { add(calls: number, usage: Usage | undefined): void; spent(): string | undefined };
  timeout_ms?: number;
  signal?: AbortSignal;
}

const LEVELS = 5;
const MOST_SIBLINGS = 40;

const ANSWER = {
  type: 'object',
  properties: {
    requests: {
      type: 'array',
      minItems: LEVELS,
      maxItems: LEVELS,
      items: { type: 'string', minLength: 1, maxLength: 1200 },
    },
  },
  required: ['requests'],
  additionalProperties: false,
};

const SYSTEM = [
  'You write requests as people put them to an assistant that has tools. The people know no tool and no parameter by name.',
  'For the tool that you are given write five requests that only this tool fits, each about another situation:',
  '1 says everything that the tool needs, with values; 2 says plainly what is wanted, without values; 3 says it in other words',
  'than the definition does; 4 names only the goal behind it; 5 only hints, as somebody does who does not know what there is.',
  'Never write the name of a tool or of a parameter. Write as people speak, one or two sentences each.',
  FENCE_RULE,
].join(' ');

export async function casesByModel(
  catalog: Catalog,
  options: PageOptions,
  ask: CaseAsk,
): Promise<GeneratedAgents & { asked: number; failed: number }> {
  const scene = sceneOf(catalog, options);
  const drafts: Draft[] = [];
  const notes: string[] = [];
  let asked = 0;
  let written = 0;
  for (const tool of scene.usable) {
    const spent = ask.ledger.spent();
    if (spent !== undefined) {
      notes.push(`${plural(scene.usable.length - asked, 'tool')} left out: ${spent}`);
      break;
    }
    asked += 1;
    const found = await requestsFor(tool, scene.named, ask);
    if ('failure' in found) {
      notes.push(`${shownName(tool.name)} has no request: ${found.failure}`);
      continue;
    }
    written += found.requests.length;
    drafts.push(
      ...found.requests.flatMap((prompt, at) =>
        nameless({ tool: tool.name, level: at + 1, prompt }, scene.isName),
      ),
    );
  }
  const named = written - drafts.length;
  if (named > 0) notes.push(`${plural(named, 'request')} left out: they name their tool`);
  const model = oneLine(ask.driver.model);
  const made = tableOf(scene, drafts, {
    head: headOf(model),
    notes: [...notes, `every request is a draft of ${model}: read each, and say it as your users would`],
  });
  return { ...made, asked, failed: asked - new Set(drafts.map(({ tool }) => tool)).size };
}

function headOf(model: string): string {
  return `# Drafted by \`mcptest generate cases --model\` (${clip(model, 80)}). Nobody ever asked these requests. Read each one, say it
# as your users would, delete what fits no tool or several, and take \`draft\` away. A model that wrote the requests finds
# their tools more easily than one that did not. Level 1 says everything, level 5 only hints.
# A test reads this file with \`cases: { from: FILE }\` and \`prompt: \${case.prompt}\`.
`;
}

async function requestsFor(
  tool: ToolDef,
  all: readonly ToolDef[],
  { driver, ledger, timeout_ms, signal }: CaseAsk,
): Promise<{ requests: string[] } | { failure: string }> {
  const reply = await askJson(driver, {
    system: SYSTEM,
    prompt: promptOf(tool, all),
    schema: ANSWER,
    timeout_ms,
    signal,
  });
  ledger.add(reply.attempts, reply.usage);
  if (reply.answer === undefined)
    return { failure: oneLine(reply.failure?.message ?? `${driver.model} gave no answer`) };
  return { requests: ownValue(reply.answer.value, 'requests') as string[] };
}

function promptOf(tool: ToolDef, all: readonly ToolDef[]): string {
  const siblings = all
    .filter((one) => one.name !== tool.name)
    .slice(0, MOST_SIBLINGS)
    .map(({ name, description }) => ({ name, description: clip(String(description ?? ''), 300) }));
  return [
    'Write requests for this tool:',
    fence(JSON.stringify({ ...tool, annotations: undefined }, null, 1)),
    'Its siblings, which must not fit them:',
    fence(JSON.stringify(siblings, null, 1)),
  ].join('\n\n');
}
