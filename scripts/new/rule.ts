/** A lint rule. `desc-vague-promise` is the next DESC rule, named `vague-promise`. */
import { addAfter, addImport, camel, type Edit, type Kind, Refusal, type Tree } from './kind.js';

const PATHS = {
  rules: 'src/lint/rules',
  registry: 'src/lint/registry.ts',
  securityRegistry: 'src/lint/sec-registry.ts',
  ids: 'src/lint/rule-ids.ts',
  registryTest: 'src/lint/registry.test.ts',
  pages: 'docs/rules',
};

export const rule: Kind = {
  form: 'begin with desc-, sch- or sec-, then say in kebab-case what is wrong (desc-vague-promise)',
  pattern: /^(desc|sch|sec)(-[a-z]+)+$/,
  plan(given, tree) {
    const [, family, name] = /^([a-z]+)-(.*)$/.exec(given) as unknown as [string, string, string];
    refuseKnown(name, tree);
    const id = nextId(family.toUpperCase(), tree);
    const file = `${PATHS.rules}/${id.toLowerCase()}.ts`;
    const variable = camel(id.toLowerCase().replace('-', ''));
    const { version } = JSON.parse(tree.read('package.json')) as { version: string };
    const registry = family === 'sec' ? PATHS.securityRegistry : PATHS.registry;
    return {
      files: {
        [file]: ruleText({ id, name, variable, version }),
        [file.replace('.ts', '.test.ts')]: testText(id),
      },
      edits: [
        addImport(registry, `import { ${variable} } from './rules/${id.toLowerCase()}.js';`),
        addAfter(registry, new RegExp(`(?:^ {2}${family}\\d+,\\n)+`, 'm'), `  ${variable},\n`),
        addAfter(PATHS.ids, new RegExp(`(?:^ {2}'${family.toUpperCase()}-\\d+',\\n)+`, 'm'), `  '${id}',\n`),
        ...(family === 'sec' ? [] : [oneMore(family.toUpperCase())]),
      ],
      next: [
        `${file}: severity, the words of its page, a bad and a good sample, and the check itself.`,
        `npm run generate writes ${PATHS.pages}/${id}.md from it.`,
      ],
    };
  },
};

function refuseKnown(name: string, tree: Tree): void {
  const known = new RegExp(`^\\| \\[([A-Z]+-\\d+)\\].*\\| ${name} \\|`, 'm').exec(
    tree.read(`${PATHS.pages}/README.md`),
  );
  if (known) throw new Refusal(`there is a rule "${name}" already: ${known[1]}`);
}

/** Numbers of rules that are gone stand in the registry as comments, and are not given again. */
function nextId(family: string, tree: Tree): string {
  const texts = [PATHS.ids, PATHS.registry, PATHS.securityRegistry].map((file) => tree.read(file)).join('\n');
  const numbers = [...texts.matchAll(new RegExp(`\\b${family}-(\\d{3})\\b`, 'g'))].map(([, digits]) =>
    Number(digits),
  );
  // The comment of the registry has DESC-099 for its example.
  const last = Math.max(0, ...numbers.filter((number) => number !== 99));
  return `${family}-${String(last + 1).padStart(3, '0')}`;
}

/** The test of the registry counts the rules of a family, so that none is lost by a slip. */
function oneMore(family: string): Edit {
  return {
    file: PATHS.registryTest,
    find: new RegExp(`startsWith\\('${family}'\\)\\)\\)\\.toHaveLength\\(\\d+\\)`),
    put: (found) => found.replace(/\d+/, (count) => String(Number(count) + 1)),
  };
}

interface Named {
  id: string;
  name: string;
  variable: string;
  version: string;
}

function ruleText({ id, name, variable, version }: Named): string {
  const words = name.replaceAll('-', ' ');
  const severity = id.startsWith('SEC') ? 'medium' : 'warning';
  return `/** TODO: what this rule finds, in one line. */
import type { ToolRule } from '../../types/rule.js';

export const ${variable}: ToolRule = {
  id: '${id}',
  name: '${name}',
  severity: '${severity}',
  since: '${version}',
  // TODO: the words of its page.
  triggers: 'The description holds the sample words "${words} here".',
  rationale: 'Why it matters to an agent, in one paragraph.',
  fix: 'What to do about it.',
  // TODO: samples as a server could send them. The rule fires on the bad one and is silent on the good one.
  bad: {
    name: 'weather',
    description: 'Gets the weather of a city; ${words} here.',
    inputSchema: { type: 'object' },
  },
  good: {
    name: 'weather',
    description: 'Gets the weather of a city.',
    inputSchema: { type: 'object' },
  },
  scope: 'tool',
  check(tool, context) {
    const { description } = context.view(tool);
    // TODO: the check. It never throws, whatever JSON a tool is, and reads a text of any size in linear time.
    if (!description.includes('${words} here')) return [];
    return [{ pointer: '/description', message: 'the description says "${words} here"', excerpt: description }];
  },
};
`;
}

function testText(id: string): string {
  return `import { expect, test } from 'vitest';
import { lintCatalog } from '../engine.js';
import { RULES } from '../registry.js';

const rule = RULES.find(({ id }) => id === '${id}')!;

function pointers(description: string): (string | undefined)[] {
  const tools = [{ name: 'tool', description, inputSchema: { type: 'object' } }];
  const { findings } = lintCatalog([{ server: 's', tools }], { rules: [rule.id] });
  return findings.filter((finding) => finding.rule === rule.id).map((finding) => finding.pointer);
}

// TODO: what is close to it and must not fire, and what looks harmless and must.
test('${id} fires on what it is for, and only there', () => {
  expect(pointers((rule.bad as { description: string }).description)).toEqual(['/description']);
  expect(pointers('Gets the weather of a city.')).toEqual([]);
});
`;
}
