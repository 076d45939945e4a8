/** Datasets of a run: figures, every tool, and which was called where which was expected. */
import { useState } from 'preact/hooks';
import type { Confusion, Dataset } from '../types/dataset.js';
import type { RunEnvelope } from '../types/envelope.js';
import { hashOf } from './route.js';
import { plural, shown } from './words.js';

export function Datasets({ envelope, base }: { envelope: RunEnvelope; base: readonly string[] }) {
  const { datasets = [] } = envelope;
  if (datasets.length === 0) return null;
  return (
    <>
      {datasets.map((dataset, at) => (
        <Card key={at} dataset={dataset} envelope={envelope} base={base} />
      ))}
    </>
  );
}

interface Props {
  dataset: Dataset;
  envelope: RunEnvelope;
  base: readonly string[];
}

function Card({ dataset, envelope, base }: Props) {
  const id = `dataset-${dataset.test}-${dataset.model ?? ''}`;
  const [low, high] = dataset.intervals.accuracy ?? [0, 100];
  return (
    <section class="card" aria-labelledby={id}>
      <h2 id={id}>
        {shown(dataset.test, 200)} {dataset.model && <span class="dim">{shown(dataset.model, 80)}</span>}
      </h2>
      <p>
        <strong>{dataset.accuracy}%</strong> of {plural(dataset.cases, 'case')} right (95 %: {Math.round(low)}{' '}
        to {Math.round(high)}%). Precision {dataset.precision}, recall {dataset.recall}, F1 {dataset.f1}; mean
        F1 over tools {dataset.f1_macro}.
      </p>
      {dataset.never_offered && (
        <p>Expected and never offered: {shown(dataset.never_offered.join(', '), 400)}. Is a name mistyped?</p>
      )}
      <Matrix dataset={dataset} envelope={envelope} base={base} />
      <Tools dataset={dataset} />
    </section>
  );
}

type Column = 'expected' | 'called' | 'n';
const ORDER = { expected: 'ascending', called: 'ascending', n: 'descending' } as const;

function Matrix({ dataset, envelope, base }: Props) {
  const [by, setBy] = useState<Column>('n');
  const cells = dataset.confusion.filter(({ expected, called }) => expected !== called);
  if (cells.length === 0) return <p class="dim">No tool was confused with another.</p>;
  const sorted = [...cells].sort((a, b) => (by === 'n' ? b.n - a.n : a[by].localeCompare(b[by])));
  const head = (column: Column, label: string) => (
    <th
      scope="col"
      class={column === 'n' ? 'number' : undefined}
      aria-sort={by === column ? ORDER[column] : 'none'}
    >
      <button type="button" class="sort" onClick={() => setBy(column)}>
        {label}
      </button>
    </th>
  );
  return (
    <table class="small">
      <thead>
        <tr>
          {head('expected', 'Expected')}
          {head('called', 'Called')}
          <th scope="col">Both descriptions say</th>
          {head('n', 'Rows')}
          <th scope="col">Cases</th>
        </tr>
      </thead>
      <tbody>
        {sorted.map((cell) => (
          <tr key={`${cell.expected} ${cell.called}`}>
            <th scope="row">{shown(cell.expected, 80)}</th>
            <td data-label="Called">{shown(cell.called, 80)}</td>
            <td data-label="Both say">
              {sharedText(cell)}
              <Bench cell={cell} />
            </td>
            <td data-label="Rows" class="number">
              {cell.n}
            </td>
            <td data-label="Cases">
              <Cases cell={cell} dataset={dataset} envelope={envelope} base={base} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Nothing where one of the two is no tool. */
function sharedText({ expected, called, shared_words }: Confusion): string {
  if (expected === '(none)' || called === '(none)') return '';
  if (shared_words === undefined) return 'not known';
  return shared_words.length === 0 ? 'no word' : shown(shared_words.join(', '), 200);
}

/** What tool-bench says of the pair. */
function Bench({ cell: { by_words: words } }: { cell: Confusion }) {
  if (words === undefined) return null;
  return (
    <div class="dim">
      by words alone {words.called} of {plural(words.rows, 'request')} go there, {words.expected} to the right
      one
    </div>
  );
}

const MOST_CASES = 8;

function Cases({ cell, dataset, envelope, base }: Props & { cell: Confusion }) {
  return (
    <>
      {cell.cases.slice(0, MOST_CASES).map((name, at) => {
        const index = envelope.results.findIndex(
          (row) =>
            row.file === dataset.file &&
            row.model === dataset.model &&
            row.dataset?.case === name &&
            row.case?.of === dataset.test,
        );
        const text = shown(name, 60);
        return (
          <span key={name}>
            {at > 0 && ', '}
            {index < 0 ? (
              text
            ) : (
              <a href={hashOf([...base, 'test', envelope.results[index]?.id ?? ''])}>{text}</a>
            )}
          </span>
        );
      })}
      {cell.cases.length > MOST_CASES && ` and ${cell.cases.length - MOST_CASES} more`}
    </>
  );
}

function Tools({ dataset }: { dataset: Dataset }) {
  return (
    <details>
      <summary>{plural(dataset.per_tool.length, 'tool')}, one by one</summary>
      <table class="small">
        <thead>
          <tr>
            <th scope="col">Tool</th>
            <th scope="col" class="number">
              Expected
            </th>
            <th scope="col" class="number">
              Called
            </th>
            <th scope="col" class="number">
              Right
            </th>
            <th scope="col" class="number">
              Precision
            </th>
            <th scope="col" class="number">
              Recall
            </th>
            <th scope="col" class="number">
              F1
            </th>
          </tr>
        </thead>
        <tbody>
          {dataset.per_tool.map((tool) => (
            <tr key={tool.tool}>
              <th scope="row">{shown(tool.tool, 80)}</th>
              {(['expected', 'called', 'right', 'precision', 'recall', 'f1'] as const).map((key) => (
                <td key={key} data-label={key} class="number">
                  {tool[key]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
