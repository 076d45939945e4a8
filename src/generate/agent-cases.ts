/** What the suites with agents share: the model as a variable, the head, and a page of tools. */

import { TemplateText, yamlItem, yamlMap } from '../source/yaml-text.js';
import type { Catalog, ToolDef } from '../types/catalog.js';
import { omitUndefined } from '../util/omit-undefined.js';
import { namer, type SuiteTarget, serverKey, suiteHead } from './suite-head.js';
import type { SuitePlace } from './tool-tests.js';
import { type PageOptions, toolPage } from './usable-tools.js';

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

export interface AgentSuiteParts {
  kind: 'redteam' | 'eval';
  catalog: Catalog;
  target: SuiteTarget;
  caseOf: (tool: ToolDef, place: SuitePlace) => Record<string, unknown>;
}

export function agentSuite(
  { kind, catalog, target, caseOf }: AgentSuiteParts,
  options: PageOptions,
): GeneratedAgents {
  const page = toolPage(catalog.tools, options);
  const place = { server: serverKey(target), name: namer() };
  const items = page.tools.map((tool) => yamlItem(caseOf(tool, place), 2));
  const parts = [
    suiteHead(kind, target, REMARKS),
    modelVariable(),
    items.length === 0 ? '' : `agents:\n${items.join('')}`,
  ];
  return omitUndefined({
    suite: parts.filter(Boolean).join('\n'),
    tools_covered: items.length,
    notes: page.notes,
    next_cursor: page.next_cursor,
  });
}

function modelVariable(): string {
  return yamlMap({ variables: { model: { env: 'MCPTEST_MODEL', default: DEFAULT_MODEL } } }, 0);
}

export const MODEL = new TemplateText('${model}');
