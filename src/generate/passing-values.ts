/**
 * Values that no suite should hold a server to, even where two calls in a row agree on them: times, ids that are new
 * each time, paths of this machine, secrets. Where they are inside the folder of the suite, paths are fine: they are
 * written as `${CONFIG_DIR}`.
 */
import { withoutVolatile } from '../match/volatile.js';

const KINDS = ['timestamps', 'uuids', 'request_ids', 'durations'] as const;
const CLOCK =
  /\b\d{4}-\d\d-\d\d\b|\b\d{1,2}:\d\d(?::\d\d)?(?: ?[AP]M)?\b|\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? [A-Z\d][^\n]{0,40}/g;
const SECRET = /\[secret:[^\]]{0,200}\]?/g;
/** A word of no text. */
const CUT = '\u0000';
const SUITE = '\u0001';
const KEYS_OF_NOW = /(?:^|[_.-])(?:uptime|pid|now|today|nonce|random|cursor|etag)$/i;
const ROOTS = 'home|Users|root|tmp|var|private|usr|opt|mnt|srv|etc|data|app|work|workspace|workspaces|builds';
/** From 2001 to 2286, in seconds or milliseconds. */
const isEpoch = (value: number): boolean => (value >= 1e9 && value < 1e10) || (value >= 1e12 && value < 1e13);

/** `key` is the name under which the value stands. */
export function isPassing(value: unknown, folder: string, key = ''): boolean {
  if (KEYS_OF_NOW.test(key)) return true;
  if (typeof value === 'number') {
    const replaced = withoutVolatile({ [key]: value }, KINDS) as Record<string, unknown>;
    return isEpoch(value) || replaced[key] !== value;
  }
  if (typeof value !== 'string') return false;
  return withCuts(value, folder).includes(CUT);
}

/** What is left of a text around the values that pass, in pieces. */
export function steadyParts(text: string, folder: string): string[] {
  return isPassing(text, folder)
    ? withCuts(text, folder)
        .split(CUT)
        .filter((part) => text.includes(part))
    : [text];
}

function withCuts(text: string, folder: string): string {
  const ours = withoutVolatile(inFolder(text, folder, SUITE), KINDS) as string;
  return ours
    .replace(/<(?:timestamp|uuid|request_id|duration)>/g, CUT)
    .replace(SECRET, CUT)
    .replace(CLOCK, CUT)
    .replace(machinePath(folder), CUT)
    .replaceAll(SUITE, () => folder);
}

/** Text of a suite: `${` is no variable, and the folder of the suite is one. */
export function templateOf(text: string, folder: string): string {
  return inFolder(
    text.replaceAll('${', () => '$${'),
    folder,
    '${CONFIG_DIR}',
  );
}

function inFolder(text: string, folder: string, instead: string): string {
  if (folder.length < 2) return text;
  return text.replace(new RegExp(`${escaped(folder)}(?![\\w.-])`, 'g'), () => instead);
}

function machinePath(folder: string): RegExp {
  const first = /^\/([^/]+)\//.exec(`${folder}/`)?.[1];
  const roots = first === undefined ? ROOTS : `${ROOTS}|${escaped(first)}`;
  return new RegExp(`(?<![\\w:/.\u0001])(?:[A-Za-z]:\\\\|/(?:${roots})(?=[/"'\\s]|$))[^\\s"',;)]*`, 'g');
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
