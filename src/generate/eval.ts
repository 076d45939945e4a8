/** Catalogue → one judged agent case for each tool: a task made from its definition, and how it is judged. */
import type { Catalog, ToolDef } from '../types/catalog.js';
import { ownValue } from '../util/plain.js';
import { clip, oneLine } from '../util/text.js';
import { agentSuite, type GeneratedAgents, MODEL } from './agent-cases.js';
import { argumentCases } from './argument-cases.js';
import { type SuiteTarget, shownName } from './suite-head.js';
import type { SuitePlace } from './tool-tests.js';
import type { PageOptions } from './usable-tools.js';

const THRESHOLD = { threshold: 0.7 };

export function generateEval(
  catalog: Catalog,
  target: SuiteTarget,
  options: PageOptions = {},
): GeneratedAgents {
  const made = agentSuite({ kind: 'eval', catalog, target, caseOf: evalCase }, options);
  return {
    ...made,
    notes: [
      ...made.notes,
      'the prompts are made from the definitions: say in each what a user would really ask',
    ],
  };
}

function evalCase(tool: ToolDef, { server, name }: SuitePlace): Record<string, unknown> {
  return {
    name: name(`${shownName(tool.name)}: is chosen and used well`),
    model: MODEL,
    servers: [server],
    prompt: taskOf(tool),
    max_turns: 8,
    tool_selection: { expected_tool: `${server}.${tool.name}`, min_selection_rate: 1 },
    judged: {
      task_completion: THRESHOLD,
      tool_use: THRESHOLD,
      argument_correctness: THRESHOLD,
      rubric: {
        text: 'The answer rests on what the tool returned, invents nothing, and says so when the tool failed.',
        ...THRESHOLD,
      },
    },
  };
}

/** What the tool does, as a wish, with the values that a call of it would take. */
function taskOf(tool: ToolDef): string {
  const description = ownValue(tool, 'description');
  const first = typeof description === 'string' ? firstSentence(description) : '';
  const words = shownName(tool.name).replace(/[_-]+/g, ' ');
  const task = first === '' ? `Please do this for me: ${words}.` : `Please do this for me: ${first}`;
  const values = sampleValues(tool);
  return values.length === 0 ? task : `${task}\nUse these values: ${values.join('; ')}.`;
}

/** `city: "example"`, of the first arguments that a call would take. */
export function sampleValues(tool: ToolDef): string[] {
  const args = argumentCases(tool.inputSchema, tool.name).happy ?? {};
  return Object.keys(args)
    .slice(0, 8)
    .map((key) => `${oneLine(key)}: ${clip(oneLine(JSON.stringify(args[key]) ?? ''), 200)}`);
}

export function firstSentence(text: string): string {
  const line = oneLine(text.trim().split('\n', 1)[0] ?? '');
  const end = line.search(/[.!?](\s|$)/);
  return clip(end < 0 ? line : line.slice(0, end + 1), 240);
}
