/** `evals:`, `scorers:` and `calibration:` — who judges what no matcher can say, and how far they can be trusted. */
import * as z from 'zod/mini';
import { llmJury, rubricProblem } from '../../match/llm-judge.js';
import { isObject, ownValue } from '../../util/plain.js';
import {
  anyText,
  block,
  type Complaint,
  define,
  duration,
  type Infer,
  judged,
  list,
  map,
  number,
  optional,
  text,
} from '../shape.js';
import { selection, testName } from './common.js';

const rubric = () =>
  optional(
    judged(
      'What is judged: a text, a list of criteria `{ text, weight }`, or a tree `{ ask, yes, no }` of questions that ends in scores.',
      'rubric',
      (value) => complain(rubricProblem(value)),
    ),
  );

function complain(problem: string | undefined): Complaint[] {
  return problem === undefined
    ? []
    : [{ path: [], message: `a rubric ${problem.replace(/^takes /, 'is ').replace(/ as rubric$/, '')}` }];
}

const threshold = () => optional(number('The least score that passes, from 0 to 1. Default: 0.7.', 0, 1));

const quorum = () =>
  optional(
    z
      .union([z.number(), z.string()], { error: 'expected a count, or a share such as `2/3`' })
      .check(
        z.describe(
          'How many jurors must give the threshold: a count, `2/3`, `67%` or 0.67. Default: more than half.',
        ),
      ),
  );

const evaluation = define(
  'eval',
  block('One way to judge the answers of several tests.', () => ({
    name: testName(),
    tests: optional(
      list('The tests whose answers are judged. Default: all.', text('The name of a test.'), 1),
    ),
    tags: optional(list('Only tests with one of these tags.', text('A tag.'), 1)),
    target: optional(text('What is judged. Default: `final_response` of agent tests, `result` of others.')),
    rubric: rubric(),
    threshold: threshold(),
    model: optional(text('The model that judges. Default: the entry `judge` of `models`.')),
    jurors: optional(list('Several models that judge.', text('A model.'), 1)),
    quorum: quorum(),
    scorer: optional(text('An entry of `scorers` that judges instead of a model.')),
  })),
);

export const evals = list('Answers of tests, judged by a model, by several, or by a program.', evaluation);

export const scorers = map(
  'Programs that score: they read JSON and print `{ "score": 0.9, "reason": "…" }`.',
  define(
    'scorer',
    block('A program that scores.', () => ({
      command: list(
        "Argument vector, run in the suite's folder. No shell reads it.",
        anyText('One argument.'),
        1,
      ),
      timeout: optional(duration('How long one score may take. Default: 30s.')),
    })),
  ),
);

const { timeout: _timeout, retries: _retries, ...selected } = selection;

export const calibration = list(
  'Judges compared with texts that people have labelled.',
  define(
    'calibration',
    block('One judge compared with labels: agreement, kappa and calibration error.', () => ({
      name: testName(),
      model: optional(text('The judge. Default: that of `eval`, otherwise the entry `judge` of `models`.')),
      eval: optional(text('The entry of `evals` whose rubric, threshold and model are taken.')),
      rubric: rubric(),
      threshold: threshold(),
      labels: text('File of labels: JSON Lines, or a list, of `{ "text", "label": "pass" | "fail" }`.'),
      min_agreement: optional(number('The least share of texts on which judge and labels agree.', 0, 1)),
      min_kappa: optional(
        number(
          "The least Cohen's kappa; the lower end of its interval must reach it. Default: 0.4, unless another gate is given.",
          -1,
          1,
        ),
      ),
      max_error: optional(number('The greatest calibration error of the scores.', 0, 1)),
      ...selected,
    })),
  ),
);

export type RawEval = Infer<typeof evaluation>;
export type RawScorers = Record<string, { command: string[]; timeout?: string | number }>;
export interface RawCalibration extends Pick<RawEval, 'rubric' | 'threshold' | 'model'> {
  name: string;
  eval?: string;
  labels: string;
  min_agreement?: number;
  min_kappa?: number;
  max_error?: number;
  tags?: string[];
  only?: boolean;
  skip?: boolean | string;
}

/** What is wrong with a jury as a whole. */
export function juryProblem(raw: unknown): string | undefined {
  if (!isObject(raw) || ownValue(raw, 'jurors') === undefined) return undefined;
  const { rubric: by, threshold: least, jurors, quorum: share } = raw;
  return llmJury.operand({ rubric: by ?? 'x', threshold: least, jurors, quorum: share });
}
