/** Options that several commands share, and the parsers of their values. */
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Shard } from '../types/plan.js';
import { parseDuration } from '../util/duration.js';
import { REPORTER_NAMES } from './output/reporter-names.js';

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

export function decimal(text: string): number {
  if (!/^\d*\.?\d+$/.test(text)) throw new InvalidArgumentError('Write a number such as 0.05.');
  return Number(text);
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

/** `a,b` → both, each once. */
export function names(text: string): string[] {
  const found = [...new Set(text.split(',').map((name) => name.trim()))].filter((name) => name !== '');
  if (found.length === 0) throw new InvalidArgumentError('Write one name or several, separated by commas.');
  return found;
}

export function collect(text: string, before: string[] = []): string[] {
  return [...before, text];
}

export function keyValue(text: string, before: Record<string, string> = {}): Record<string, string> {
  const at = text.indexOf('=');
  if (at < 1) throw new InvalidArgumentError('Write name=value.');
  return { ...before, [text.slice(0, at)]: text.slice(at + 1) };
}

/** How much a command says. */
export function loudnessOptions(command: Command): Command {
  return command
    .addOption(new Option('--verbose', 'show values and lists whole').conflicts('quiet'))
    .option('--quiet', 'print only the verdict');
}

/** Of commands that judge suites: where the report goes, and what the suite is filled with. */
export function suiteOptions(command: Command): Command {
  return loudnessOptions(command)
    .option('--reporter <name[=path]>', `${REPORTER_NAMES.join(', ')} (repeatable)`, collect)
    .option('--output <file>', 'write the report to a file')
    .option('--agent-budget <tokens>', 'size of the agent report (1024)', count)
    .option('--profile <name>', 'merge this profile of the suite over it')
    .option('--var <name=value>', 'set a variable of the suite (repeatable)', keyValue)
    .option('--env-file <file>', 'read variables from a file; those that are set win (repeatable)', collect);
}
