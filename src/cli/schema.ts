import { Argument, Command } from 'commander';
import { jsonText } from '../util/printable-json.js';
import { outputOption } from './options.js';
import { printOrWrite } from './output/terminal.js';

export function schemaCommand(): Command {
  return outputOption(new Command('schema'))
    .summary('print a JSON Schema')
    .description('Print the JSON Schema of suites, or of the run envelope.')
    .addArgument(new Argument('[which]', 'what to describe').choices(['suite', 'envelope']).default('suite'))
    .action(async (which: 'suite' | 'envelope', { output }: { output?: string }) => {
      const { jsonSchema } = await import('../verbs/schema.js');
      await printOrWrite(jsonText(jsonSchema(which)), output);
    });
}
