/** A metric: a block of agent tests, such as `answer_length:`, that turns traces into figures. */
import { addAfter, addBefore, addImport, camel, identifier, type Kind, kebab, pascal } from './kind.js';

const PATHS = {
  room: 'src/metrics',
  names: 'src/types/metric.ts',
  blocks: 'src/metrics/blocks.ts',
  schemas: 'src/metrics/schemas.ts',
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
    return {
      files: {
        [`${PATHS.room}/${file}.ts`]: metricText(block, file),
        [`${PATHS.room}/schemas/${file}.ts`]: schemaText(block),
        [`${PATHS.room}/${file}.test.ts`]: testText(block, file),
        [`${PATHS.pages}/${block}.md`]: pageText(block),
      },
      edits: [
        addAfter(PATHS.names, /^export type MetricBlock =(?:\n {2}\| '\w+')+/m, `\n  | '${block}'`),
        addBefore(PATHS.blocks, /^};\n\nexport const METRIC_BLOCKS/m, blockText(block)),
        addImport(PATHS.schemas, `import { ${variable}Schema } from './schemas/${file}.js';`),
        addAfter(PATHS.schemas, /(?:^ {2}\w+: \w+Schema,\n)+/m, `  ${block}: ${variable}Schema,\n`),
        addAfter(
          PATHS.registry,
          /(?:^ {2}\w+: async \(\) => .*,\n)+/m,
          `  ${block}: async () => (await import('./${file}.js')).measure${pascal(block)},\n`,
        ),
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
        `${PATHS.room}/schemas/${file}.ts: the keys of the block. ${PATHS.blocks}: its figures and its default gate.`,
        `${PATHS.room}/${file}.ts: the counting.`,
        `${PATHS.pages}/${block}.md and its row in ${PATHS.pages}/README.md; pages that say how many metrics there are.`,
      ],
    };
  },
};

function blockText(block: string): string {
  return `  ${block}: {
    needs: [],
    targets: ['${block}.succeeded'],
    defaults: () => [gate('${block}.succeeded', '>=', 50)],
  },
`;
}

function schemaText(block: string): string {
  return `/** The keys of \`${block}:\`. */
// TODO: the keys, and what is measured.
import * as z from 'zod/mini';
import { type BlockSchema, expectSchema } from './common.js';

export interface ${pascal(block)} {
  expect?: unknown[];
}

export const ${camel(block)}Schema: BlockSchema<${pascal(block)}> = z
  .strictObject({ expect: expectSchema })
  .check(z.describe('Which share of the calls succeeds.'));
`;
}

function metricText(block: string, file: string): string {
  return `/** \`${block}:\` which share of the calls succeeds. */
// TODO: what it really measures, here and in every sentence below.
import type { MetricContext, MetricResult } from '../types/metric.js';
import type { Trace } from '../types/trace.js';
import { percent } from '../util/ratio.js';
import { NO_RUNS, noFigures } from './result.js';
import { readRuns } from './runs.js';
import type { ${pascal(block)} } from './schemas/${file}.js';

export function measure${pascal(block)}(
  traces: Trace[],
  _block: ${pascal(block)},
  ctx: MetricContext,
): MetricResult {
  if (traces.length === 0) return noFigures('${block}', NO_RUNS);
  const { list } = readRuns(traces, ctx);
  const calls = list.flatMap((run) => run.calls);
  const good = calls.filter(({ failed }) => !failed).length;
  return {
    figures: { '${block}.succeeded': calls.length === 0 ? 100 : percent(good, calls.length) },
    // What the figure was counted from: it is shown where a check of this target fails.
    explain: list.map(({ calls: made }, run) => ({
      targets: ['${block}.succeeded'],
      run,
      text: \`\${made.filter(({ failed }) => failed).length} of \${made.length} calls failed\`,
    })),
  };
}
`;
}

function testText(block: string, file: string): string {
  return `import { describe, expect, it } from 'vitest';
import { measure${pascal(block)} } from './${file}.js';

/** Capitals fail. */
const run = (path: string) => ({
  calls: [...path].map((letter) => ({ tool: letter, args: {}, is_error: letter !== letter.toLowerCase() })),
});
const measure = (...paths: string[]) => 
  measure${pascal(block)}(paths.map(run) as never, {}, { servers: [] });

// TODO: examples worked out by hand, and what makes a figure absent.
describe('${block}', () => {
  it('adds up all runs, and says what was counted', () => {
    const { figures, explain } = measure('ab', 'aB');
    expect(figures).toEqual({ '${block}.succeeded': 75 });
    expect(explain.map(({ text }) => text)).toEqual(['0 of 2 calls failed', '1 of 2 calls failed']);
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
