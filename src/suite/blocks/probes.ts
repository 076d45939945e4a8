/** `fuzz:`, `metamorphic:` and `load:` of a tool test — what is asked of the tool beside one call. */
import * as z from 'zod/mini';
import type { LoadGates, Probes, Relation } from '../../types/probes.js';
import { parseDuration } from '../../util/duration.js';
import { omitUndefined } from '../../util/omit-undefined.js';
import {
  block,
  choice,
  define,
  duration,
  flag,
  type Infer,
  list,
  map,
  number,
  optional,
  percent,
  text,
  variant,
  wholeNumber,
} from '../shape.js';
import { target } from './expect.js';

/** The list in the answer; where answers must be the same, the whole answer when absent. */
const items = () => optional(target);
const argument = () => text('The argument that is changed.');
const added = (about: string) => map(about, z.unknown());

const fuzz = define(
  'fuzz',
  block('Inputs made from the schema of the tool, also hostile ones; `args` is the usual input.', () => ({
    seed: optional(wholeNumber('Chooses the inputs. Default: 1.', 0, 4_294_967_295)),
    cases: optional(wholeNumber('How many inputs. Default: 100.', 1, 100_000)),
    max_call_ms: optional(
      wholeNumber(
        'A call that takes longer than this, in milliseconds, counts as hanging. Default: 3000.',
        1,
        86_400_000,
      ),
    ),
    strict: optional(flag('Also fail if the server ignores a field that its schema forbids.')),
    allow_destructive: optional(flag('Call the tool although it may destroy something.')),
  })),
);

const WORDS = ['idempotent', 'argument_order'] as const;
const ONE =
  'expected one relation: idempotent, argument_order, no_op_filter, subset, case, white_space, monotone_limit or pagination';

const relationMap = block('A relation with what it needs to know.', () => ({
  no_op_filter: optional(
    block('Arguments that change nothing.', () => ({
      args: added('The arguments that are added.'),
      items: items(),
    })),
  ),
  subset: optional(
    block('A filter: with it, only items come that also come without it.', () => ({
      args: added('The arguments that filter.'),
      items: items(),
    })),
  ),
  case: optional(
    block('Upper and lower case make no difference.', () => ({ argument: argument(), items: items() })),
  ),
  white_space: optional(
    block('White space around the text changes nothing.', () => ({ argument: argument(), items: items() })),
  ),
  monotone_limit: optional(
    block('No more items than the limit, and no fewer with a larger one.', () => ({
      argument: argument(),
      values: optional(
        list('The limits that are tried. Default: 1, 2, 5.', wholeNumber('A limit.', 0, 1_000_000), 2),
      ),
      items: items(),
    })),
  ),
  pagination: optional(
    block('All pages together are the whole list, and no item comes twice.', () => ({
      cursor: text('The argument that takes the cursor.'),
      next: target,
      items: items(),
      whole: optional(added('Arguments that give everything at once.')),
    })),
  ),
})).check(z.refine((value) => Object.keys(value as object).length === 1, ONE));

const relation = define(
  'relation',
  variant(
    'Answers that must agree.',
    [choice('A relation that needs nothing.', [...WORDS]), relationMap],
    (value) => (typeof value === 'string' ? 0 : 1),
  ),
);

const load = define(
  'load',
  block('Many calls with the arguments of the test, and the limits that they must keep.', () => ({
    concurrency: optional(wholeNumber('Calls at a time. Default: 1.', 1, 1000)),
    rate: optional(number('Calls a second, instead of `concurrency`.', 0.01, 10_000)),
    for: optional(duration('How long. Default: 5s.')),
    calls: optional(wholeNumber('The most calls. Default: 10000.', 1, 1_000_000)),
    allow_remote: optional(flag('Load a server on another machine.')),
    max_p50_ms: optional(number('The median latency, in milliseconds.', 0, 86_400_000)),
    max_p95_ms: optional(
      number('95 of 100 calls must be at least this fast, in milliseconds.', 0, 86_400_000),
    ),
    max_p99_ms: optional(
      number('99 of 100 calls must be at least this fast, in milliseconds.', 0, 86_400_000),
    ),
    max_error_rate: optional(percent('The share of calls that fail, in percent. Default: 0.')),
    min_per_second: optional(number('Answered calls a second.', 0, 1_000_000)),
    max_memory_growth_mb: optional(
      number('How much more memory the server has at the end, in MiB.', 0, 1_000_000),
    ),
  })),
);

export const probes = {
  fuzz: optional(fuzz),
  metamorphic: optional(list('Relations between several answers of the tool.', relation, 1)),
  load: optional(load),
};

interface RawProbes {
  fuzz?: Infer<typeof fuzz>;
  metamorphic?: Infer<typeof relation>[];
  load?: Infer<typeof load>;
}

/** Undefined for a test that has none of the three. */
export function probesOf(test: object): Probes | undefined {
  const raw = test as RawProbes;
  if (!raw.fuzz && !raw.metamorphic && !raw.load) return undefined;
  return omitUndefined<Probes>({
    fuzz: raw.fuzz && {
      seed: 1,
      cases: 100,
      max_call_ms: 3000,
      strict: false,
      allow_destructive: false,
      ...raw.fuzz,
    },
    metamorphic: raw.metamorphic?.map(relationOf),
    load: raw.load && loadOf(raw.load),
  });
}

function relationOf(raw: Infer<typeof relation>): Relation {
  if (typeof raw === 'string') return { kind: raw };
  const [[kind, config] = ['', {}]] = Object.entries(raw);
  const values = kind === 'monotone_limit' ? { values: [1, 2, 5] } : {};
  return { kind, ...values, ...config } as Relation;
}

function loadOf({
  concurrency,
  rate,
  for: span,
  calls,
  allow_remote,
  max_error_rate,
  ...rest
}: Infer<typeof load>) {
  const gates: LoadGates = { ...rest, max_error_rate: Number.parseFloat(String(max_error_rate ?? 0)) };
  return omitUndefined({
    concurrency,
    rate,
    for_ms: parseDuration(span ?? '5s') ?? 5000,
    calls: calls ?? 10_000,
    allow_remote: allow_remote ?? false,
    gates: omitUndefined(gates),
  });
}
