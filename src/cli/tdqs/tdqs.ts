/** `mcptest tdqs score | calibrate`. */
import { Command } from 'commander';
import type { JudgeEstimate } from '../../types/tdqs.js';
import { EXIT } from '../../util/errors.js';
import { omitUndefined } from '../../util/omit-undefined.js';
import { jsonText } from '../../util/printable-json.js';
import { oneLine } from '../../util/text.js';
import type { CalibrateResult, TdqsResult } from '../../verbs/tdqs.js';
import type { Context } from '../context.js';
import { deadlineOption, formatOption, fromOption, outputOption } from '../options.js';
import { printOrWrite, reportStyle, tell } from '../output/terminal.js';
import { type TargetOptions, targetInput, targetOptions } from '../target-options.js';
import { type JudgeOptions, judgeInput, judgeOptions } from './judge-options.js';
import { readingCommands } from './tdqs-reading.js';
import { registryCommands } from './tdqs-registry.js';

const FORMATS = ['pretty', 'json', 'md', 'html', 'badge', 'shields'] as const;

interface ScoreOptions extends TargetOptions, JudgeOptions {
  from?: string[];
  failUnder?: string;
  compare?: string;
  format: (typeof FORMATS)[number];
  output?: string;
}

interface CalibrateOptions extends JudgeOptions {
  config?: string;
  format: 'pretty' | 'json';
  output?: string;
}

export function tdqsCommand(context: Context): Command {
  const group = new Command('tdqs')
    .summary('how good are tool definitions for a model?')
    .description('TDQS: six dimensions for every tool, 1.0 to 5.0, tiers A to F, and what to fix next.');
  for (const command of [
    scoreCommand(context),
    calibrateCommand(context),
    ...registryCommands(context),
    ...readingCommands(context),
  ]) {
    group.addCommand(command);
  }
  return group;
}

function scoreCommand(context: Context): Command {
  return outputOption(formatOption(fromOption(judgeOptions(targetOptions(new Command('score')))), FORMATS))
    .summary('score the tools of servers')
    .description(
      'Score the tools of a live server, of every server of the suite, or of saved catalogues: --from may also name a ' +
        'JSONL with a catalogue a line, or a folder of either. Exit code 1 when a server is below --fail-under, 3 ' +
        'when something could not be scored.',
    )
    .argument('[server]', 'a server of the suite, or a URL')
    .option(
      '--fail-under <bar>',
      'exit 1 below this bar: a tier or a score for every server, such as B or 3.2',
    )
    .option(
      '--compare <file>',
      'show what changed since an earlier result: a report saved with --format json',
    )
    .addHelpText('after', EXAMPLES)
    .action(async (server: string | undefined, flags: ScoreOptions) => {
      const { scoreCatalogs } = await import('../../verbs/tdqs.js');
      const { from, failUnder: fail_under, compare, format } = flags;
      const result = await scoreCatalogs({
        ...targetInput(server, flags, context),
        ...judgeInput(flags),
        from,
        fail_under,
        compare,
        on_estimate: (estimate) => tell(estimateText(estimate)),
        tokens: format === 'json' || format === 'pretty' || format === 'md',
      });
      await printOrWrite(await rendered(result, flags), flags.output);
      for (const warning of result.warnings) tell(`mcptest: ${oneLine(warning)}`);
      if (result.below.length > 0) tell(`below ${flags.failUnder}: ${result.below.map(oneLine).join(', ')}`);
      context.exit(exitCodeOf(result));
      await result.closing;
    });
}

function estimateText({ calls, input_tokens, output_tokens, cost_usd }: JudgeEstimate): string {
  const cost = cost_usd === undefined ? 'price not known' : `about $${cost_usd.toFixed(4)}`;
  return `mcptest: the judge is asked at most ${calls} questions (again where an answer cannot be used), about ${input_tokens + output_tokens} tokens, ${cost}`;
}

function exitCodeOf({ below, incomplete, refused }: TdqsResult): number {
  if (below.length > 0) return EXIT.failed;
  if (refused) return EXIT.refused;
  return incomplete ? EXIT.inconclusive : EXIT.ok;
}

async function rendered(result: TdqsResult, { format, output }: ScoreOptions): Promise<string> {
  const { report, comparison } = result;
  if (format === 'json') return jsonText(omitUndefined({ ...report, comparison }));
  if (format === 'md')
    return (await import('../../report/catalog/tdqs-markdown.js')).renderTdqsMarkdown(result);
  if (format === 'html') return (await import('../../report/catalog/tdqs-html.js')).tdqsHtml(result);
  if (format === 'badge') return (await import('../../report/catalog/tdqs-badge.js')).renderBadge(report);
  if (format === 'shields') return (await import('../../report/catalog/tdqs-badge.js')).renderShields(report);
  return (await import('../../report/catalog/tdqs-pretty.js')).renderTdqs(result, reportStyle(output));
}

function calibrateCommand(context: Context): Command {
  return outputOption(
    formatOption(deadlineOption(judgeOptions(new Command('calibrate'))), ['pretty', 'json']),
  )
    .summary('test whether a judge can be trusted')
    .description(
      'Let a judge score four definitions and two tool sets whose scores are known. Exit code 1 when a tier is ' +
        'wrong, a score more than 0.3 or a dimension more than one off, or a contradiction is missed.',
    )
    .option('--config <suite>', 'a suite file: the one that declares the model')
    .addHelpText(
      'after',
      '\nExample:\n  $ mcptest tdqs calibrate --judge qwen3 --base-url http://localhost:11434/v1\n',
    )
    .action(async (flags: CalibrateOptions) => {
      const { calibrateJudge } = await import('../../verbs/tdqs.js');
      const result = await calibrateJudge({
        ...judgeInput(flags),
        config: flags.config,
        signal: context.signal,
        redactor: context.redactor,
      });
      const text = flags.format === 'json' ? jsonText(result) : calibrationText(result);
      await printOrWrite(text, flags.output);
      // One wrong score is enough to know; without any, nothing was learned.
      const wrong = [...result.examples, ...result.servers].some(
        (row) => row.unscored === undefined && !row.passed,
      );
      const otherwise = wrong ? EXIT.failed : EXIT.inconclusive;
      context.exit(result.passed ? EXIT.ok : otherwise);
    });
}

function calibrationText({ judge, rubric, examples, servers, passed }: CalibrateResult): string {
  const lines = examples.map((row) => {
    if (row.unscored !== undefined) return unscoredText(row);
    const tier =
      row.expected_tier === undefined
        ? ''
        : `  ${row.expected_tdqs} ${row.expected_tier} → ${row.tdqs?.toFixed(1)} ${row.tier}`;
    return `  ${row.name.padEnd(15)} ${scoresText(row)}${tier}  ${row.passed ? 'ok' : `off by ${row.furthest}`}`;
  });
  for (const row of servers) {
    if (row.unscored !== undefined) lines.push(unscoredText(row));
    else
      lines.push(
        `  ${row.name.padEnd(15)} ${scoresText(row)}  ${row.expected_coherence.toFixed(1)} ${row.expected_tier} → ${row.coherence?.toFixed(1)} ${row.tier}  ${row.passed ? 'ok' : 'off'}`,
      );
  }
  const verdict = passed ? 'calibrated' : 'NOT calibrated';
  return `${[`${oneLine(judge)}, rubric ${oneLine(rubric)} (expected → given)`, ...lines, verdict].join('\n')}\n`;
}

function unscoredText({ name, unscored = '' }: { name: string; unscored?: string }): string {
  return `  ${name.padEnd(15)} no score: ${oneLine(unscored)}`;
}

/** What was expected, and what came where that is something else. */
function scoresText({ expected, scores }: { expected: object; scores?: object }): string {
  const given = new Map<string, number>(Object.entries(scores ?? {}));
  return Object.entries(expected)
    .map(([name, wanted]) => (given.get(name) === wanted ? String(wanted) : `${wanted}→${given.get(name)}`))
    .join(' ');
}

const EXAMPLES = `
Examples:
  $ mcptest tdqs score weather                                 # a server of the suite
  $ mcptest tdqs score --from tools.json --fail-under B        # a saved catalogue, as a gate
  $ mcptest tdqs score --from catalogs --format json           # a folder of catalogues
  $ mcptest tdqs score weather --compare base.json --format md  # in a pull request
  $ mcptest tdqs score weather --format badge --output tdqs.svg
`;
