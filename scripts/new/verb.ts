/** A command, such as `mcptest tokens`: what it does in `verbs/`, how it is called in `cli/`. */
import { addBefore, identifier, type Kind, pascal, Refusal } from './kind.js';

const PATHS = {
  verbs: 'src/verbs',
  commands: 'src/cli',
  program: 'src/cli/program.ts',
  layers: 'src/layers.json',
  reference: 'docs/reference/cli.md',
  pages: 'docs',
};

export const verb: Kind = {
  form: 'it is a command in kebab-case (count-tools)',
  pattern: /^[a-z]+(-[a-z]+)*$/,
  plan(name, tree) {
    const variable = identifier(name);
    if (new RegExp(`^## mcptest ${name}\\b(?!-)`, 'm').test(tree.read(PATHS.reference)))
      throw new Refusal(`there is a command "${name}" already: ${PATHS.reference}`);
    return {
      files: {
        [`${PATHS.verbs}/${name}.ts`]: verbText(name, variable),
        [`${PATHS.verbs}/${name}.test.ts`]: testText(name, variable),
        [`${PATHS.commands}/${name}.ts`]: commandText(name, variable),
        [`${PATHS.pages}/${name}.md`]: pageText(name),
      },
      edits: [
        addBefore(
          PATHS.program,
          /^ {4}\],\n {2}\],\n\];\n/m,
          `      ['${name}', async (context) => (await import('./${name}.js')).${variable}Command(context)],\n`,
        ),
        {
          file: PATHS.layers,
          find: /(?<="verbs": \{[^}]*"doors": )\[[^\]]*\]/,
          put: (doors) => {
            const files = [...(JSON.parse(doors) as string[]), `${name}.ts`].sort();
            return `[${files.map((file) => `"${file}"`).join(', ')}]`;
          },
        },
        addBefore(
          `${PATHS.pages}/README.md`,
          /^\| \[performance\]/m,
          `| [${name}](${name}.md) | what you find out with it |\n`,
        ),
      ],
      next: [
        `${PATHS.verbs}/${name}.ts: what it does. It prints nothing and returns plain values.`,
        `${PATHS.commands}/${name}.ts: its words and options, and how a report is printed.`,
        `${PATHS.pages}/${name}.md and its row in ${PATHS.pages}/README.md.`,
        'To offer it to programs as well: src/index.ts and docs/library.md.',
      ],
    };
  },
};

function verbText(name: string, variable: string): string {
  return `/** \`mcptest ${name}\`: how many tools there are. */
// TODO: what it really does, here, in the command and on the page.
import { type CatalogInput, readCatalogs } from '../target/catalogs.js';

export interface ${pascal(name)}Report {
  version: 1;
  tools: number;
}

export async function ${variable}(
  input: CatalogInput,
): Promise<${pascal(name)}Report & { closing: Promise<unknown> }> {
  const { catalogs, closing } = await readCatalogs(input);
  return { version: 1, tools: catalogs.reduce((sum, { tools }) => sum + tools.length, 0), closing };
}
`;
}

function testText(name: string, variable: string): string {
  return `import { expect, it } from 'vitest';
import { folder } from '../../test/lib/cli.js';
import { ${variable} } from './${name}.js';

// TODO: what a user could notice, and what goes wrong.
it('reads a saved catalogue', async () => {
  const cwd = folder({ 'tools.json': JSON.stringify([{ name: 'a' }, { name: 'b' }]) });
  const { closing, ...report } = await ${variable}({ cwd, from: 'tools.json' });
  await closing;
  expect(report).toEqual({ version: 1, tools: 2 });
});
`;
}

function commandText(name: string, variable: string): string {
  return `import { Command } from 'commander';
import { EXIT } from '../util/errors.js';
import { jsonText } from '../util/printable-json.js';
import { plural } from '../util/text.js';
import type { Context } from './context.js';
import { formatOption, fromOption, outputOption } from './options.js';
import { printOrWrite } from './output/terminal.js';
import { type TargetOptions, targetInput, targetOptions } from './target-options.js';

interface Flags extends TargetOptions {
  from?: string[];
  format: 'pretty' | 'json';
  output?: string;
}

export function ${variable}Command(context: Context): Command {
  const command = fromOption(targetOptions(new Command('${name}')));
  return outputOption(formatOption(command, ['pretty', 'json']))
    .summary('count the tools')
    .description('Count the tools of a server or of a saved catalogue.')
    .argument('[server]', 'a server of the suite, or a URL')
    .addHelpText('after', EXAMPLES)
    .action(async (server: string | undefined, flags: Flags) => {
      const { ${variable} } = await import('../verbs/${name}.js');
      const input = { ...targetInput(server, flags, context), from: flags.from };
      const { closing, ...report } = await ${variable}(input);
      const text = flags.format === 'json' ? jsonText(report) : \`\${plural(report.tools, 'tool')}\\n\`;
      await printOrWrite(text, flags.output);
      context.exit(EXIT.ok);
      await closing;
    });
}

const EXAMPLES = \`
Examples:
  $ mcptest ${name} -- node server.js
  $ mcptest ${name} --from tools.json --format json
\`;
`;
}

function pageText(name: string): string {
  return `# ${name}

<!-- TODO: the question that it answers, an example with its output, and what the exit codes mean. -->

\`\`\`sh
mcptest ${name} -- node server.js
mcptest ${name} --from tools.json
\`\`\`

Every option: [command reference](reference/cli.md).
`;
}
