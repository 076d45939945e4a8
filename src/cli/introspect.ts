/** `mcptest tools | resources | prompts | capabilities`. */
import { Command } from 'commander';
import { EXIT } from '../util/errors.js';
import { jsonText } from '../util/printable-json.js';
import { clip, oneLine } from '../util/text.js';
import type { Introspection } from '../verbs/introspect.js';
import type { Context } from './context.js';
import { capitalised, formatOption, outputOption } from './options.js';
import { printOrWrite, reportStyle, tell } from './output/terminal.js';
import { type TargetOptions, targetInput, targetOptions } from './target-options.js';

type Verb = 'listTools' | 'listResources' | 'listPrompts' | 'getCapabilities';

const FORMATS = ['pretty', 'json'] as const;

interface Flags extends TargetOptions {
  format: (typeof FORMATS)[number];
  output?: string;
}

const COMMANDS: [string, Verb, string][] = [
  ['tools', 'listTools', 'list the tools of a server'],
  ['resources', 'listResources', 'list the resources of a server'],
  ['prompts', 'listPrompts', 'list the prompts of a server'],
  ['capabilities', 'getCapabilities', 'show what a server says it can do'],
];

export function introspectCommands(context: Context): Command[] {
  return COMMANDS.map(([name, verb, summary]) =>
    outputOption(formatOption(targetOptions(new Command(name)), FORMATS))
      .summary(summary)
      .description(`${capitalised(summary)}: one that the suite declares, --url, --command or -- argv.`)
      .argument('[server]', 'a server of the suite, or a URL')
      .addHelpText('after', `\nExample:\n  $ mcptest ${name} -- node server.js\n`)
      .action(async (server: string | undefined, flags: Flags) => {
        const verbs = await import('../verbs/introspect.js');
        const report = await verbs[verb](targetInput(server, flags, context));
        const { result, warnings, refused, closing } = report;
        // Descriptions are untrusted: what they try to smuggle into a model's context is said beside them.
        const poisoned = await report.poisoned();
        const { format, output } = flags;
        const text = format === 'json' ? jsonText({ ...result, ...poisoned }) : pretty(result, output);
        await printOrWrite(text, output);
        for (const warning of warnings) tell(`warning: ${oneLine(warning)}`);
        for (const refusal of refused) tell(`error: ${oneLine(refusal)} [client-refuses]`);
        if (refused.length > 0) context.exit(EXIT.failed);
        if (format === 'pretty') {
          for (const found of poisoned.warnings ?? [])
            tell(`warning: ${found.rule} in ${oneLine(found.tool)}: ${oneLine(found.summary)}`);
        }
        await closing;
      }),
  );
}

function pretty(result: Introspection['result'], output: string | undefined): string {
  if ('capabilities' in result) return jsonText(result);
  const { width, whole } = reportStyle(output);
  const items = Object.values(result).flat() as Record<string, unknown>[];
  if (items.length === 0) return 'none\n';
  return items
    .map((item) => {
      const name = oneLine(String(item.name ?? item.uri ?? item.uriTemplate ?? '?'));
      const where = item.uri ?? item.uriTemplate;
      const head = `${name}${signature(item)}${where ? `  ${oneLine(String(where))}` : ''}`;
      const text = typeof item.description === 'string' ? item.description.trim().replace(/\n.*$/s, '') : '';
      return text
        ? `${head}\n    ${clip(oneLine(text), whole ? text.length * 6 : Math.max(40, width - 4))}\n`
        : `${head}\n`;
    })
    .join('');
}

/** `(city, days?)`: what a call takes, optional ones marked. */
function signature(item: Record<string, unknown>): string {
  if (Array.isArray(item.arguments)) {
    return `(${item.arguments.map((argument) => `${oneLine(String(argument?.name))}${argument?.required ? '' : '?'}`).join(', ')})`;
  }
  const schema = item.inputSchema as { properties?: object; required?: unknown } | undefined;
  if (!schema || typeof schema !== 'object') return '';
  const required = new Set(Array.isArray(schema.required) ? schema.required : []);
  const names = Object.keys(schema.properties ?? {});
  return `(${names.map((name) => `${oneLine(name)}${required.has(name) ? '' : '?'}`).join(', ')})`;
}
