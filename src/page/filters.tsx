/** Filters and search over the table. Every choice is part of the address. */
import type { RunEnvelope, Summary } from '../types/envelope.js';
import { GROUPS, type Grouping, groupingOf, type Selection } from './select-tests.js';
import { shown } from './words.js';

interface Props {
  envelope: RunEnvelope;
  selection: Selection;
  found: number;
  /** `typing` leaves no step in the history. */
  change(next: Partial<Selection>, typing?: boolean): void;
}

const CHIPS = [
  ['fail', 'Failed', 'failed'],
  ['inconclusive', 'Not judged', 'inconclusive'],
  ['pass', 'Passed', 'passed'],
  ['skipped', 'Skipped', 'skipped'],
  ['flaky', 'Flaky', 'flaky'],
] as const;

export function Filters({ envelope, selection, found, change }: Props) {
  const { results, summary } = envelope;
  return (
    <div class="filters">
      <input
        type="search"
        id="search"
        placeholder="Name, tool or message"
        aria-label="Search tests"
        value={selection.text}
        onInput={(event) => change({ text: event.currentTarget.value }, true)}
      />
      <p class="dim found" role="status">
        {found === results.length ? `${found} shown` : `${found} of ${results.length} shown`}
      </p>
      <VerdictChips
        summary={summary}
        chosen={new Set(selection.verdicts)}
        choose={(verdicts) => change({ verdicts })}
      />
      <Choice
        name="Kind"
        value={selection.kind}
        values={results.map(({ kind }) => kind)}
        choose={(kind) => change({ kind })}
      />
      <Choice
        name="Server"
        value={selection.server}
        values={results.map(({ server }) => server)}
        choose={(server) => change({ server })}
      />
      <Choice
        name="File"
        value={selection.file}
        values={results.map(({ file }) => file)}
        choose={(file) => change({ file })}
      />
      <Choice
        name="Tag"
        value={selection.tag}
        values={results.flatMap(({ tags }) => tags)}
        choose={(tag) => change({ tag })}
      />
      {results.length > 1 && <GroupChoice {...{ results, selection, change }} />}
    </div>
  );
}

function GroupChoice({ results, selection, change }: Pick<Props, 'selection' | 'change'> & GroupChoiceProps) {
  const now = groupingOf(results, selection) ?? 'none';
  return (
    <select
      aria-label="Group"
      value={now}
      onChange={(event) => change({ group: event.currentTarget.value as Grouping })}
    >
      {GROUPS.map((by) => (
        <option key={by} value={by}>
          {by === 'none' ? 'Not grouped' : `By ${by}`}
        </option>
      ))}
    </select>
  );
}

interface GroupChoiceProps {
  results: RunEnvelope['results'];
}

interface ChipsProps {
  summary: Summary;
  chosen: ReadonlySet<string>;
  choose(verdicts: string[]): void;
}

function VerdictChips({ summary, chosen, choose }: ChipsProps) {
  return (
    <fieldset class="chips">
      <legend class="hidden">Verdict</legend>
      {CHIPS.filter(([kind, , key]) => summary[key] > 0 || chosen.has(kind)).map(([kind, label, key]) => (
        <button
          key={kind}
          type="button"
          class={`chip ${kind}`}
          aria-pressed={chosen.has(kind)}
          onClick={() => {
            const next = new Set(chosen);
            if (!next.delete(kind)) next.add(kind);
            choose([...next]);
          }}
        >
          {label} <span class="count">{summary[key]}</span>
        </button>
      ))}
    </fieldset>
  );
}

interface ChoiceProps {
  name: string;
  value: string | undefined;
  values: (string | undefined)[];
  choose(value: string | undefined): void;
}

/** Absent where there is nothing to choose between. */
function Choice({ name, value, values, choose }: ChoiceProps) {
  const known = [...new Set(values)].flatMap((word) => word || []).slice(0, 500);
  if (known.length < 2 && value === undefined) return null;
  return (
    <select
      class="named"
      aria-label={name}
      value={value ?? ''}
      onChange={(event) => choose(event.currentTarget.value || undefined)}
    >
      <option value="">{name}: all</option>
      {known.map((word) => (
        <option key={word} value={word}>
          {shown(word, 60)}
        </option>
      ))}
    </select>
  );
}
