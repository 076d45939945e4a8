import { Argument, Command } from 'commander';
import { jsonText } from '../util/printable-json.js';
import { print } from './output/terminal.js';

export function schemaCommand(): Command {
  return new Command('schema')
    .summary('print a JSON Schema')
    .description('Print the JSON Schema of suites, or of the run envelope.')
    .addArgument(new Argument('[which]', 'what to describe').choices(['suite', 'envelope']).default('suite'))
    .action(async (which: 'suite' | 'envelope') => {
      const { jsonSchema } = await import('../verbs/schema.js');
      await print(jsonText(jsonSchema(which)));
    });
}
