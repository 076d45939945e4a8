/** Suite strength: what was changed on purpose in the replies, and which changes no check objected to. */
import { useState } from 'preact/hooks';
import { nameOverRuns } from '../../envelope/row-names.js';
import type { RunEnvelope } from '../../types/envelope.js';
import type { Strength, Survivor, Tally, TestStrength } from '../../types/strength.js';
import { visible } from '../../util/text.js';
import { CopyButton } from '../copy-button.js';
import { Mark } from '../mark.js';
import { hashOf } from '../route.js';
import { plural, shown } from '../words.js';
import { Bar } from './coverage-view.js';

const AT_ONCE = 10;
/** What was done to the reply, in words; the documentation has the same list. */
const FAMILIES: Record<string, string> = {
  'M-ERR': 'an error instead',
  'M-EMPTY': 'empty',
  'M-DROP': 'a part left out',
  'M-VALUE': 'another value',
  'M-TYPE': 'another type',
  'M-LEN': 'a list cut, doubled or reversed',
  'M-SWAP': 'the answer of another test',
  'M-STALE': 'the previous answer',
  'M-EXTRA': 'something added',
  'M-CALL': 'other calls by the agent',
};
const familyText = (family: string): string => FAMILIES[family] ?? shown(family, 12);

interface Props {
  envelope: RunEnvelope;
  base: readonly string[];
}

export function StrengthView({ envelope, base }: Props) {
  const { strength } = envelope;
  if (strength === undefined) return null;
  const hollow = strength.tests.filter((test) => test.hollow).length;
  return (
    <section class="card strength" aria-labelledby="strength">
      <h2 id="strength">
        Suite strength{' '}
        <span class="dim count">
          {percent(strength.rate)}, {strength.killed} of {plural(strength.mutants, 'change')} noticed
          {hollow > 0 && `, ${plural(hollow, 'hollow test')}`}
        </span>
      </h2>
      <p class="dim">
        Recorded answers were changed on purpose and checked again. A change that no check notices survives.
        {hollow > 0 && ' A hollow test passes with any answer.'} Seed {strength.seed}.
      </p>
      <Gates gates={strength.gates ?? []} />
      <Tests strength={strength} envelope={envelope} base={base} />
      <Shares
        title="By tool"
        rows={strength.tools.map((row) => ({ ...row, name: `${row.server}.${row.tool}` }))}
      />
      <Shares
        title="By kind of change"
        rows={strength.families.map((row) => ({ ...row, name: familyText(row.family) }))}
      />
      <Untold strength={strength} />
    </section>
  );
}

/** Only what is whole is called 100%. */
function percent(rate: number | undefined): string {
  return rate === undefined ? 'not measured' : `${Math.floor(rate * 100)}%`;
}

function Gates({ gates }: { gates: NonNullable<Strength['gates']> }) {
  return (
    <ul class="gates">
      {gates.slice(0, 100).map(({ file, min, rate, passed }, at) => (
        <li key={at}>
          <Mark verdict={passed === undefined ? 'inconclusive' : gateVerdict(passed)} />{' '}
          {file === undefined ? 'all suites' : shown(file, 160)}: {percent(rate)}, at least {min}% required
        </li>
      ))}
    </ul>
  );
}

function gateVerdict(passed: boolean): string {
  return passed ? 'pass' : 'fail';
}

function Tests({ strength, envelope, base }: Props & { strength: Strength }) {
  const [most, setMost] = useState(AT_ONCE);
  const weak = strength.tests.filter(({ survivors }) => survivors.length > 0);
  const whole = strength.tests.filter(({ survivors, mutants }) => survivors.length === 0 && mutants > 0);
  return (
    <>
      <h3>
        By test{' '}
        {whole.length > 0 && <span class="dim">{plural(whole.length, 'test')} noticed every change</span>}
      </h3>
      <ul class="bars">
        {weak.slice(0, most).map((test, at) => (
          <WeakTest key={at} test={test} href={linkTo(test, envelope, base)} />
        ))}
      </ul>
      {weak.length > most && (
        <button type="button" onClick={() => setMost(most + 50)}>
          Show {Math.min(50, weak.length - most)} more
        </button>
      )}
    </>
  );
}

function linkTo({ name, file }: TestStrength, { results }: RunEnvelope, base: Props['base']) {
  const row = results.find((one) => one.file === file && nameOverRuns(one) === name);
  return row && hashOf([...base, 'test', row.id]);
}

function WeakTest({ test, href }: { test: TestStrength; href: string | undefined }) {
  const { name, file, line, killed, mutants, rate, hollow, survivors } = test;
  const title = shown(name, 200);
  return (
    <li>
      <p>
        {href === undefined ? <strong>{title}</strong> : <a href={href}>{title}</a>}
        {hollow && <span class="flag wrong">hollow</span>}{' '}
        <span class="dim">
          {killed} of {mutants} noticed · {shown(`${file}:${line}`, 160)}
        </span>
      </p>
      <Bar percent={Math.floor((rate ?? 0) * 100)} kind={hollow ? 'fail' : ''} />
      <details>
        <summary>
          {plural(mutants - killed, 'change')} survived
          {survivors.length < mutants - killed && `, ${survivors.length} shown`}
        </summary>
        <ul class="rows">
          {survivors.slice(0, 100).map((survivor) => (
            <SurvivorRow key={survivor.id} survivor={survivor} />
          ))}
        </ul>
      </details>
    </li>
  );
}

function SurvivorRow({ survivor: { family, path, change, suggestion } }: { survivor: Survivor }) {
  // What would be copied is what is seen, or there is nothing to copy.
  const line = suggestion !== undefined && visible(suggestion) === suggestion ? suggestion : undefined;
  return (
    <li>
      <span class="severity">{familyText(family)}</span>
      <div>
        <p class="message">
          <code>{shown(path, 200)}</code> {shown(change, 300)}
        </p>
        {line !== undefined && (
          <p class="repro">
            <code>{shown(line, 2000)}</code>
            <CopyButton text={line} about={`the line that catches it: ${shown(path, 80)}`} />
          </p>
        )}
      </div>
    </li>
  );
}

function Shares({ title, rows }: { title: string; rows: (Tally & { name: string })[] }) {
  if (rows.length === 0) return null;
  return (
    <>
      <h3>{title}</h3>
      <ul class="surface">
        {rows.slice(0, 200).map(({ name, killed, mutants, rate }) => (
          <li key={name}>
            <span>{shown(name, 160)}</span>
            <svg width="160" height="8" aria-hidden="true">
              <rect class="track" width="160" height="8" rx="4" />
              <rect class="bar" width={(rate ?? 0) * 160} height="8" rx="4" />
            </svg>
            <span class="number">{percent(rate)}</span>
            <span class="dim">
              {killed} of {mutants} noticed
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

function Untold({ strength: { unmeasured = [], uncalled = [] } }: { strength: Strength }) {
  return (
    <>
      {unmeasured.length > 0 && (
        <details class="untold">
          <summary>{plural(unmeasured.length, 'test')} not measured</summary>
          <ul>
            {unmeasured.slice(0, 200).map(({ name, file, reason }) => (
              <li key={`${file} ${name}`}>
                {shown(name, 160)}: <span class="dim">{shown(reason, 300)}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
      {uncalled.slice(0, 50).map(({ file, server, tools }) => (
        <p key={`${file} ${server}`} class="dim">
          No test calls {shown(tools.join(', '), 400)} of {shown(server, 80)}: nothing there would be noticed.
        </p>
      ))}
    </>
  );
}
