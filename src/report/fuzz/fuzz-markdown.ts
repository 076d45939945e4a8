/** What `mcptest fuzz` found, for a page or a comment: a table of tools, and each failure with its test. */
import type { FuzzFailure, FuzzResult } from '../../types/fuzz.js';
import { plural, visible } from '../../util/text.js';
import { code } from '../text/markdown-code.js';

export function fuzzMarkdown(result: FuzzResult): string {
  const { failures, not_reproduced, tools, left_out, notes, cases, seed } = result;
  const lines = [
    '# Fuzz report',
    '',
    `${plural(failures.length, 'failure')} in ${plural(cases, 'case')}, seed ${seed}.`,
    '',
    '| tool | cases | answered | refused | failures |',
    '|---|---:|---:|---:|---:|',
    ...tools.map((tool) => {
      const own = failures.filter((one) => one.tool === tool.name).length;
      return `| ${cell(tool.name)} | ${tool.cases} | ${tool.answered} | ${tool.refused} | ${own} |`;
    }),
    ...failures.flatMap((one) => failureLines(one)),
    ...listed(
      'Not reproduced',
      not_reproduced,
      (one) => `${one.outcome} of ${code(one.tool, 80)}: ${code(one.message, 300)}`,
    ),
    ...listed('Not called', left_out, ({ tool, reason }) => `${code(tool, 80)}: ${reason}`),
    ...listed('Notes', notes, (note) => code(note, 500)),
  ];
  return `${lines.join('\n')}\n`;
}

function failureLines({
  tool,
  outcome,
  message,
  args,
  before = [],
  repro,
  test,
  evidence = [],
}: FuzzFailure): string[] {
  return [
    '',
    `## ${outcome}: ${code(tool, 80)}`,
    '',
    `${code(message, 500)}`,
    '',
    ...before.map((call) => `- after ${code(call.tool, 80)} ${code(JSON.stringify(call.args), 400)}`),
    `- input ${code(JSON.stringify(args), 1000)}`,
    ...evidence.map((line) => `- said ${code(line, 200)}`),
    `- again: ${code(repro, 2000)}`,
    '',
    ...fenced(test),
  ];
}

/** A block that its content cannot leave. */
function fenced(text: string): string[] {
  const content = visible(text).trimEnd();
  const longest = (content.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 2);
  const fence = '`'.repeat(longest + 1);
  return [`${fence}yaml`, content, fence];
}

function listed<T>(title: string, list: readonly T[], line: (item: T) => string): string[] {
  return list.length === 0 ? [] : ['', `## ${title}`, '', ...list.map((item) => `- ${line(item)}`)];
}

function cell(text: string): string {
  return code(text, 80).replaceAll('|', '\\|');
}
