/**
 * What an answer tells that it should not: where the program stopped, where it lies on the machine, what it was given
 * in confidence. A document that is answered may hold anything, so most of it is looked for in errors alone.
 */
import type { Redactor } from '../redact/redactor.js';
import { clip, oneLine } from '../util/text.js';

export interface Leak {
  kind: 'stack trace' | 'path' | 'secret' | 'file';
  /** A clause: `a stack trace (JavaScript)`. */
  what: string;
  excerpt: string;
}

export interface AnswerText {
  text: string;
  isError: boolean;
  /** What was sent, as text: what comes back of it is no leak. */
  sent: string;
  /** Paths that the user gave the server, such as the folder that it serves. */
  givenPaths: readonly string[];
}

const TRACES: readonly [language: string, pattern: RegExp][] = [
  [
    'JavaScript',
    /^\s+at (?:async )?(?:[\w$.<>[\] ]+ \()?(?:file:\/\/|node:|\/|[A-Za-z]:\\)[^\n]*:\d+:\d+\)?/m,
  ],
  ['Python', /Traceback \(most recent call last\)|^\s+File "[^"\n]+", line \d+, in /m],
  ['Java', /^\s+at [\w$.]+\([\w$]+\.(?:java|kt|scala):\d+\)/m],
  ['Go', /^goroutine \d+ \[[a-z ]+\]:/m],
  ['Rust', /panicked at (?:'[^'\n]*', )?[\w./-]+\.rs:\d+:\d+/],
  ['C#', /^\s+at [\w.<>]+\([^)\n]*\) in [^\n]+:line \d+/m],
  ['PHP', /^#\d+ [^\n]+\.php\(\d+\): /m],
  ['Ruby', /^\s*(?:from )?[\w./-]+\.rb:\d+:in [`']/m],
];

/** Source files, and folders that belong to a person or hold installed code. */
const PATH =
  /(?<![\w.:/~-])(?:\/(?:home|Users|root|var|opt|usr|srv|app|tmp|private)\/|[A-Za-z]:\\)[^\s"'`<>|*?:;,)\]}]{3,300}/g;
const INSIDE =
  /\.(?:[cm]?[jt]sx?|py|rb|go|rs|java|kt|cs|php|env|pem|key|sqlite3?|db)$|[/\\](?:node_modules|site-packages|dist-packages|\.git|\.ssh|\.env)(?:[/\\]|$)/;

/** No secret of anybody: our own mark on processes that we start. */
const OUR_MARK = 'MCPTEST_SERVER_ID';

export function leaksIn(answer: AnswerText, redactor: Redactor): Leak[] {
  const { text, isError } = answer;
  const trace = TRACES.find(([, pattern]) => pattern.test(text));
  const found: Leak[] = [];
  if (trace !== undefined)
    found.push({
      kind: 'stack trace',
      what: `a stack trace (${trace[0]})`,
      excerpt: around(text, trace[1]),
    });
  else if (isError) found.push(...pathsIn(answer));
  if (/root:[x*!]?:0:0:/.test(text))
    found.push({ kind: 'file', what: 'the contents of /etc/passwd', excerpt: 'root:…:0:0:' });
  return [...found, ...secretsIn(answer, redactor)];
}

function pathsIn({ text, sent, givenPaths }: AnswerText): Leak[] {
  const path = (text.match(PATH) ?? []).find(
    (one) => INSIDE.test(one) && !sent.includes(one) && !givenPaths.some((given) => one.startsWith(given)),
  );
  if (path === undefined) return [];
  return [{ kind: 'path', what: 'a path of the machine', excerpt: clip(oneLine(path), 200) }];
}

function secretsIn({ text, sent }: AnswerText, redactor: Redactor): Leak[] {
  const shown = redactor.text(text);
  if (shown === text) return [];
  const known = new Set(placeholders(redactor.text(sent)));
  const names = placeholders(shown).filter((name) => name !== OUR_MARK && !known.has(name));
  const [first] = names;
  if (first === undefined) return [];
  return [
    {
      kind: 'secret',
      what: `a secret (${first})`,
      excerpt: around(shown, new RegExp(`\\[secret:${escaped(first)}\\]`)),
    },
  ];
}

function placeholders(text: string): string[] {
  return [...text.matchAll(/\[secret:([^\]\n]{1,200})\]/g)].map(([, name = '']) => name);
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

function around(text: string, pattern: RegExp): string {
  const at = pattern.exec(text)?.index ?? 0;
  return clip(oneLine(text.slice(Math.max(0, at - 20), at + 180).trim()), 200);
}
