/** What a text directs other tools to do, found by chains of words around their names. */
import type { Severity } from '../../types/rule.js';
import * as words from '../words/tool-directives.js';
import { expectPatterns, type Reach, type Scan, type Span } from './signals.js';
import type { Mentions } from './tool-mentions.js';

export interface Directive {
  what: string;
  severity: Severity;
  span: Span;
}

/** Where the text names tools, by what it says of them. */
interface NamedTools {
  any: readonly Span[];
  foreign: readonly Span[];
  /** Not of the server whose text it is. */
  others: readonly Span[];
  /** "Whenever send_email is called": the word governs the name. */
  whenever: readonly Span[];
  everyCall: readonly Span[];
}

interface DirectivePattern {
  what: string;
  severity: Severity;
  /** In the order in which they must come. */
  steps: readonly (RegExp | keyof NamedTools)[];
  reach: Reach;
}

const NEAR = { gap: 60 };
const WIDE = { gap: 110, loose: true };

function patterns(
  { what, severity, reach = NEAR }: { what: string; severity: Severity; reach?: Reach },
  ...chains: DirectivePattern['steps'][]
): DirectivePattern[] {
  return chains.map((steps) => ({ what, severity, steps, reach }));
}

const {
  WHENEVER,
  ALL_CALLS,
  MUST,
  STEER,
  ARGUMENT,
  PRETEXT,
  HANDS_ON,
  OUTPUT,
  TO_THIS,
  TAINTED,
  LITERAL,
  REPLACE,
  THIS_ONE,
} = words;

expectPatterns([{ steps: Object.values(words) }]);

const ADDRESS = { what: 'supplies an address or path for another tool', severity: 'high' } as const;

const ALWAYS: readonly DirectivePattern[] = [
  ...patterns({ ...ADDRESS, reach: { gap: 80, loose: true } }, ['whenever', STEER, LITERAL]),
  ...patterns(
    ADDRESS,
    [MUST, STEER, 'any', LITERAL],
    [STEER, LITERAL, 'whenever'],
    ['any', MUST, STEER, LITERAL],
    ['any', STEER, ARGUMENT, LITERAL],
    ['any', MUST, LITERAL],
  ),
  ...patterns(
    { what: 'directs a tool of another server', severity: 'high' },
    [MUST, 'foreign'],
    ['foreign', MUST],
    ['foreign', TAINTED],
  ),
];

/** The instructions of a server may say how its tools go together. */
const NOT_IN_INSTRUCTIONS: readonly DirectivePattern[] = [
  ...patterns(
    { what: "changes the arguments of another tool's calls", severity: 'medium' },
    ['whenever', MUST, STEER, ARGUMENT],
    ['whenever', MUST, ARGUMENT, STEER],
    ['whenever', REPLACE, ARGUMENT],
    ['everyCall', STEER, ARGUMENT],
    [MUST, STEER, ARGUMENT, 'everyCall'],
  ),
  ...patterns(
    { what: 'hands the results of another tool on', severity: 'medium' },
    ['whenever', HANDS_ON, OUTPUT, TO_THIS],
    [OUTPUT, 'any', MUST, HANDS_ON, TO_THIS],
    [MUST, HANDS_ON, OUTPUT, 'any', TO_THIS],
  ),
  ...patterns(
    { what: 'asks for another tool under a pretext', severity: 'medium', reach: WIDE },
    [MUST, 'any', PRETEXT],
    [PRETEXT, MUST, 'any'],
    ['everyCall', PRETEXT],
  ),
  ...patterns({ what: 'turns the model against another tool', severity: 'medium' }, [
    'others',
    TAINTED,
    THIS_ONE,
  ]),
];

const ALL = [...ALWAYS, ...NOT_IN_INSTRUCTIONS];

/** The worst directive of a text, undefined when there is none. */
export function findDirective(
  scan: Scan,
  { siblings, foreign, unknown }: Mentions,
  isInstructions: boolean,
): Directive | undefined {
  const any = inOrder([...siblings, ...foreign, ...unknown]);
  if (any.length === 0) return undefined;
  const tools: NamedTools = {
    any,
    foreign,
    others: inOrder([...foreign, ...unknown]),
    whenever: scan.links([scan.all(WHENEVER), any], { gap: 30 }),
    everyCall: scan.links([scan.all(ALL_CALLS), any], { gap: 30 }),
  };
  for (const { what, severity, steps, reach } of isInstructions ? ALWAYS : ALL) {
    const spansOf = (step: RegExp | keyof NamedTools) =>
      step instanceof RegExp ? scan.all(step) : tools[step];
    // Most texts lack one of the words, and then the others need not be looked for.
    if (steps.some((step) => spansOf(step).length === 0)) continue;
    const span = scan.chain(steps.map(spansOf), reach);
    if (span !== undefined) return { what, severity, span };
  }
  return undefined;
}

function inOrder(spans: Span[]): Span[] {
  return spans.sort((a, b) => a.start - b.start);
}
