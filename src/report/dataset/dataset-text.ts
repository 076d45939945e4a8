/** A dataset in words, the same on the terminal and in Markdown. */
import type { Confusion, Dataset } from '../../types/dataset.js';
import { plural } from '../../util/text.js';

export function datasetName({ test, model }: Pick<Dataset, 'test' | 'model'>): string {
  return model === undefined ? test : `${test} [${model}]`;
}

/** `75% of 4 cases right (30% to 95%) · precision 67 · …`. */
export function datasetHead(dataset: Dataset): string {
  const { accuracy, n, cases, of_cases, intervals, precision, recall, f1, f1_macro, unjudged } = dataset;
  const rows = n === cases ? plural(cases, 'case') : `${plural(cases, 'case')} in ${n} runs`;
  const [low, high] = intervals.accuracy ?? [0, 100];
  const parts = [
    `${accuracy}% of ${rows} right (95 %: ${Math.round(low)} to ${Math.round(high)}%)`,
    `precision ${precision}`,
    `recall ${recall}`,
    `F1 ${f1} (mean over tools ${f1_macro})`,
    dataset.hallucination ? `invented names ${dataset.hallucination}%` : '',
    dataset.unnecessary_calls === undefined ? '' : `needless calls ${dataset.unnecessary_calls}%`,
    unjudged === undefined ? '' : `${unjudged} not judged`,
    cases + (unjudged ?? 0) < of_cases ? `of ${of_cases} cases only these were run` : '',
  ];
  return parts.filter((part) => part !== '').join(' · ');
}

/** Such a case can never be right. Empty where there is none. */
export function neverOfferedText({ never_offered: names = [] }: Dataset): string {
  if (names.length === 0) return '';
  const more = names.length > MOST_NAMES ? ` and ${names.length - MOST_NAMES} more` : '';
  return `expected and never offered: ${names.slice(0, MOST_NAMES).join(', ')}${more}; is a name mistyped?`;
}

const MOST_NAMES = 5;

/** `arguments of 12 right calls: required given 100 · …`; empty where nothing is known of them. */
export function argumentsText({ arguments: args }: Dataset): string {
  if (args === undefined) return '';
  const parts = [
    ['required given', args.required_given],
    ['expected given', args.expected_given],
    ['exact values', args.exact_values],
    ['unknown names', args.unknown_names],
  ].flatMap(([name, value]) => (value === undefined ? [] : [`${name} ${value}%`]));
  return `arguments of ${plural(args.calls, 'right call')}: ${parts.join(' · ')}`;
}

/** Why two tools may have been taken for one another; empty where one of the two is no tool. */
export function sharedText({ expected, called, shared_words }: Confusion): string {
  if (expected === NO_TOOL || called === NO_TOOL) return '';
  if (shared_words === undefined) return 'shared words not known: a description is not in the record';
  if (shared_words.length === 0) return 'the two descriptions share no word';
  return `both descriptions say: ${shared_words.join(', ')}`;
}

/** What tool-bench says of the pair; empty where it was not asked. */
export function benchText({ expected, called, by_words }: Confusion): string {
  if (by_words === undefined) return '';
  const { rows, expected: right, called: wrong } = by_words;
  const requests = plural(rows, 'request');
  if (right === rows) return `tool-bench: by words alone all of ${requests} go to ${expected}`;
  if (wrong === 0) return `tool-bench: by words alone none of ${requests} goes to ${called}`;
  return `tool-bench: by words alone ${wrong} of ${requests} go to ${called}, ${right} to ${expected}`;
}

/** As the record has it. */
const NO_TOOL = '(none)';
