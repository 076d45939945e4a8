/**
 * "send_mail is disabled, use this tool": a text that says that another tool is out of use, and sends its calls to
 * itself or to a third. What is honest is left alone: a newer version of the same, a tool that says so of itself, what
 * holds only in some cases, and what is told without sending anybody anywhere.
 */
import {
  ANY_OTHER,
  ITSELF,
  NOT_SAID,
  ONLY_THERE,
  OUT_OF_USE,
  SAYS_SO,
  sendsCallsTo,
  THAT_TOOL,
  UNSAFE,
} from '../words/out-of-use.js';
import { verbOfName } from './sentences.js';
import { expectPatterns, FIELD_BREAK, type Scan, type Span } from './signals.js';
import { stemOf } from './stem.js';

export interface SpeakingTool {
  name: string;
  /** The names of its arguments, in lower case. */
  findArgs: () => ReadonlySet<string>;
  /** What the tool of that name says of itself; undefined where no server has it. */
  descriptionOf: (name: string) => string | undefined;
}

expectPatterns([{ steps: [OUT_OF_USE] }]);

const SENTENCE = /[^.!?;\n\u0001](?:[^.!?;\n\u0001]|[.!?;](?!\s|$)){0,400}[.!?;\n\u0001]{0,2}/g;
/** So many sentences later the calls may be sent on. */
const LATER = 2;
const SHAPED = /\b[a-z][a-z\d]{1,30}(?:_[a-z\d]{1,30}){1,5}\b/gi;
const THIS = /\b(?:this|the present) (?:tool|one|function|server)\b/gi;
/** Tools without a name, of whoever else is there. */
const OTHERS =
  /\b(?:the|your|any|every(?:thing)?|all)\b[^.,;:\n]{0,30}?\b(?:of|from|on|by|that) (?:(?:another|the other|other|a different)(?: mcp)? servers?|this (?:session|workspace|client)|(?:memory|mail|e-mail|file|browser|git|search|shell|payment|calendar) servers?(?: offers?)?)\b|\btools? (?:named|called) [\w-]+\*?|\b(?:the|your) (?:[\w-]+ ){1,2}tools?\b(?: (?:that )?you (?:may |might |can )?(?:see|have|know))?/gi;
const SAYS_OF_ITSELF =
  /\b(?:deprecated|legacy|obsolete|superseded|retired|no longer|veraltet|obsolet[oa]|depreciad[oa])\b/i;
const STEERS_TO_ITSELF = sendsCallsTo(`(?:${ITSELF}|\\bhere\\b)`);
const STEERS_TO_OTHER = sendsCallsTo(ANY_OTHER);

interface Named extends Span {
  name: string;
}

export function findSteeredCall(scan: Scan, named: readonly Span[], tool: SpeakingTool): Span | undefined {
  if (!hasReceiver(scan.text, named, tool.name) || scan.all(OUT_OF_USE).length === 0) return undefined;
  const { text } = scan;
  const sentences = [...text.matchAll(SENTENCE)].map(({ 0: { length }, index }) => ({
    start: index,
    end: index + length,
  }));
  let next = 0;
  for (const [i, { start, end }] of sentences.entries()) {
    const states = scan.all(OUT_OF_USE);
    while (next < states.length && states[next]!.end <= start) next += 1;
    // Both halves of "ignore it: it is broken" may be a sentence.
    const first = i > 0 && isSameField(text, sentences[i - 1]!, sentences[i]!) ? i - 1 : i;
    if (next === states.length) return undefined;
    if (states[next]!.start >= end) continue;
    let last = i;
    while (
      last < i + LATER &&
      last + 1 < sentences.length &&
      isSameField(text, sentences[last]!, sentences[last + 1]!)
    )
      last += 1;
    const part = { start: sentences[first]!.start, end: sentences[last]!.end };
    if (isSteered(text, part, named, tool)) return { start, end: sentences[last]!.end };
  }
  return undefined;
}

/** Somebody whom the calls could be sent to, or taken from: the tool itself, or one that is known. */
function hasReceiver(text: string, named: readonly Span[], self: string): boolean {
  return (
    named.length > 0 ||
    /\b(?:this|the present) (?:tool|one|function|server)\b|\bhere\b/i.test(text) ||
    text.toLowerCase().indexOf(self.toLowerCase(), self.length) !== -1
  );
}

function isSameField(text: string, before: Span, after: Span): boolean {
  return !text.slice(before.end - 1, after.start).includes(FIELD_BREAK);
}

function isSteered(text: string, part: Span, known: readonly Span[], tool: SpeakingTool): boolean {
  const said = text.slice(part.start, part.end).replace(/[\u0002-\u0004]/g, ' ');
  const names = namesIn(said, part, known, tool);
  return [...new Set(names.map(({ name }) => name))].some((name) => isSentAway(said, names, name, tool));
}

/** The names of tools in a part of a text, and tools that have none. */
function namesIn(
  said: string,
  part: Span,
  known: readonly Span[],
  { name, findArgs }: SpeakingTool,
): Named[] {
  const self = name.toLowerCase();
  const found: Named[] = [];
  const add = (start: number, length: number, isShape: boolean): void => {
    const end = start + length;
    if (found.some((one) => one.start < end && start < one.end)) return;
    const word = said.slice(start, end).toLowerCase();
    if (isShape && word !== self && !isToolShaped(said, { start, end }, findArgs())) return;
    found.push({ start, end, name: word === self ? ITSELF : word });
  };
  for (const { start, end } of known)
    if (start >= part.start && end <= part.end) add(start - part.start, end - start, false);
  for (const {
    0: { length },
    index,
  } of said.matchAll(SHAPED))
    add(index, length, true);
  for (const {
    0: { length },
    index,
  } of said.matchAll(OTHERS))
    add(index, length, false);
  for (const {
    0: { length },
    index,
  } of said.matchAll(THIS))
    found.push({ start: index, end: index + length, name: ITSELF });
  if (!self.includes('_') && self.length > 2)
    for (let at = said.toLowerCase().indexOf(self); at !== -1; at = said.toLowerCase().indexOf(self, at + 1))
      if (!/\w/.test(said.charAt(at - 1) + said.charAt(at + self.length))) add(at, self.length, true);
  return found.sort((a, b) => a.start - b.start);
}

const LOOKS_UP = /^(?:search|find|list|look|browse|get)_/i;

/** A name that no server has: with a verb in it, or called a tool. */
function isToolShaped(said: string, { start, end }: Span, args: ReadonlySet<string>): boolean {
  const word = said.slice(start, end);
  if (args.has(word.toLowerCase())) return false;
  return (
    verbOfName(word) !== '' ||
    LOOKS_UP.test(word) ||
    /^["'`]? (?:tool|function)\b/.test(said.slice(end)) ||
    /\b(?:tool|function) ["'`]?$/i.test(said.slice(0, start))
  );
}

function isSentAway(said: string, names: readonly Named[], name: string, tool: SpeakingTool): boolean {
  if (name === ITSELF) return false;
  const masked = mask(said, names, name);
  for (const pattern of SAYS_SO) {
    const match = pattern.exec(masked);
    if (match === null) continue;
    const behind = masked.slice(match.index + match[0].length);
    if (ONLY_THERE.test(behind) || NOT_SAID.test(masked.slice(0, match.index))) continue;
    // What sends calls on may stand before that as well: "call it here, since the other one is broken".
    const rest = masked.slice(match.index);
    const own = tool.descriptionOf(name);
    if (own !== undefined && SAYS_OF_ITSELF.test(own)) continue;
    if (STEERS_TO_ITSELF.test(rest) && !isNewerOf(tool.name, name, own, UNSAFE.test(match[0]))) return true;
    if (own === undefined || !STEERS_TO_OTHER.test(rest)) continue;
    const others = names.filter((one) => one.name !== name && one.name !== ITSELF).map((one) => one.name);
    if (
      others.some(
        (other) =>
          tool.descriptionOf(other) === undefined || !isNewerOf(other, name, own, UNSAFE.test(match[0])),
      )
    )
      return true;
  }
  return false;
}

function mask(said: string, names: readonly Named[], name: string): string {
  let out = '';
  let at = 0;
  for (const one of names) {
    if (one.start < at) continue;
    out += said.slice(at, one.start) + standIn(one.name, name);
    at = one.end;
  }
  return out + said.slice(at);
}

function standIn(name: string, that: string): string {
  if (name === ITSELF) return ITSELF;
  return name === that ? THAT_TOOL : ANY_OTHER;
}

/** The same deed on the same thing; of a tool that is not there any more the thing is enough. */
function isNewerOf(
  newer: string,
  older: string,
  description: string | undefined,
  isUnsafe: boolean,
): boolean {
  const [now, before] = [thingsOf(newer), thingsOf(older)];
  if (description === undefined) return before.some((word) => now.includes(word));
  if (isUnsafe) return false;
  const [does, did] = [verbOfName(newer), verbOfName(older)];
  return (
    before.length > 0 &&
    before.every((word) => now.includes(word)) &&
    (does === did || did === '' || LOOKS.has(did))
  );
}

const LOOKS = new Set(['read', 'show']);

/** The words of a name but for its verb and its version. */
function thingsOf(name: string): string[] {
  const words =
    name
      .replace(/([a-z])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .match(/[a-z]{3,}/g) ?? [];
  const things = words.filter(
    (word) => verbOfName(word) === '' && !/^(?:get|new|old|all|the|async|sync|bulk|find|search)$/.test(word),
  );
  return (things.length > 0 ? things : words).map(stemOf);
}
