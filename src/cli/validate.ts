import { Command, Option } from 'commander';
import { EXIT } from '../util/errors.js';
import { jsonText } from '../util/printable-json.js';
import { plural, visible } from '../util/text.js';
import type { Context } from './context.js';
import { applyEnvFiles } from './env-file.js';
import { files, formatOption, keyValue, outputOption, tellRenamed, workspaceOption } from './options.js';
import { printOrWrite, tell } from './output/terminal.js';

interface Flags {
  config?: string[];
  format: 'pretty' | 'json';
  profile?: string;
  var?: Record<string, string>;
  envFile?: string[];
  workspace?: string;
  output?: string;
}

export function validateCommand(context: Context): Command {
  const command = new Command('validate')
    .summary('check suites without running them')
    .description('Check suites without running them. Exit code 2 when something is wrong.')
    .argument('[paths...]', 'suite files or folders; mcptest.yaml or mcptest.yml when left out')
    .option('--profile <name>', 'merge this profile of the suite over it')
    .option('--var <name=value>', 'set a variable of the suite (repeatable)', keyValue)
    .option(
      '--env-file <file>',
      'read variables from a file; it does not replace variables that are set (repeatable)',
      files,
    );
  return outputOption(workspaceOption(formatOption(command, ['pretty', 'json'])))
    .addOption(new Option('--config <suite>', 'is now a path').argParser(files).hideHelp())
    .on('option:config', (suite: string) => tellRenamed('--config', `a path: mcptest validate ${suite}`))
    .action(async (paths: string[], flags: Flags) => {
      applyEnvFiles(flags.envFile);
      const { problemLine, validate, validationDocument } = await import('../verbs/validate.js');
      const {
        valid,
        errors,
        suites,
        warnings,
        files: read,
      } = await validate({
        paths: [...paths, ...(flags.config ?? [])],
        profile: flags.profile,
        vars: flags.var,
        workspace: flags.workspace,
        redactor: context.redactor,
      });
      for (const warning of warnings) tell(`mcptest: ${warning}`);
      const lines = valid
        ? suites.map(
            ({ file, tests, servers }) =>
              `${file}: valid, ${plural(tests, 'test')} on ${plural(servers, 'server')}`,
          )
        : [visible(errors.map(problemLine).join('\n')), plural(errors.length, 'problem')];
      const text =
        flags.format === 'json'
          ? jsonText(validationDocument({ errors, files: read }))
          : `${lines.join('\n')}\n`;
      await printOrWrite(text, flags.output);
      context.exit(valid ? EXIT.ok : EXIT.usage);
    });
}
