import { Command } from 'commander';
import { EXIT, McptestError } from '../util/errors.js';
import { isHttp } from '../util/host-kind.js';
import { jsonText } from '../util/printable-json.js';
import type { Context } from './context.js';
import { outputOption } from './options.js';
import { printOrWrite } from './output/terminal.js';
import { type TargetOptions, targetInput, targetOptions } from './target-options.js';

export function callCommand(context: Context): Command {
  return outputOption(targetOptions(new Command('call')))
    .summary('call one tool')
    .description(
      'Call one tool and print the wire result. Exit code 1 when the tool signals an error. ' +
        'With --url, --command or -- argv the server name is left out.',
    )
    .argument('[words...]', '[server | URL] tool [name=value...]')
    .option('--args <json>', 'all arguments as one JSON object')
    .addHelpText('after', EXAMPLES)
    .action(async (words: string[], flags: TargetOptions & { args?: string; output?: string }) => {
      const { argsOfWords, callTool } = await import('../verbs/call.js');
      const adHoc = flags.url !== undefined || flags.command !== undefined || context.rest !== undefined;
      const { server, tool, rest } = splitWords(words, adHoc);
      const args = { ...jsonObject(flags.args ?? '{}'), ...argsOfWords(rest) };
      const report = await callTool({ ...targetInput(server, flags, context), tool, args });
      await printOrWrite(jsonText(report.result), flags.output);
      context.exit(report.failed ? EXIT.failed : EXIT.ok);
      await report.closing;
    });
}

/** `[server] tool name=value...`; beside a server that is given otherwise the first word is the tool. */
export function splitWords(
  words: string[],
  adHoc: boolean,
  command = 'call',
): { server?: string; tool: string; rest: string[] } {
  const named = words.findIndex((word, i) => word.includes('=') && !(i === 0 && isHttp(word)));
  const heads = named < 0 ? words : words.slice(0, named);
  const rest = words.slice(heads.length);
  const [first, second, third] = heads;
  if (adHoc) {
    if (first !== undefined && second === undefined) return { tool: first, rest };
    const hint = `Write mcptest ${command} TOOL name=value -- node server.js.`;
    throw badCall(second, 'no tool is named', hint);
  }
  if (first !== undefined && third === undefined)
    return second === undefined ? { tool: first, rest } : { server: first, tool: second, rest };
  const hint = `Write mcptest ${command} SERVER TOOL name=value.`;
  throw badCall(third, 'no tool is named', hint);
}

function badCall(extra: string | undefined, missing: string, hint: string): McptestError {
  const message =
    extra === undefined
      ? missing
      : `${JSON.stringify(extra)} is not an argument: arguments are written name=value`;
  return new McptestError({ code: 'bad-call', message, hint });
}

export function jsonObject(text: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw bad(`--args is not JSON: ${(cause as Error).message}`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw bad('--args must be a JSON object');
  return value as Record<string, unknown>;
}

function bad(message: string): McptestError {
  return new McptestError({ code: 'bad-argument', message, hint: `Write --args '{"city": "Oslo"}'.` });
}

const EXAMPLES = `
Examples:
  $ mcptest call weather get_forecast city=Oslo days=3
  $ mcptest call get_forecast --args '{"city": "Oslo"}' -- node server.js
`;
