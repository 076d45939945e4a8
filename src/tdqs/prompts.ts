/** A tool or a server as text for a judge. Whatever came from a server is fenced, and long text is cut. */
import { fence } from '../judge/fence.js';
import type { ServerSubject, ToolSubject } from '../types/tdqs.js';
import { ownValue } from '../util/plain.js';
import { clip } from '../util/text.js';
import { fillTemplate, type RubricPart } from './rubric.js';
import { toolName } from './score-tool.js';

const LONGEST_TEXT = 20_000;
const LONGEST_SCHEMA = 40_000;
const MOST_SIBLINGS = 200;
const MOST_TOOLS = 400;
/** Characters of all descriptions of a server together; within it each is sent whole. */
const SERVER_BUDGET = 120_000;

/** The cost signals are left out on purpose: a dear tool can be described well. */
export function toolPrompt({ prompt }: RubricPart, { tool, signals, siblings }: ToolSubject): string {
  const others = siblings.filter((name) => name !== toolName(tool));
  return fillTemplate(prompt, {
    name: fence(toolName(tool)),
    title: fence(text(ownValue(tool, 'title')) ?? 'none'),
    description: fence(cut(text(ownValue(tool, 'description')) ?? '', LONGEST_TEXT)),
    inputSchema: fence(json(ownValue(tool, 'inputSchema'), '{}')),
    annotations: fence(signals.hasAnnotations ? json(ownValue(tool, 'annotations'), '{}') : 'none'),
    paramCount: String(signals.paramCount),
    requiredParamCount: String(signals.requiredParamCount),
    schemaDescriptionCoverage: String(signals.schemaDescriptionCoverage),
    paramsWithEnums: String(signals.paramsWithEnums),
    hasOutputSchema: yes(signals.hasOutputSchema),
    hasNestedObjects: yes(signals.hasNestedObjects),
    siblings: fence(
      listed(
        others.map((name) => clip(name, 200)),
        MOST_SIBLINGS,
      ),
    ),
  });
}

export function serverPrompt({ prompt }: RubricPart, { server, tools, candidates }: ServerSubject): string {
  const texts = tools.map(
    ({ tool }) => text(ownValue(tool, 'description'))?.replace(/\s+/g, ' ').trim() ?? '',
  );
  const total = texts.reduce((sum, one) => sum + one.length, 0);
  // Where all of them are too long, each gets the same share; the prompt says so.
  const most = total <= SERVER_BUDGET ? total : Math.floor(SERVER_BUDGET / tools.length);
  const lines = tools.map(
    ({ tool, signals }, i) =>
      `- ${toolName(tool)} (cost ${signals.invocationCost}): ${clip(texts[i] ?? '', most) || '(no description)'}`,
  );
  if (total > SERVER_BUDGET) lines.push(`[descriptions are cut at ${most} characters each]`);
  const pairs = candidates.map(
    ({ tool, cheaperTool, toolCost, cheaperCost }) =>
      `- ${JSON.stringify(tool)} (${toolCost}), ${JSON.stringify(cheaperTool)} (${cheaperCost})`,
  );
  return fillTemplate(prompt, {
    server: fence(server),
    toolCount: String(tools.length),
    tools: fence(listed(lines, MOST_TOOLS)),
    candidates: fence(listed(pairs, MOST_TOOLS)),
  });
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function json(value: unknown, none: string): string {
  try {
    return cut(JSON.stringify(value, null, 1) ?? none, LONGEST_SCHEMA);
  } catch {
    // Nested too deep to be written.
    return none;
  }
}

function cut(value: string, most: number): string {
  return value.length <= most ? value : `${clip(value, most)}\n[${value.length - most} more characters]`;
}

function listed(lines: readonly string[], most: number): string {
  if (lines.length === 0) return 'none';
  const more = lines.length > most ? [`[${lines.length - most} more]`] : [];
  return [...lines.slice(0, most), ...more].join('\n');
}

function yes(value: boolean): string {
  return value ? 'yes' : 'no';
}
