/** Datasets below the tests: figures, and which tools were taken for which. */
import type { Dataset } from '../../types/dataset.js';
import type { RunEnvelope } from '../../types/envelope.js';
import { confusedPairs, pairText } from '../gate-problems.js';
import { cut, wrap } from '../text/columns.js';
import type { Paint } from '../text/paint.js';
import { safe } from '../text/safe-text.js';
import {
  argumentsText,
  benchText,
  datasetHead,
  datasetName,
  neverOfferedText,
  sharedText,
} from './dataset-text.js';

export function datasetLines({ datasets = [] }: RunEnvelope, width: number, paint: Paint): string[] {
  return datasets.flatMap((dataset) => [...linesOf(dataset, width, paint), '']);
}

function linesOf(dataset: Dataset, width: number, paint: Paint): string[] {
  const text = (line: string) => wrap(safe(line), width - 4, 6).map((part) => `    ${part}`);
  const pairs = confusedPairs(dataset);
  return [
    `  ${paint('bold', cut(safe(datasetName(dataset)), width - 2))}`,
    ...text(datasetHead(dataset)),
    ...(dataset.arguments ? text(argumentsText(dataset)) : []),
    ...(dataset.never_offered ? text(neverOfferedText(dataset)) : []),
    ...(pairs.length > 0 ? text('expected → called:') : []),
    ...pairs.flatMap((pair) =>
      [
        `      ${safe(pairText(pair))}`,
        `        ${safe(sharedText(pair))}`,
        `        ${safe(benchText(pair))}`,
      ]
        .filter((line) => line.trim() !== '')
        .map((line) => cut(line, width)),
    ),
  ];
}
