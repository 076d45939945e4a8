/** `mcptest tdqs stats | show | serve`: the commands that read a registry. */
import { Command } from 'commander';
import { jsonText } from '../../util/printable-json.js';
import type { Context } from '../context.js';
import { formatOption, names, outputOption, portOption } from '../options.js';
import { print, printOrWrite, reportStyle, tell } from '../output/terminal.js';
import { storeOption } from './tdqs-registry.js';

interface ReadOptions {
  store: string;
  judge?: string;
}

interface StatsFlags extends ReadOptions {
  since?: string;
  until?: string;
  format: 'pretty' | 'json' | 'md' | 'html';
  output?: string;
}

interface ShowFlags extends ReadOptions {
  format: 'pretty' | 'json';
  output?: string;
}

interface ServeFlags extends ReadOptions {
  port?: number;
  listen?: string;
  allowHost?: string[];
}

export function readingCommands(context: Context): Command[] {
  return [statsCommand(), showCommand(), serveCommand(context)];
}

function readOptions(command: Command): Command {
  return storeOption(command).option(
    '--judge <who>',
    'offline (or another whose scores the registry has; the one who judged most)',
  );
}

function statsCommand(): Command {
  return outputOption(formatOption(readOptions(new Command('stats')), ['pretty', 'json', 'md', 'html']))
    .summary('figures of a whole registry')
    .description(
      'The figures of a registry: tiers, means and smells by dimension, quartiles, gates, scores of servers, and how ' +
        'far the worst tool of a server lies below its mean, compared with the figures of the public report.',
    )
    .option('--since <date>', 'the first day of a trend: what the registry was like at the end of it')
    .option('--until <date>', 'the last day of a trend (now)')
    .addHelpText(
      'after',
      `
Examples:
  $ mcptest tdqs stats --store registry.db
  $ mcptest tdqs stats --since 2026-06-01 --until 2026-06-30
  $ mcptest tdqs stats --format html --output figures.html
`,
    )
    .action(async (flags: StatsFlags) => {
      const { registryFigures, statsDocument } = await import('../../verbs/registry/stats.js');
      const { store, judge, since, until } = flags;
      const stats = await registryFigures({ store, judge, since, until });
      const rendered = async (): Promise<string> => {
        if (flags.format === 'json') return jsonText(statsDocument(stats));
        if (flags.format === 'html')
          return (await import('../../report/registry/registry-page.js')).statsPage(stats);
        const { statsMarkdown, statsText } = await import('../../report/registry/stats-text.js');
        return flags.format === 'md' ? statsMarkdown(stats) : statsText(stats, reportStyle(flags.output));
      };
      await printOrWrite(await rendered(), flags.output);
    });
}

function showCommand(): Command {
  return outputOption(formatOption(readOptions(new Command('show')), ['pretty', 'json']))
    .summary('one server or tool of a registry')
    .description(
      'What a registry knows of one server or tool: its scores and the reasons for them, and its history.',
    )
    .argument('<what>', 'a server, or SERVER/TOOL')
    .addHelpText(
      'after',
      '\nExamples:\n  $ mcptest tdqs show weather\n  $ mcptest tdqs show weather/get_forecast\n',
    )
    .action(async (what: string, flags: ShowFlags) => {
      const { showRegistry } = await import('../../verbs/registry/show.js');
      const { store, judge, format, output } = flags;
      const shown = await showRegistry({ store, judge, what });
      if (format === 'json') return printOrWrite(jsonText(shown), output);
      const { serverText, toolText } = await import('../../report/registry/show-text.js');
      const style = reportStyle(output);
      const text =
        'tool' in shown ? toolText(shown.tool, style) : serverText(shown.server, shown.tools, style);
      await printOrWrite(text, output);
    });
}

function serveCommand(context: Context): Command {
  return portOption(readOptions(new Command('serve')))
    .summary('API and pages of a registry')
    .description(
      'Serve a registry for reading: the API below /v1, its description at /openapi.json, and pages with servers, ' +
        'tools, history and differences. Nothing can be written through it.',
    )
    .option('--listen <address>', 'the address to listen on (127.0.0.1)')
    .option(
      '--allow-host <name>',
      'answer under this name too, such as registry.example.com (repeatable)',
      names,
    )
    .addHelpText(
      'after',
      `
Examples:
  $ mcptest tdqs serve --store registry.db --port 8080
  $ mcptest tdqs serve --store postgres://... --listen 0.0.0.0 --allow-host registry.example.com
`,
    )
    .action(async (flags: ServeFlags) => {
      const { openRegistry } = await import('../../verbs/registry/serve.js');
      const { registryDrawing } = await import('../../report/registry/registry-page.js');
      const { store, judge, port, listen, allowHost: allow_host } = flags;
      let told = 0;
      const served = await openRegistry({
        ...{ store, judge, port, listen, allow_host, draw: registryDrawing },
        on_progress: (done) => {
          if (Date.now() - told < 2000) return;
          told = Date.now();
          tell(`mcptest: ${done} tools and servers are in the index of the search`);
        },
        on_trouble: (message) => tell(`mcptest: the index could not be brought up to date: ${message}`),
      });
      await print(`${served.url}\n`);
      tell('Open the address in a browser. Ctrl+C ends it.');
      await new Promise<void>((done) => {
        if (context.signal.aborted) done();
        else context.signal.addEventListener('abort', () => done(), { once: true });
      });
      await served.close();
    });
}
