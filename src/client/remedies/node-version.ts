/** Which Node.js a server asks for, in words or in the `engines` of its package, and whether this one will do. */
import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isObject, ownValue } from '../../util/plain.js';
import type { FailedStart } from './cause.js';

const WORDS = [
  /\brequires? (?:at least )?Node(?:\.?js)?(?: version)?:? ?(?:[>=^v ]|at least )*(\d+(?:\.\d+)*)/i,
  /\bNode(?:\.?js)?(?: version)? ?(?:[>=^v ]|at least )*(\d+(?:\.\d+)*)\+?(?:\.x)? ?(?:or (?:higher|later|newer|above|greater)\b|\+|and (?:above|up)\b|(?:or \w+ )?(?:is|are) (?:required|needed)\b)/i,
  /\b(?:needs?|wants|upgrade to|update to|minimum(?: required)?|supports only|use) Node(?:\.?js)?(?: version)?:? ?(?:[>=^v ]|at least )*(\d+(?:\.\d+)*)/i,
  /\bminimum Node(?:\.?js)? version(?: is|:)? ?v?(\d+(?:\.\d+)*)/i,
];
/** What only newer versions have, as older ones complain about it. */
const NEWER =
  /No such built-in module: (?<module>node:[\w/]+)|(?<name>(?:Promise|Object|Array|Iterator|Set|URL|Symbol|process|navigator|WebSocket|File|CustomEvent|Float16Array)(?:\.\w+)*) is not (?:a function|defined|a constructor)|SyntaxError: (?:Unexpected (?:token|identifier) '?(?:with|using|assert)|Invalid regular expression flags)|requested module '(?<from>node:[\w/]+)' does not provide an export/;
/** What an old version makes of newer code. */
const OLD_CODE = /SyntaxError|TypeError|ReferenceError|ERR_(?:REQUIRE_ESM|UNKNOWN_|INVALID_|UNSUPPORTED_)/;

const MOST_FILES = 8;

/** A sentence where the version of Node.js is to blame. */
export function nodeTooOld(start: FailedStart): string | undefined {
  const { stderr } = start;
  const running = /^Node\.js v(\d+\.\d+\.\d+)/m.exec(stderr)?.[1] ?? process.versions.node;
  for (const pattern of WORDS) {
    const asked = pattern.exec(stderr)?.[1];
    if (asked !== undefined && isOlder(running, asked)) return tooOld(asked, running);
  }
  const declared = /EBADENGINE[\s\S]*?required: \{ node: '([^']+)'/.exec(stderr)?.[1];
  const refused = declared !== undefined && /npm (?:err(?:or)?!?) code EBADENGINE/i.test(stderr);
  const newer = NEWER.exec(stderr)?.groups;
  if (!refused && !newer && !OLD_CODE.test(stderr)) return undefined;
  for (const range of [declared, ...enginesOf(start)]) {
    if (range === undefined || satisfies(running, range)) continue;
    const asked = /\d+(?:\.\d+)*/.exec(range)?.[0];
    if (asked !== undefined) return tooOld(asked, running, ` (\`engines\` says ${range})`);
  }
  if (!newer) return undefined;
  const what = newer.module ?? newer.name ?? newer.from ?? 'syntax';
  return `It uses ${what}, which Node.js ${running} does not have: start it with a newer Node.js (nvm install --lts, or another image).`;
}

function tooOld(asked: string, running: string, why = ''): string {
  const major = asked.split('.')[0];
  return `It needs Node.js ${asked} or newer${why}, and this is ${running}: nvm install ${major} && nvm use ${major}, or name that node in the command.`;
}

/** `engines.node` of the package that the server is, and of those that the stack names. */
function enginesOf({ stderr, argv, cwd }: FailedStart): string[] {
  const named = stderr.matchAll(/(file:\/\/\/[^\s:)]+|\/[^\s:()'"]+\.[cm]?js)\b/g);
  const script = argv.find((one) => /\.[cm]?js$/.test(one));
  const files = [script ?? [], ...[...named].map(([, path]) => path!)].flat().slice(0, MOST_FILES);
  return files.flatMap((file) => nearestEngines(dirname(pathOf(file, cwd))) ?? []);
}

function pathOf(file: string, cwd: string): string {
  try {
    return file.startsWith('file:') ? fileURLToPath(file) : resolve(cwd, file);
  } catch {
    return cwd;
  }
}

/** Of the nearest package.json that is one of a package. */
function nearestEngines(folder: string): string | undefined {
  for (let at = folder; ; at = dirname(at)) {
    const { name, engines } = readPackage(join(at, 'package.json'));
    const node = ownValue(engines, 'node');
    if (typeof node === 'string') return node;
    if (name !== undefined || at === dirname(at)) return undefined;
  }
}

function readPackage(file: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

function numbers(version: string): [number, number, number] {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map((part) => Number.parseInt(part, 10) || 0);
  return [major, minor, patch];
}

function order(a: string, b: string): number {
  const [one, two] = [numbers(a), numbers(b)];
  const at = one.findIndex((part, index) => part !== two[index]);
  return at < 0 ? 0 : one[at]! - two[at]!;
}

function isOlder(running: string, asked: string): boolean {
  return order(running, asked) < 0;
}

/** As `engines` are written: `>=18`, `^20.19 || >=22.12`, `22.x`, `18 - 22`. What cannot be read is taken to hold. */
export function satisfies(version: string, range: string): boolean {
  return range.split('||').some((part) => {
    const text = part.replace(/(\d\S*)\s+-\s+(\d\S*)/, '>=$1 <=$2').replace(/([<>=^~]+)\s+/g, '$1');
    return text
      .split(/\s+/)
      .filter((one) => one !== '')
      .every((one) => satisfiesOne(version, one));
  });
}

function satisfiesOne(version: string, comparator: string): boolean {
  const [, operator = '', bound] = /^([<>=^~]*)v?(\d+(?:\.(?:\d+|x|\*))*)/.exec(comparator) ?? [];
  if (bound === undefined) return true;
  const plain = bound.replace(/\.(?:x|\*)/g, '');
  const compared = order(version, plain);
  const [major, minor] = numbers(version);
  const [boundMajor, boundMinor] = numbers(plain);
  if (operator === '>=') return compared >= 0;
  if (operator === '>') return compared > 0;
  if (operator === '<') return compared < 0;
  if (operator === '<=') return compared <= 0 || (major === boundMajor && !plain.includes('.'));
  if (operator === '^') return major === boundMajor && compared >= 0;
  if (operator === '~') return major === boundMajor && minor === boundMinor && compared >= 0;
  return version === plain || version.startsWith(`${plain}.`);
}
