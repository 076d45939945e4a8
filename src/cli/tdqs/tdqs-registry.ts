/** `mcptest tdqs ingest | sweep | worker | export | import`: the commands that work on a registry of many servers. */
import { Command } from 'commander';
import type { SweepRound } from '../../types/registry.js';
import { EXIT } from '../../util/errors.js';
import { jsonText } from '../../util/printable-json.js';
import { oneLine } from '../../util/text.js';
import type { Context } from '../context.js';
import { atLeastOne, duration, formatOption, outputOption } from '../options.js';
import { printOrWrite, tell } from '../output/terminal.js';
import { type TargetOptions, targetInput, targetOptions } from '../target-options.js';
import { type JudgeOptions, judgeInput, judgeOptions } from './judge-options.js';

interface IngestOptions extends TargetOptions {
  store: string;
  connect?: boolean;
  format: 'pretty' | 'json';
  output?: string;
}

interface SweepOptions extends JudgeOptions {
  store: string;
  perMinute?: number;
  concurrency?: number;
  batch: number;
  every?: number;
  dryRun?: boolean;
  untilEmpty?: boolean;
  config?: string;
  format: 'pretty' | 'json';
  output?: string;
}

export function registryCommands(context: Context): Command[] {
  return [
    ingestCommand(context),
    sweepCommand(context),
    workerCommand(context),
    exportCommand(context),
    importCommand(context),
  ];
}

/** The one word for the place of a registry. */
export function storeOption(command: Command): Command {
  return command.option(
    '--store <store>',
    'the registry: a SQLite file, or postgres://user:password@host/name',
    'registry.db',
  );
}

function ingestCommand(context: Context): Command {
  return outputOption(formatOption(storeOption(targetOptions(new Command('ingest'))), ['pretty', 'json']))
    .summary('add catalogues to a registry')
    .description(
      'Add catalogues to a registry: folders, JSON and JSONL files, the server list of the official registry, ' +
        'addresses, or a command after --. Every ingest of a server is a version; a tool that did not change keeps its ' +
        'score. What cannot be read is shown in a table and stops nothing. Exit code 3 when something was left out.',
    )
    .argument('[sources...]', 'files, folders, and http(s) addresses')
    .option('--connect', 'ask the servers of a server list at their addresses')
    .addHelpText(
      'after',
      `
Examples:
  $ mcptest tdqs ingest catalogs.jsonl                       # a catalogue a line, of any size
  $ mcptest tdqs ingest catalogs --store registry.db         # a folder
  $ mcptest tdqs ingest https://mcp.example.com/mcp          # a live server
  $ mcptest tdqs ingest servers.json --connect               # the list of a registry
  $ mcptest tdqs ingest -- node server.js
`,
    )
    .action(async (sources: string[], flags: IngestOptions) => {
      const { ingestSources } = await import('../../verbs/registry/ingest.js');
      const { store, connect } = flags;
      const result = await ingestSources({
        ...targetInput(undefined, flags, context),
        store,
        sources,
        connect,
      });
      const { ingestText } = await import('../../report/catalog/ingest-text.js');
      await printOrWrite(flags.format === 'json' ? jsonText(result) : ingestText(result), flags.output);
      context.exit(result.rejected > 0 ? EXIT.inconclusive : EXIT.ok);
    });
}

function workOptions(command: Command): Command {
  return judgeOptions(storeOption(command))
    .option('--per-minute <calls>', 'ask a model at most so often a minute, over all workers', atLeastOne)
    .option(
      '--concurrency <n>',
      'how many run at the same time, at most: 40 with a model, otherwise one a processor',
      atLeastOne,
    )
    .option('--config <suite>', 'a suite file: the one that declares the model');
}

function sweepInput(flags: SweepOptions, context: Context) {
  const { store, perMinute: per_minute, concurrency, batch, every: every_ms, config } = flags;
  const { signal, redactor } = context;
  return { ...judgeInput(flags), store, per_minute, concurrency, batch, every_ms, config, signal, redactor };
}

function sweepCommand(context: Context): Command {
  return outputOption(formatOption(workOptions(new Command('sweep')), ['pretty', 'json']))
    .summary('score what has no score yet')
    .description(
      'Find the tools of a registry that have no score of this judge, and judge them: in this process on SQLite, ' +
        'by workers on PostgreSQL. First what was never scored, then what is used most, then what has waited longest. ' +
        'Exit code 3 when tools are left without a score.',
    )
    .option('--every <duration>', 'look for work again and again, with this pause', duration)
    .option('--batch <n>', 'jobs that are queued at a time', atLeastOne, 100)
    .option('--dry-run', 'show what would be done, and do nothing: what it would take and cost')
    .addHelpText(
      'after',
      `
Examples:
  $ mcptest tdqs sweep                                       # judge offline, into registry.db
  $ mcptest tdqs sweep --judge gpt-5-mini --max-cost 20 --dry-run
  $ mcptest tdqs sweep --store postgres://host/registry --every 5m
`,
    )
    .action(async (flags: SweepOptions) => {
      const { estimateRegistry, sweepRegistry } = await import('../../verbs/registry/sweep.js');
      const texts = await import('../../report/catalog/sweep-text.js');
      const input = sweepInput(flags, context);
      if (flags.dryRun) {
        const estimate = await estimateRegistry(input);
        await printOrWrite(
          flags.format === 'json' ? jsonText(estimate) : texts.estimateText(estimate),
          flags.output,
        );
        context.exit(EXIT.ok);
        return;
      }
      const on_round =
        flags.every === undefined ? undefined : (round: SweepRound) => tell(texts.roundLine(round));
      const total = await sweepRegistry({ ...input, on_round });
      await printOrWrite(flags.format === 'json' ? jsonText(total) : texts.sweepText(total), flags.output);
      context.exit(total.queued === 0 && total.missing > 0 ? EXIT.inconclusive : EXIT.ok);
    });
}

function workerCommand(context: Context): Command {
  return workOptions(new Command('worker'))
    .summary('do the work that a sweep put in the queue')
    .description(
      'Judge what a sweep has put into the queue of a registry in PostgreSQL; start it on as many machines as you like. ' +
        'Ctrl-C finishes the running job; if a worker dies, nothing is lost. On SQLite it sweeps by itself.',
    )
    .option(
      '--every <duration>',
      'look for work again and again, with this pause: on SQLite, where nothing is queued (5s)',
      duration,
    )
    .option('--until-empty', 'end when nothing is left to do')
    .addHelpText(
      'after',
      '\nExample:\n  $ mcptest tdqs worker --store postgres://host/registry --concurrency 4\n',
    )
    .action(async (flags: SweepOptions) => {
      const { runRegistryWorker } = await import('../../verbs/registry/sweep.js');
      const { eventLine } = await import('../../report/catalog/sweep-text.js');
      const { judged, failed, driver } = await runRegistryWorker({
        ...sweepInput(flags, context),
        until_empty: flags.untilEmpty,
        on_event: (event) => {
          const line = eventLine(event);
          if (line !== undefined) tell(line);
        },
      });
      tell(`mcptest: ${judged} judged, ${failed} not (${oneLine(driver)})`);
      context.exit(EXIT.ok);
    });
}

function exportCommand(context: Context): Command {
  return outputOption(formatOption(storeOption(new Command('export')), ['jsonl', 'csv']))
    .summary('write a registry to a file')
    .description(
      'Write a registry to a file: as JSONL with everything, which `tdqs import` reads back, or the current tools with their ' +
        'scores as CSV, in which no cell is read as a formula.',
    )
    .action(async (flags: { store: string; format: 'jsonl' | 'csv'; output?: string }) => {
      const { exportRegistry } = await import('../../verbs/registry/exchange.js');
      const { openLines } = await import('../output/lines.js');
      const { store, format, output } = flags;
      const lines = await openLines(output);
      try {
        await exportRegistry({ store, format, write: lines.write, signal: context.signal });
      } catch (error) {
        await lines.drop();
        throw error;
      }
      if (context.signal.aborted) await lines.drop();
      else await lines.end();
      context.exit(context.signal.aborted ? EXIT.interrupted : EXIT.ok);
    });
}

function importCommand(context: Context): Command {
  return outputOption(formatOption(storeOption(new Command('import')), ['pretty', 'json']))
    .summary('read a registry from a file')
    .description(
      'Read what `tdqs export` wrote: servers that the registry does not know with all their history, and of those that ' +
        'it knows the scores of definitions that are the same. Exit code 3 when a line could not be read.',
    )
    .argument('<file>', 'a JSONL file of `tdqs export`')
    .action(async (file: string, flags: { store: string; format: 'pretty' | 'json'; output?: string }) => {
      const { importRegistry } = await import('../../verbs/registry/exchange.js');
      const { importText } = await import('../../report/catalog/ingest-text.js');
      const report = await importRegistry({ store: flags.store, file });
      await printOrWrite(flags.format === 'json' ? jsonText(report) : importText(report), flags.output);
      context.exit(report.rejected > 0 ? EXIT.inconclusive : EXIT.ok);
    });
}
