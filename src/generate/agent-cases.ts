/** What the suites with agents share: the model as a variable, the head, and a page of tools. */
import type { Catalog, ToolDef } from '../types/catalog.js';
import { namer, type SuiteTarget, suiteHead } from './suite-head.js';
import { type PageKnobs, toolPage } from './usable-tools.js';
import { Meant, yamlItem, yamlMap } from './yaml-text.js';

export interface GeneratedAgents {
  suite: string;
  tools_covered: number;
  notes: string[];
  next_cursor?: number;
}

/** The model of a generated suite when the environment names none. */
export const DEFAULT_MODEL = 'claude-sonnet-4-5';

const REMARKS = [
  'Each case needs a model: set MCPTEST_MODEL (and the key of its provider), or edit `variables`.',
];

/** Which cases a suite with agents is made of. */
export interface CaseSource {
  kind: 'redteam' | 'eval';
  caseOf(tool: ToolDef, name: (text: string) => string): Record<string, unknown>;
}

export function agentSuite(
  { kind, caseOf }: CaseSource,
  catalog: Catalog,
  target: SuiteTarget,
  knobs: PageKnobs,
): GeneratedAgents {
  const page = toolPage(catalog.tools, knobs);
  const name = namer();
  const items = page.tools.map((tool) => yamlItem(caseOf(tool, name), 2));
  const parts = [
    suiteHead(kind, target, REMARKS),
    modelVariable(),
    items.length === 0 ? '' : `agents:\n${items.join('')}`,
  ];
  const made: GeneratedAgents = {
    suite: parts.filter(Boolean).join('\n'),
    tools_covered: items.length,
    notes: page.notes,
  };
  if (page.next_cursor !== undefined) made.next_cursor = page.next_cursor;
  return made;
}

function modelVariable(): string {
  return yamlMap({ variables: { model: { env: 'MCPTEST_MODEL', default: DEFAULT_MODEL } } }, 0);
}

export const MODEL = new Meant('${model}');
