import { Command, Option } from 'commander';
import { EXIT } from '../util/errors.js';
import { jsonText } from '../util/printable-json.js';
import { plural, visible } from '../util/text.js';
import type { Context } from './context.js';
import { applyEnvFiles } from './env-file.js';
import { collect, keyValue } from './options.js';
import { print, tell } from './output/terminal.js';

interface Flags {
  config?: string[];
  format: 'pretty' | 'json';
  profile?: string;
  var?: Record<string, string>;
  envFile?: string[];
  workspace?: string;
}

export function validateCommand(context: Context): Command {
  return new Command('validate')
    .summary('check suites without running them')
    .description('Check suites without running them. Exit code 2 when something is wrong.')
    .argument('[paths...]', 'suite files or folders; mcptest.yaml or mcptest.yml when left out')
    .option('--config <suite>', 'a suite file (repeatable)', collect)
    .addOption(new Option('--format <format>', 'how to print').choices(['pretty', 'json']).default('pretty'))
    .option('--profile <name>', 'merge this profile of the suite over it')
    .option('--var <name=value>', 'set a variable of the suite (repeatable)', keyValue)
    .option('--env-file <file>', 'read variables from a file; those that are set win (repeatable)', collect)
    .option('--workspace <folder>', 'the project folder')
    .action(async (paths: string[], flags: Flags) => {
      applyEnvFiles(flags.envFile);
      const { problemLine, validate, validationDocument } = await import('../verbs/validate.js');
      const { valid, errors, suites, warnings, files } = await validate({
        paths: [...paths, ...(flags.config ?? [])],
        profile: flags.profile,
        vars: flags.var,
        workspace: flags.workspace,
        redactor: context.redactor,
      });
      for (const warning of warnings) tell(`mcptest: ${warning}`);
      if (flags.format === 'json') await print(jsonText(validationDocument({ errors, files })));
      else if (valid) {
        for (const { file, tests, servers } of suites)
          await print(`${file}: valid, ${plural(tests, 'test')} on ${plural(servers, 'server')}\n`);
      } else
        await print(`${visible(errors.map(problemLine).join('\n'))}\n${plural(errors.length, 'problem')}\n`);
      context.exit(valid ? EXIT.ok : EXIT.usage);
    });
}
