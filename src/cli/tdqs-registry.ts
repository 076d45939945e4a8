/** `mcptest tdqs ingest`: the commands that work on a registry of many servers. */
import { Command } from 'commander';
import { EXIT } from '../util/errors.js';
import { jsonText } from '../util/printable-json.js';
import type { Context } from './context.js';
import { formatOption, outputOption } from './options.js';
import { printOrWrite } from './output/terminal.js';
import { storeOption } from './store-option.js';
import { type TargetOptions, targetInput, targetOptions } from './target-options.js';
import { readingCommands } from './tdqs-reading.js';

interface IngestOptions extends TargetOptions {
  store: string;
  connect?: boolean;
  format: 'pretty' | 'json';
  output?: string;
}

export function registryCommands(context: Context): Command[] {
  return [ingestCommand(context), ...readingCommands(context)];
}

function ingestCommand(context: Context): Command {
  return outputOption(formatOption(storeOption(targetOptions(new Command('ingest'))), ['pretty', 'json']))
    .summary('take catalogues into a registry')
    .description(
      'Take catalogues into a registry: folders, JSON and JSONL files, the server list of the official registry, ' +
        'addresses, or a command after --. Every ingest of a server is a version; a tool that did not change keeps its ' +
        'score. What cannot be read is shown in a table and stops nothing. Exit code 3 when something was left out.',
    )
    .argument('[sources...]', 'files, folders, and http(s) addresses')
    .option('--connect', 'ask the servers of a server list at their addresses')
    .addHelpText(
      'after',
      `
Examples:
  $ mcptest tdqs ingest catalogs.jsonl                       a catalogue a line, of any size
  $ mcptest tdqs ingest catalogs --store registry.db         a folder
  $ mcptest tdqs ingest https://mcp.example.com/mcp          a live server
  $ mcptest tdqs ingest servers.json --connect               the list of a registry
  $ mcptest tdqs ingest -- node server.js
`,
    )
    .action(async (sources: string[], flags: IngestOptions) => {
      const { ingestSources } = await import('../verbs/registry/ingest.js');
      const { store, connect } = flags;
      const result = await ingestSources({
        ...targetInput(undefined, flags, context),
        store,
        sources,
        connect,
      });
      const { ingestText } = await import('../report/catalog/ingest-text.js');
      await printOrWrite(flags.format === 'json' ? jsonText(result) : ingestText(result), flags.output);
      context.exit(result.rejected > 0 ? EXIT.inconclusive : EXIT.ok);
    });
}
