/**
 * One redactor an invocation: whatever is written or shown goes through it, before it is clipped or
 * compared. A secret becomes the placeholder `[secret:NAME]`, the same everywhere, whether it stands
 * there as it is or in an encoding that can be read back.
 */
import { changedList, changedObject, setOwn } from '../util/plain.js';
import { createBlotter, type KnownSecret, SHORTEST_INSIDE } from './blotter.js';
import { TOKEN_SHAPES } from './token-shapes.js';

export interface Secret {
  name: string;
  value: string;
  /** What stands in its place, for what is no secret but new in each run: `${tmp}`. */
  shown?: string;
}

export interface Redactor {
  text(text: string): string;
  /** A key, or a path of keys: a short secret that it happens to equal is not meant. */
  key(text: string): string;
  /** A JSON-safe copy with every string redacted, and every key that is not one of `WORDS_OF_OURS`. */
  value<T>(value: T): T;
  /** As `value`, for what nobody else holds: what has no secret in it stays the same object. */
  kept<T>(value: T): T;
  /** As `value`, for a matcher's operand: inside `regex` the placeholder is escaped. */
  operand<T>(value: T): T;
  /** Learn a secret that came up while running, such as a token that a login gave. */
  add(secret: Secret): void;
}

/** Of so many texts up to this length the redacted form is kept. */
const SHORT = 40;
const MOST_SHORT = 5000;

/** Whole numbers below it have too few digits to be looked up. */
const SHORT_NUMBER = 10 ** (SHORTEST_INSIDE - 1);

const SECRET_NAME =
  /TOKEN|SECRET|PASSW(OR)?D|PASSPHRASE|CREDENTIAL|KEYS?(_|\d|$)|(^|_|O)AUTH(_|\d|$|ORIZATION)/i;

/** Settings, not secrets, whatever the variable is called. */
const NEVER_SECRET = /^(|true|false|yes|no|on|off|none|null|\d{1,3}|.{1,2})$/i;

/**
 * Keys of the protocol, of matchers and of our own records. One that happens to equal a secret tells
 * nothing, and replaced it would hide the value below it from the target that asks for it.
 */
const WORDS_OF_OURS = new Set(
  `annotations arguments audience completion contains contains_all contains-all contents description
  duration_ms ends_with ends-with icontains inputSchema is_error lastModified llm_judge llm-judge llm_jury
  llm-jury messages mimeType nextCursor notifications outputSchema priority progress properties
  protocol_version required resourceTemplates resource resources server_info snapshot starts_with
  starts-with structuredContent tool_version transport unordered uriTemplate`.split(/\s+/),
);

export function isSecretName(name: string): boolean {
  return SECRET_NAME.test(name);
}

/** The secrets that stand in an environment, by the names of its variables. */
export function secretsOfEnv(env: Record<string, string | undefined>): Secret[] {
  return Object.keys(env)
    .sort()
    .flatMap((name) => {
      const value = env[name];
      if (!value) return [];
      if (isSecretName(name)) return [{ name, value }];
      return PROXY_NAME.test(name) ? userinfoOf(value).map((part) => ({ name, value: part })) : [];
    });
}

const PROXY_NAME = /^(https?|all)_proxy$/i;

/** The password of a URL, or the user name where it stands alone, as written and decoded. */
export function userinfoOf(url: string): string[] {
  if (!URL.canParse(url)) return [];
  const { username, password } = new URL(url);
  const part = password || username;
  if (part === '') return [];
  try {
    return [...new Set([part, decodeURIComponent(part)])];
  } catch {
    return [part];
  }
}

export function createRedactor(secrets: Secret[]): Redactor {
  const whole = new Map<string, string>();
  const taken = new Set<string>();
  const known: KnownSecret[] = [];
  const learn = ({ name, value, shown }: Secret): boolean => {
    if (NEVER_SECRET.test(value) || whole.has(value)) return false;
    const placeholder = shown ?? placeholderFor(name, taken);
    whole.set(value, placeholder);
    // Whoever reads it from a file or a variable drops the line break at its end.
    const inside = value.trim();
    if (!whole.has(inside)) whole.set(inside, placeholder);
    // A shorter one counts only as a whole value.
    if (inside.length < SHORTEST_INSIDE) return false;
    known.push({ value, placeholder }, { value: inside, placeholder });
    return true;
  };
  for (const secret of secrets) learn(secret);
  let blot = createBlotter(known);
  const blotted = (input: string): string => withoutTokens(blot(input));
  const [texts, inside, keys] = [
    new Map<string, string>(),
    new Map<string, string>(),
    new Map<string, string>(),
  ];
  const ofText = (input: string): string => whole.get(input) ?? blotted(input);
  const ofKey = (input: string): string => (WORDS_OF_OURS.has(input) ? input : blotted(input));
  const text = (input: string): string => keptIn(texts, input, ofText);
  const within = (input: string): string => keptIn(inside, input, blotted);
  const keyOf = (input: string): string => keptIn(keys, input, ofKey);
  const words: Words = { text, keyOf, whole };

  /** The value itself where none of its parts changes. */
  const kept = (input: unknown): unknown => {
    if (typeof input === 'string') return text(input);
    if (typeof input === 'number') return numeric(input, whole);
    if (input === null || typeof input !== 'object') return input;
    if (Array.isArray(input)) return changedList(input, kept);
    return changedObject(input as Record<string, unknown>, kept, keyOf);
  };

  return {
    text,
    key: within,
    kept: (input) => kept(input) as typeof input,
    value: (input) => copyOf(input, words, { inRegex: false, operand: false }) as typeof input,
    operand: (input) => copyOf(input, words, { inRegex: false, operand: true }) as typeof input,
    add: (secret) => {
      if (learn(secret)) blot = createBlotter(known);
      for (const seen of [texts, inside, keys]) seen.clear();
    },
  };
}

/** How the parts of a value are shown. */
interface Words {
  text(input: string): string;
  keyOf(input: string): string;
  whole: Map<string, string>;
}

/** `operand`: what is given to a matcher, where `regex` holds a pattern. */
function copyOf(input: unknown, words: Words, place: { inRegex: boolean; operand: boolean }): unknown {
  if (typeof input === 'string') {
    const out = words.text(input);
    return place.inRegex && out !== input ? escapePlaceholders(out) : out;
  }
  if (typeof input === 'number') return numeric(input, words.whole);
  if (Array.isArray(input)) return input.map((item) => copyOf(item, words, place));
  if (input === null || typeof input !== 'object') return input;
  const out: Record<string, unknown> = {};
  for (const key of Object.keys(input)) {
    const isPattern = place.operand && !place.inRegex && key === 'regex';
    const inner = (input as Record<string, unknown>)[key];
    setOwn(out, words.keyOf(key), copyOf(inner, words, isPattern ? { ...place, inRegex: true } : place));
  }
  return out;
}

/** Names of tools and keys come again with every call. */
function keptIn(short: Map<string, string>, input: string, blotted: (input: string) => string): string {
  if (input.length > SHORT) return blotted(input);
  const kept = short.get(input);
  if (kept !== undefined) return kept;
  if (short.size >= MOST_SHORT) short.clear();
  const out = blotted(input);
  short.set(input, out);
  return out;
}

/** Without what has the shape of a known token, whether or not it is known. */
function withoutTokens(text: string): string {
  let out = text;
  for (const { hint, pattern, replacement } of TOKEN_SHAPES)
    if (hint === undefined || out.includes(hint)) out = out.replace(pattern, replacement);
  return out;
}

/** Two values under one name get two placeholders, or they would compare as equal. */
function placeholderFor(name: string, taken: Set<string>): string {
  const base = name.replace(/[^\w.-]/g, '_');
  let label = base;
  for (let n = 2; taken.has(label); n++) label = `${base}.${n}`;
  taken.add(label);
  return `[secret:${label}]`;
}

function numeric(input: number, whole: Map<string, string>): unknown {
  if (input >= 0 && input < SHORT_NUMBER && Number.isInteger(input)) return input;
  const digits = String(input);
  return digits.length >= SHORTEST_INSIDE ? (whole.get(digits) ?? input) : input;
}

function escapePlaceholders(pattern: string): string {
  return pattern.replace(/\[secret:([\w.-]+)\]/g, '\\[secret:$1\\]').replaceAll('${tmp}', '\\$\\{tmp\\}');
}
