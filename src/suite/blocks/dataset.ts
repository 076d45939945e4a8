/**
 * `expect_tools`, `expect_args`, `offer_tools` and `dataset` of an agent test: what a case expects of the model's calls, which
 * tools it is shown, and what is asked of all cases together.
 */
import * as z from 'zod/mini';
import { DATASET_TARGETS, isDatasetTarget } from '../../metrics/dataset/targets.js';
import { didYouMean } from '../../util/did-you-mean.js';
import { isObject } from '../../util/plain.js';
import { block, type Complaint, define, judged, list, text, variant } from '../shape.js';
import { assertionsOn } from './expect.js';

/** A list, a map, or text. */
function spelling(value: unknown): number {
  if (Array.isArray(value)) return 0;
  return isObject(value) ? 1 : 2;
}

const tool = text('A tool, `server.tool` or its bare name; `a|b` where either is right.');
const oneOfThem = variant(
  'A tool, or a list of equal tools of which any is right.',
  [tool, list('Equal tools: calling any one is right.', text('A tool.'), 1)],
  (value) => (Array.isArray(value) ? 1 : 0),
);
const tools = list('The tools that the request needs.', oneOfThem);

export const expectTools = define(
  'expect_tools',
  variant(
    'The tools that the request needs: a list, names with commas between them, `none`, or `{ in_order: [...] }`. Default: the column of this name.',
    [
      tools,
      block('Tools that must be called in this order.', () => ({ in_order: tools })),
      text('Names with commas between them, or `none`.'),
    ],
    spelling,
  ),
);

export const offerTools = define(
  'offer_tools',
  variant(
    'The only tools of its servers that the model is shown: a list, or names with commas between them. Default: the column of this name, otherwise all.',
    [
      list('Tools.', text('A tool, `server.tool` or its bare name.')),
      text('Names with commas between them.'),
    ],
    (value) => (Array.isArray(value) ? 0 : 1),
  ),
);

const fields = z
  .record(z.string(), z.unknown(), { error: 'expected a map' })
  .check(
    z.describe(
      'Argument → the value, a matcher, or `{ ignore: true }`; with several tools: tool → its arguments.',
    ),
  );

export const expectArgs = define(
  'expect_args',
  variant(
    'What the arguments of the right call must be: a map, a list beside `expect_tools`, or the same as JSON text. Default: the column of this name.',
    [fields, list('A map for each of `expect_tools`.', fields), text('JSON text.')],
    (value) => [1, 0, 2][spelling(value)]!,
  ),
);

function judgeTarget(value: unknown): Complaint[] {
  if (typeof value === 'string' && isDatasetTarget(value)) return [];
  const near = typeof value === 'string' ? didYouMean(value, DATASET_TARGETS) : undefined;
  return [
    {
      path: [],
      message: `\`dataset\` measures ${DATASET_TARGETS.slice(0, 4)
        .map((one) => `\`${one}\``)
        .join(', ')} and others`,
      hint: near === undefined ? null : `did you mean \`${near}\`?`,
    },
  ];
}

const gates = assertionsOn(
  judged('A figure such as `dataset.accuracy`.', 'dataset_target', judgeTarget),
  judgeTarget,
);

export const dataset = define(
  'dataset',
  block('What is required of all cases together. A single case then neither passes nor fails.', () => ({
    expect: gates.check(z.minLength(1, 'expected a list that is not empty')),
  })),
);
