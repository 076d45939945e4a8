/** What was observed of a call → the `expect:` of a suite that is kept, in its short form. */
import { splitWords } from '../catalog/words.js';
import { TemplateText } from '../source/yaml-text.js';
import type { ToolDef } from '../types/catalog.js';
import { isObject, ownValue } from '../util/plain.js';
import { plural } from '../util/text.js';
import type { Args } from './argument-cases.js';
import { saysFailure } from './known-values.js';
import { type AskedCall, type Observations, type ObservedAnswer, outcomeOf } from './observation.js';
import { assertionsOf } from './observed-assertions.js';
import { isPassing, templateOf } from './passing-values.js';
import { shownName } from './suite-head.js';

/** What was seen of a server, told for the place where the suite will stand. */
export class ObservedPlace {
  constructor(
    readonly observations: Observations,
    readonly folder: string,
  ) {}

  /** The value as the suite should hold it: the suite's own folder is a variable, nothing else is. */
  portable(value: unknown): unknown {
    if (typeof value === 'string') {
      const text = templateOf(value, this.folder);
      return text.includes('${CONFIG_DIR}') ? new TemplateText(text) : value;
    }
    if (Array.isArray(value)) return value.map((item) => this.portable(item));
    if (!isObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, this.portable(inner)]));
  }
}

export interface HeldSuccess {
  /** Absent when there was no success to hold on to. */
  expect?: unknown[];
  note?: string;
  skip?: string;
}

const NOW = new Set(
  'clock cpu date env environment host hostname machine memory now os platform process random system time today uptime'.split(
    ' ',
  ),
);

/** For a call that should succeed. Undefined when it was not observed. */
export function successExpected(tool: ToolDef, args: Args, place: ObservedPlace): HeldSuccess | undefined {
  const observed = place.observations.of({ kind: 'tool', name: tool.name, args });
  if (observed === undefined) return undefined;
  const outcome = outcomeOf(observed);
  if (outcome === 'succeeds' && observed.some((one) => saysFailure(ownValue(one, 'result'))))
    return { note: 'its answer reads like a failure, but does not set isError: nothing of it is asserted' };
  if (outcome === 'succeeds' && observed.length > 1)
    return { expect: expectOf(observed, place, shapeOnly(tool)) };
  if (outcome === 'succeeds') return {};
  if (outcome === 'varies')
    return { note: 'it succeeded in one call and failed in the next: nothing of it is asserted' };
  const names = Object.keys(args).map((name) => `\`${shownName(name)}\``);
  if (names.length === 0) return { note: `it ${outcome} to a call without arguments` };
  const replace = `it ${outcome} to made-up arguments: replace ${names.join(', ')} in its tests`;
  if (outcome === 'signals an error') return { note: replace };
  return {
    note: `${replace}, which are skipped until then`,
    skip: `the server refuses the made-up ${plural(names.length, 'argument')} ${names.join(', ')}: put real ones and remove this line`,
  };
}

/** Whether the tool succeeds with what is meant to succeed, and not with these arguments. */
export function failsOnlyWith(
  tool: ToolDef,
  { args, happy }: { args: Args; happy: Args },
  place: ObservedPlace,
): boolean {
  const of = (asked: Args) => place.observations.of({ kind: 'tool', name: tool.name, args: asked });
  const [usual, these] = [of(happy), of(args)];
  if (usual === undefined || these === undefined || outcomeOf(usual) !== 'succeeds') return false;
  return ['signals an error', 'is refused'].includes(outcomeOf(these));
}

/** For a call that the schema forbids, or that the tool refuses: how it was refused, and that the refusal names what was wrong. */
export function refusalExpected(
  tool: ToolDef,
  { args, field }: { args: Args; field?: string },
  place: ObservedPlace,
): unknown[] | undefined {
  const observed = place.observations.of({ kind: 'tool', name: tool.name, args }) ?? [];
  const outcome = outcomeOf(observed);
  if (observed.length < 2 || outcome === 'succeeds' || outcome === 'varies') return undefined;
  const isResult = outcome === 'signals an error';
  const target = isResult ? 'result.content[0].text' : 'error.message';
  const texts = observed.map((one) => refusalText(one));
  const [said] = /-32\d{3}/.exec(texts[0] ?? '') ?? [];
  const held = wordsOfRefusal(texts, [field, tool.name, said], place);
  const code = new Set(observed.map((one) => ownValue(ownValue(one, 'error'), 'code')));
  if (!isResult && code.size > 1) return undefined;
  const how = isResult ? { 'result.isError': true } : { 'error.code': [...code][0] };
  const blocks = isResult
    ? observed.map((one) => lengthOf(ownValue(ownValue(one, 'result'), 'content')))
    : [];
  const expect: unknown[] = [how];
  if (blocks[0] !== undefined && blocks.every((count) => count === blocks[0]))
    expect.push({ 'result.content': { length: blocks[0] } });
  if (held.length > 0) expect.push({ [target]: { contains_all: held } });
  return expect;
}

/** For a resource or a prompt. Undefined when it was not observed to succeed twice. */
export function answerExpected(call: AskedCall, place: ObservedPlace): unknown[] | undefined {
  const observed = place.observations.of(call) ?? [];
  if (observed.length < 2 || outcomeOf(observed) !== 'succeeds') return undefined;
  return expectOf(observed, place, false);
}

function expectOf(observed: ObservedAnswer[], place: ObservedPlace, shape_only: boolean): unknown[] {
  const { assertions } = assertionsOf(observed, { folder: place.folder, shape_only });
  return assertions.map(({ target, matcher }) => {
    const isPlain = Object.hasOwn(matcher, 'exact') && !isObject(matcher.exact);
    return { [target]: place.portable(isPlain ? matcher.exact : matcher) };
  });
}

/** What a tool says of the machine, the moment or the world is another thing tomorrow. */
function shapeOnly(tool: ToolDef): boolean {
  if (ownValue(ownValue(tool, 'annotations'), 'openWorldHint') === true) return true;
  return splitWords(tool.name.slice(0, 200)).some((word) => NOW.has(word));
}

function lengthOf(value: unknown): number | undefined {
  return Array.isArray(value) ? value.length : undefined;
}

function refusalText(answer: ObservedAnswer): string {
  if ('error' in answer) return String(answer.error.message);
  const content = ownValue(answer.result, 'content');
  const text = Array.isArray(content) ? ownValue(content[0], 'text') : undefined;
  return typeof text === 'string' ? text : '';
}

/** The wording of a refusal is the library's; that it names the argument is what a caller needs. */
function wordsOfRefusal(texts: string[], words: (string | undefined)[], { folder }: ObservedPlace): string[] {
  return words.filter(
    (word): word is string =>
      word !== undefined &&
      word !== '' &&
      !isPassing(word, folder) &&
      texts.every((text) => text.includes(word)),
  );
}
