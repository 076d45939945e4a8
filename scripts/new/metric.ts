/** A metric: a block of agent tests, such as `answer_length:`, that turns traces into figures. */
import { addAfter, addBefore, addImport, identifier, type Kind, kebab, pascal } from './kind.js';

const PATHS = {
  room: 'src/metrics',
  registry: 'src/metrics/registry.ts',
  pages: 'docs/metrics',
  everyMetric: 'test/every-metric.test.ts',
  properties: 'src/metrics/properties.test.ts',
};

export const metric: Kind = {
  form: 'it is a key of a suite in snake_case (answer_length)',
  pattern: /^[a-z]+(_[a-z]+)*$/,
  plan(block) {
    const [variable, file] = [identifier(block), kebab(block)];
    const entry = variable === block ? block : `${block}: ${variable}`;
    return {
      files: {
        [`${PATHS.room}/${file}.ts`]: metricText(block, variable),
        [`${PATHS.room}/${file}.test.ts`]: testText(block, variable, file),
        [`${PATHS.pages}/${block}.md`]: pageText(block),
      },
      edits: [
        addImport(PATHS.registry, `import { ${variable} } from './${file}.js';`),
        addBefore(PATHS.registry, /^};\n\nexport type MetricBlock/m, `  ${entry},\n`),
        addAfter(
          `${PATHS.pages}/README.md`,
          /^## Which one to choose\n\n(?:\|.*\n)+/m,
          `| What do you want to know? | [${block}](${block}.md) | what it cannot tell |\n`,
        ),
        addBefore(
          PATHS.everyMetric,
          /^ {4}};\n {4}expect\(Object\.keys\(blocks\)\)/m,
          `      ${block}: {},\n`,
        ),
        addBefore(PATHS.properties, /^};\n\nconst COUNTS/m, `  ${block}: {},\n`),
      ],
      next: [
        `${PATHS.room}/${file}.ts: the keys of the block, its figures, its default gate, and the counting.`,
        `${PATHS.pages}/${block}.md and its row in ${PATHS.pages}/README.md; pages that say how many metrics there are.`,
      ],
    };
  },
};

function metricText(block: string, variable: string): string {
  return `/** \`${block}:\` which share of the calls succeeds. */
// TODO: what it really measures, here and in every sentence below.
import * as z from 'zod/mini';
import type { Metric } from '../types/metric.js';
import { percent } from '../util/ratio.js';
import { lines, runLabel } from './explain.js';
import { expectSchema, gate, NO_RUNS, nothing } from './result.js';
import { readRuns } from './runs.js';

export interface ${pascal(block)} {
  expect?: unknown[];
}

const TARGETS = ['${block}.succeeded'];

export const ${variable}: Metric<${pascal(block)}> = {
  block: '${block}',
  schema: z.strictObject({ expect: expectSchema }).check(z.describe('Which share of the calls succeeds.')),
  needs: [],
  targets: TARGETS,
  defaults: () => [gate('${block}.succeeded', '>=', 50)],
  measure(traces, _block, ctx) {
    if (traces.length === 0) return nothing(TARGETS, NO_RUNS);
    const { list } = readRuns(traces, ctx);
    const calls = list.flatMap((run) => run.calls);
    const good = calls.filter(({ failed }) => !failed).length;
    return {
      figures: { '${block}.succeeded': calls.length === 0 ? 100 : percent(good, calls.length) },
      explain: lines(list.map((run, at) => \`\${runLabel(at, list.length)}\${run.calls.length} calls\`)),
    };
  },
};
`;
}

function testText(block: string, variable: string, file: string): string {
  return `import { describe, expect, it } from 'vitest';
import { ${variable} } from './${file}.js';

/** Capitals fail. */
const run = (path: string) => ({
  calls: [...path].map((letter) => ({ tool: letter, args: {}, is_error: letter !== letter.toLowerCase() })),
});
const measure = (...paths: string[]) => ${variable}.measure(paths.map(run) as never, {}, { servers: [] });

// TODO: examples worked out by hand, and what makes a figure absent.
describe('${block}', () => {
  it('adds up all runs, and says what was counted', () => {
    const { figures, explain } = measure('ab', 'aB');
    expect(figures).toEqual({ '${block}.succeeded': 75 });
    expect(explain).toEqual(['run 1: 2 calls', 'run 2: 2 calls']);
  });

  it('has no figure without a run', () => {
    expect(measure().figures).toEqual({});
  });
});
`;
}

function pageText(block: string): string {
  return `# ${block}

<!-- TODO: the question that it answers, in one or two sentences. -->

\`\`\`yaml
${block}:
  expect:
    - ${block}.succeeded: { ">=": 90 }
\`\`\`

| target | meaning |
|---|---|
| \`${block}.succeeded\` | share of calls that succeed |

Default gate: \`${block}.succeeded\` \`>= 50\`.

## Example

Four calls of which one fails: 75.

## Limits

<!-- TODO: what it cannot tell. -->
`;
}
