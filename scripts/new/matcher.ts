/** A matcher, such as `starts_with`: a question that a suite asks of a value. */
import { addAfter, addBefore, addImport, identifier, type Kind, kebab, Refusal } from './kind.js';

const PATHS = {
  room: 'src/match',
  registry: 'src/match/registry.ts',
  table: 'src/match/evaluate.test.ts',
  page: 'docs/writing-suites.md',
};

export const matcher: Kind = {
  form: 'it is a key of a suite in snake_case (sorted_by)',
  pattern: /^[a-z]+(_[a-z]+)*$/,
  plan(name, tree) {
    const [variable, file] = [identifier(name), kebab(name)];
    const registry = tree.read(PATHS.registry);
    if (new RegExp(`^ {2}${name}[:,]`, 'm').test(registry))
      throw new Refusal(`there is a matcher "${name}" already: ${PATHS.registry}`);
    const entry = variable === name ? name : `${name}: ${variable}`;
    return {
      files: {
        [`${PATHS.room}/${file}.ts`]: matcherText(name, variable),
        [`${PATHS.room}/${file}.test.ts`]: testText(name),
      },
      edits: [
        addImport(PATHS.registry, `import { ${variable} } from './${file}.js';`),
        addBefore(PATHS.registry, /^} satisfies Record<string, MatcherDef>;/m, `  ${entry},\n`),
        addBefore(
          PATHS.table,
          /^\];\n\ndescribe\('each matcher'/m,
          `  [{ ${name}: 'b' }, ['abc'], ['xyz'], [5, null]],\n`,
        ),
        addBefore(
          PATHS.table,
          /^ {4}fc\.constant\(\{ snapshot: true \}\),/m,
          `    fc.string().map((operand) => ({ ${name}: operand })),\n`,
        ),
        addAfter(
          PATHS.page,
          /^\| matcher \| passes when \|\n(?:\|.*\n)+/m,
          `| \`${name}\` | the text holds the operand |\n`,
        ),
      ],
      next: [
        `${PATHS.room}/${file}.ts: which operands it takes, what it demands in words, and the test.`,
        `${PATHS.table}: values that pass, fail, and cannot be asked. ${PATHS.page}: its row.`,
      ],
    };
  },
};

function matcherText(name: string, variable: string): string {
  return `/** A text that holds the operand. */
// TODO: what it really asks, here and in the summary.
import { notApplicable, passIf } from './judgement.js';
import { mustBeString } from './operand.js';
import { show } from './show.js';
import type { MatcherDef } from './types.js';

export const ${variable}: MatcherDef = {
  name: '${name}',
  summary: 'The text holds the operand.',
  operand: mustBeString,
  describe: (operand) => \`holds \${show(operand)}\`,
  test(actual, operand, ctx) {
    if (typeof actual !== 'string') return notApplicable(ctx, actual, 'a string');
    return passIf(actual.includes(operand as string), ctx, actual);
  },
};
`;
}

function testText(name: string): string {
  return `import { expect, test } from 'vitest';
import { evaluate } from './evaluate.js';
import { validateMatcher } from './validate.js';

const judge = (operand: unknown, value: unknown) =>
  evaluate({ target: 'result', matcher: { ${name}: operand } }, { result: value }, { test: 't' });

// TODO: what the table of evaluate.test.ts cannot say, such as the message a user reads.
test('${name} says what was expected and what came', async () => {
  expect(await judge('b', 'abc')).toMatchObject({ outcome: 'pass' });
  const { outcome, message } = await judge('b', 'xyz');
  expect(outcome).toBe('fail');
  expect(message).toContain('expected that result holds "b", but it is "xyz"');
});

test('${name} refuses an operand that makes no sense', () => {
  expect(validateMatcher({ ${name}: 5 })).toMatchObject([{ path: ['${name}'] }]);
});
`;
}
