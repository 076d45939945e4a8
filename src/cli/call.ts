import { Command } from 'commander';
import { EXIT, McptestError } from '../util/errors.js';
import { isHttp } from '../util/is-http.js';
import { jsonText } from '../util/printable-json.js';
import type { Context } from './context.js';
import { type TargetOptions, targetInput, targetOptions } from './target-options.js';
import { print } from './terminal.js';

export function callCommand(context: Context): Command {
  return targetOptions(new Command('call'))
    .summary('call one tool')
    .description(
      'Call one tool and print the wire result. Exit code 1 when the tool signals an error. ' +
        'With --url, --command or -- argv the server name is left out.',
    )
    .argument('[words...]', '[server | URL] tool [name=value...]')
    .option('--args <json>', 'all arguments as one JSON object')
    .addHelpText('after', EXAMPLES)
    .action(async (words: string[], flags: TargetOptions & { args?: string }) => {
      const { argsOfWords, callTool } = await import('../verbs/call.js');
      const adHoc = flags.url !== undefined || flags.command !== undefined || context.rest !== undefined;
      const named = words.findIndex((word, i) => word.includes('=') && !(i === 0 && isHttp(word)));
      const heads = named < 0 ? words : words.slice(0, named);
      if (heads.length < 1 || heads.length > (adHoc ? 1 : 2)) {
        const extra = heads[adHoc ? 1 : 2];
        throw new McptestError({
          code: 'bad-call',
          message:
            extra !== undefined
              ? `${JSON.stringify(extra)} is no argument of the form name=value`
              : adHoc
                ? 'name the tool, then its arguments'
                : 'name the server and the tool, then the arguments',
          hint: adHoc
            ? 'mcptest call TOOL name=value -- node server.js'
            : 'mcptest call SERVER TOOL name=value',
        });
      }
      const tool = heads.at(-1)!;
      const server = heads.length === 2 ? heads[0] : undefined;
      const args = {
        ...(flags.args === undefined ? {} : jsonObject(flags.args)),
        ...argsOfWords(words.slice(heads.length)),
      };
      const report = await callTool({ ...targetInput(server, flags, context), tool, args });
      await print(jsonText(report.result));
      context.exit(report.failed ? EXIT.failed : EXIT.ok);
      await report.closing;
    });
}

function jsonObject(text: string): Record<string, unknown> {
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
