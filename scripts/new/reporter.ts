/** A reporter, such as `--reporter tap`: a saved run as text. */
import { addAfter, addBefore, identifier, type Kind } from './kind.js';

const PATHS = {
  room: 'src/report',
  registry: 'src/report/registry.ts',
  names: 'src/cli/output/reporter-names.ts',
  page: 'docs/ci.md',
};

export const reporter: Kind = {
  form: 'it is one short word (teamcity)',
  pattern: /^[a-z][a-z0-9]*$/,
  plan(name) {
    const variable = identifier(name);
    return {
      files: {
        [`${PATHS.room}/${name}.ts`]: reporterText(variable),
        [`${PATHS.room}/${name}.test.ts`]: testText(variable),
      },
      edits: [
        addBefore(
          PATHS.registry,
          /^} satisfies Record<string, \(run\?: RunEnvelope\) => Promise<Reporter>>;/m,
          `  ${name}: async () => (await import('./${name}.js')).${variable},\n`,
        ),
        addBefore(PATHS.names, /^] as const;/m, `  '${name}',\n`),
        addAfter(
          PATHS.page,
          /^## Anything else\n[\s\S]*?(?=\n## )/m,
          `\n<!-- TODO: who reads \`${name}\`, and what it says. -->\n\`${name}\` is one line a problem and the counts.\n`,
        ),
      ],
      next: [
        `${PATHS.room}/${name}.ts: the format. It is a pure function of the run, and no text of a server can break out of it.`,
        `${PATHS.page}: a sentence. A parser of the format, of somebody else, in test/outside-readers.test.ts.`,
      ],
    };
  },
};

function reporterText(name: string): string {
  return `/** \`--reporter ${name}\`: one line a problem, then the counts and the servers. */
// TODO: the format.
import type { Reporter } from '../types/reporter.js';
import { countsText, serverTexts } from './counts.js';
import { placeText, problems } from './problems.js';
import { safe, safeClip } from './text/safe-text.js';

export const ${name}: Reporter = (envelope) => {
  const found = problems(envelope).map(
    (problem) => \`\${problem.verdict}: \${safeClip(problem.name, 200)} (\${safe(placeText(problem))})\`,
  );
  const servers = serverTexts(envelope).map((text) => \`server \${text}\`);
  return \`\${[...found, countsText(envelope), ...servers].join('\\n')}\\n\`;
};
`;
}

function testText(name: string): string {
  return `import { expect, it } from 'vitest';
import { failingCase, sampleCase, sampleRun } from '../envelope/sample-run.js';
import { ${name} } from './${name}.js';

// TODO: a run with every verdict, and that another program can read it.
it('names what is not green, and where it stands', () => {
  const text = ${name}(sampleRun([sampleCase(), failingCase('broken')]), {
    color: false,
    width: 80,
    agent_budget: 1000,
  });
  expect(text).toContain('fail: broken (mcptest.yml:9)\\n2 tests: 1 failed, 1 passed');
});
`;
}
