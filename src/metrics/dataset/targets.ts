/** What gates of a dataset may name. */
import type { Dataset } from '../../types/dataset.js';

/** Shares of summed counts; `figures.ts` says of which. */
export const SHARE_NAMES = [
  'accuracy',
  'precision',
  'recall',
  'f1',
  'hallucination',
  'unnecessary_calls',
  'arguments.unknown_names',
  'arguments.expected_given',
  'arguments.required_given',
  'arguments.exact_values',
] as const;
export type ShareName = (typeof SHARE_NAMES)[number];

/** Means over tools. */
export const MACRO_NAMES = ['precision_macro', 'recall_macro', 'f1_macro'] as const;
export type MacroName = (typeof MACRO_NAMES)[number];

const NAMES = [...SHARE_NAMES, ...MACRO_NAMES];

/** `<n>` stands for a whole number. `_low` is the lower end of the 95 % interval. */
export const DATASET_TARGETS = [
  ...NAMES.map((name) => `dataset.${name}`),
  'dataset.n',
  'dataset.accuracy_low',
  'dataset.f1_low',
  'dataset.pass_hat_<n>',
  'dataset.pass_at_<n>',
];

export function isDatasetTarget(target: string): boolean {
  return DATASET_TARGETS.includes(target.replace(/_\d+$/, '_<n>'));
}

const NO_CALL = 'no right tool was called';
const NO_ARGS = 'no right tool was called in a case with `expect_args`';
const NOTHING_TO_COUNT: Record<string, string> = {
  'dataset.hallucination': 'no tool was called, or the offered tools are not known',
  'dataset.f1_low': 'no case needs a tool, and none was called',
  'dataset.unnecessary_calls': 'no case has `expect_tools: none`',
  'dataset.arguments.unknown_names': NO_CALL,
  'dataset.arguments.required_given': NO_CALL,
  'dataset.arguments.expected_given': NO_ARGS,
  'dataset.arguments.exact_values': NO_ARGS,
};

/** Why each of these is left out, if it is. */
export function whyLeftOut(targets: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    targets.flatMap((target) => {
      const runs = /^dataset\.pass_(?:hat|at)_(\d+)$/.exec(target)?.[1];
      const few = runs && `it needs ${Math.max(2, Number(runs))} runs of every case (\`runs\`)`;
      const why = few ?? NOTHING_TO_COUNT[target];
      return why === undefined ? [] : [[target, why]];
    }),
  );
}

/** Target → figure; what could not be counted is left out. */
type Measured = Omit<Dataset, 'file' | 'test' | 'of_cases'>;

export function datasetFigures(dataset: Measured): Record<string, number> {
  const { intervals, pass_hat = {}, pass_at = {}, n } = dataset;
  const found: [string, number | undefined][] = [
    ...NAMES.map((name): [string, number | undefined] => [name, figureOf(dataset, name)]),
    ['n', n],
    ['accuracy_low', intervals.accuracy?.[0]],
    ['f1_low', intervals.f1?.[0]],
    ...Object.entries(pass_hat).map(([k, value]): [string, number] => [`pass_hat_${k}`, value]),
    ...Object.entries(pass_at).map(([k, value]): [string, number] => [`pass_at_${k}`, value]),
  ];
  return Object.fromEntries(
    found.flatMap(([name, value]) => (value === undefined ? [] : [[`dataset.${name}`, value]])),
  );
}

function figureOf(dataset: Measured, name: (typeof NAMES)[number]): number | undefined {
  if (!name.startsWith('arguments.')) return dataset[name as 'accuracy'];
  const leaf = name.slice('arguments.'.length) as 'exact_values';
  return dataset.arguments?.[leaf];
}
