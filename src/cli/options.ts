/** Options that several commands share, each with one word and one meaning, and the parsers of their values. */
import { existsSync } from 'node:fs';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Shard } from '../types/plan.js';
import { parseDuration } from '../util/duration.js';
import { REPORTER_NAMES } from './output/reporter-names.js';
import { tell } from './output/terminal.js';

const MOST_TIMES = 10_000;

/** As in suites; far above, a timer would fire at once. */
const MOST_MS = 24 * 60 * 60 * 1000;

/** A summary as the first word of a description. */
export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export function duration(text: string): number {
  const ms = parseDuration(text);
  if (ms === undefined) throw new InvalidArgumentError('Write a duration such as 500ms, 2s or 5m.');
  if (ms <= 0 || ms > MOST_MS) throw new InvalidArgumentError('Write a duration above 0 up to 24 hours.');
  return ms;
}

export function count(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('Write a whole number.');
  return Number(text);
}

export function port(text: string): number {
  if (!/^\d+$/.test(text) || Number(text) > 65_535) {
    throw new InvalidArgumentError('Write a port from 1 to 65535, or 0 for any free one.');
  }
  return Number(text);
}

/** A share from 0 to 1, or in percent with its sign: `0.05` and `5%` are the same. */
export function rate(text: string): number {
  const [, number, sign] = /^(\d*\.?\d+) ?(%?)$/.exec(text.trim()) ?? [];
  const value = Number(number) / (sign === '%' ? 100 : 1);
  if (!(value >= 0 && value <= 1))
    throw new InvalidArgumentError('Write a share from 0 to 1 such as 0.2, or in percent such as 20%.');
  return value;
}

/** A share from 0 to 100, with or without its sign. A bare 0.8 is taken for a slip: as a gate it would hold nothing. */
export function percent(text: string): number {
  const [, number, sign] = /^(\d*\.?\d+) ?(%?)$/.exec(text.trim()) ?? [];
  const value = Number(number);
  if (!(value >= 0 && value <= 100) || (sign !== '%' && value > 0 && value < 1))
    throw new InvalidArgumentError('Write a share in percent, from 0 to 100, such as 80 or 80%.');
  return value;
}

export function atLeastOne(text: string): number {
  const value = count(text);
  if (value < 1) throw new InvalidArgumentError('Write a whole number above 0.');
  return value;
}

/** As many as a suite may ask for with `repeat:` or `runs:`. */
export function times(text: string): number {
  const value = atLeastOne(text);
  if (value > MOST_TIMES) throw new InvalidArgumentError(`Write a whole number of at most ${MOST_TIMES}.`);
  return value;
}

export function shard(text: string): Shard {
  const match = /^(\d{1,4})\/(\d{1,4})$/.exec(text);
  const [index, total] = [Number(match?.[1]), Number(match?.[2])];
  if (!match || index < 1 || index > total)
    throw new InvalidArgumentError('Write a part of a whole such as 1/4.');
  return { index, total };
}

/** Names: repeated, separated by commas, or both; each counts once. */
export function names(text: string, before: string[] = []): string[] {
  const found = text.split(',').map((name) => name.trim());
  const all = [...new Set([...before, ...found])].filter((name) => name !== '');
  if (all.length === 0) throw new InvalidArgumentError('Write one name or several, separated by commas.');
  return all;
}

/** Files: as names, but a file whose own name holds a comma is one file. */
export function files(text: string, before: string[] = []): string[] {
  return existsSync(text) ? [...before, text] : names(text, before);
}

/** Texts in which a comma may stand: by repeating only. */
export function collect(text: string, before: string[] = []): string[] {
  return [...before, text];
}

export function keyValue(text: string, before: Record<string, string> = {}): Record<string, string> {
  const at = text.indexOf('=');
  if (at < 1) throw new InvalidArgumentError('Write name=value.');
  return { ...before, [text.slice(0, at)]: text.slice(at + 1) };
}

const SEVERITIES = ['critical', 'high', 'medium', 'warning', 'low', 'info'] as const;
export type SeverityWord = (typeof SEVERITIES)[number];

/** The words of lint (critical, warning) and of security (critical to info), in any case. */
function severity(text: string): SeverityWord {
  const found = SEVERITIES.find((word) => word === text.toLowerCase());
  if (found === undefined) throw new InvalidArgumentError(`Write one of ${SEVERITIES.join(', ')}.`);
  return found;
}

/** Of commands with findings. Against the words of security, a critical of lint is high and a warning is low. */
export function severityOptions(command: Command, failOn: SeverityWord): Command {
  return command
    .addOption(new Option('--severity <severity>', 'report this severity and worse').argParser(severity))
    .addOption(
      new Option('--fail-on <severity>', `exit 1 on this severity and worse: ${SEVERITIES.join(', ')}`)
        .argParser(severity)
        .default(failOn),
    );
}

export function outputOption(command: Command): Command {
  return command.option('--output <file>', 'write to this file (instead of stdout)');
}

export function formatOption<const T extends readonly string[]>(command: Command, formats: T): Command {
  return command.addOption(
    new Option('--format <format>', 'how to print').choices(formats).default(formats[0]),
  );
}

export function fromOption(command: Command): Command {
  return command.option(
    '--from <file>',
    'read a saved catalogue (instead of a live server; repeatable)',
    files,
  );
}

export function workspaceOption(command: Command): Command {
  return command.option('--workspace <folder>', 'the project folder, where .mcptest is kept');
}

export function portOption(command: Command): Command {
  return command.option('--port <n>', 'the port to serve on (a free one)', port);
}

/** `--http`, `--sse`: serve over it. A port right behind it is an old spelling, so that the help does not show one. */
export function servingOption(flag: '--http' | '--sse', about: string): Option {
  const option = new Option(`${flag} [port]`, about).argParser((text: string) => {
    tellRenamed(`${flag} ${text}`, `${flag} --port ${text}`);
    return port(text);
  });
  option.flags = flag;
  return option;
}

export interface ServingFlags {
  http?: true | number;
  sse?: true | number;
  port?: number;
}

/** The port, 0 for any free one; undefined where stdio is meant. */
export function servedOn({ http, sse, port: own }: ServingFlags): number | undefined {
  const serving = http ?? sse;
  if (own !== undefined || serving === undefined) return own;
  return serving === true ? 0 : serving;
}

export function deadlineOption(command: Command): Command {
  return command.option('--deadline <duration>', 'how long the whole command may take', duration);
}

export function tellRenamed(old: string, now: string): void {
  tell(`mcptest: ${old} is now ${now}; the old spelling will be gone in the next version`);
}

/**
 * An old spelling of an option, for one version: it works as the new one does, and says what to write instead. It is in
 * no help text and no completion.
 */
export function renamed(command: Command, old: string, now: string): Command {
  const option = new Option(old, `is now ${now}`).hideHelp();
  const current = command.options.find(({ long }) => long === now);
  if (current === undefined) throw new Error(`${command.name()} has no ${now}`);
  command.addOption(option).on(`option:${option.name()}`, (value: string) => {
    tellRenamed(option.long ?? old, now);
    // Commander sets options by events; its types leave the sending end out.
    (command as Command & NodeJS.EventEmitter).emit(`option:${current.name()}`, value);
  });
  return command;
}

/** Which tests of the suites are meant. */
export function filterOptions(command: Command): Command {
  return command
    .option(
      '--filter <text>',
      'only tests whose name contains the text, or matches re:REGEX (repeatable)',
      collect,
    )
    .option('--tag <tag>', 'only tests with this tag (repeatable)', names)
    .option('--skip-tag <tag>', 'leave out tests with this tag (repeatable)', names);
}

/** How much a command says. */
export function loudnessOptions(command: Command): Command {
  return command
    .addOption(new Option('--verbose', 'show long values and lists in full').conflicts('quiet'))
    .option('--quiet', 'print only the verdict');
}

/** Of commands that judge suites: where the report goes, and what the suite is filled with. */
export function suiteOptions(command: Command): Command {
  return loudnessOptions(outputOption(command))
    .option('--reporter <name[=path]>', `${REPORTER_NAMES.join(', ')} (repeatable)`, collect)
    .option('--agent-budget <tokens>', 'size of the agent report (1024)', count)
    .option('--profile <name>', 'merge this profile of the suite over it')
    .option('--var <name=value>', 'set a variable of the suite (repeatable)', keyValue)
    .option(
      '--env-file <file>',
      'read variables from a file; it does not replace variables that are set (repeatable)',
      files,
    );
}

/** An amount in US dollars. */
export function dollars(text: string): number {
  const value = Number(text.replace(/^\$/, ''));
  if (text.trim() !== '' && Number.isFinite(value) && value >= 0) return value;
  throw new InvalidArgumentError('Write an amount in US dollars, such as 0.50.');
}
