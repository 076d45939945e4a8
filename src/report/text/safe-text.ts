/**
 * The one door for text that servers and suites supply: one line, nothing hidden, no CI log command.
 * What comes out may stand anywhere in a line but at its start: a reporter begins each line itself.
 */
import { isBlobReference } from '../../envelope/blobs.js';
import { clip, oneLine } from '../../util/text.js';

// GitHub, Azure Pipelines and TeamCity obey these wherever they stand in a line of a log.
const LOG_COMMAND = /##(?=\[|vso\[|teamcity\[)/gi;

export function safe(text: string): string {
  return oneLine(text).replace(LOG_COMMAND, '#\\x23');
}

/** Safe and at most `max` characters. Cut before and after: escaping makes text longer. */
export function safeClip(text: string, max: number): string {
  return clip(safe(text.length > max ? text.slice(0, max + 1) : text), max);
}

/** GitHub takes a line that begins with `::`, however indented, for a command. */
export function unlikeCommand(line: string): string {
  return line.replace(/^((?:\s|\x1b\[\d+m)*)::/, '$1\\::');
}

/** A line to be copied: whole and as it is, or not at all. */
export function pasteable(text: string | undefined, max = 2000): string | undefined {
  return text !== undefined && text.length <= max && safe(text) === text ? text : undefined;
}

/** A value as a person writes it: a string as it is, anything else as JSON. Not yet safe. */
export function plainText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (isBlobReference(value)) return `${value.excerpt}… (${value.bytes} bytes)`;
  return JSON.stringify(value) ?? 'undefined';
}

/** As `plainText`, but a string wears quotes, so that "1" and 1 differ. */
export function quotedText(value: unknown): string {
  return typeof value === 'string' ? `"${value}"` : plainText(value);
}

/** Durations in reports are whole milliseconds. */
export function milliseconds(duration: number): string {
  return `${Math.round(duration)}ms`;
}
