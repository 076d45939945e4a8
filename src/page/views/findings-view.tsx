import { useState } from 'preact/hooks';
import { type Fault, faultsOf } from '../../envelope/faults.js';
import type { Finding } from '../../types/envelope.js';
import { Prose } from '../value.js';
import { plural, shown } from '../words.js';

const KNOWN = ['critical', 'high', 'medium', 'warning', 'low', 'info', 'pass'];
/** The first screen; then so many more at a time. */
const FIRST = 5;
const MORE = 100;
const PLACES = 200;

export function Findings({ findings }: { findings: readonly Finding[] }) {
  const [most, setMost] = useState(FIRST);
  const faults = faultsOf(findings);
  if (faults.length === 0) return null;
  const count = faults.reduce((sum, fault) => sum + fault.findings.length, 0);
  return (
    <section class="card" aria-labelledby="findings">
      <h2 id="findings">
        Findings <span class="dim count">{plural(count, 'remark')} about the servers</span>
      </h2>
      <ul class="rows">
        {faults.slice(0, most).map((fault, at) => (
          <FaultRow key={at} fault={fault} />
        ))}
      </ul>
      {faults.length > most && (
        <button type="button" onClick={() => setMost(most + MORE)}>
          Show more of {faults.length}
        </button>
      )}
    </section>
  );
}

/** One remark with its place, or one that several places share, which can be unfolded. */
function FaultRow({ fault }: { fault: Fault }) {
  const { rule, severity, findings, suggestion, subjects } = fault;
  const [first] = findings;
  return (
    <li>
      <span class={`severity ${KNOWN.includes(severity) ? severity : 'info'}`}>{shown(severity, 12)}</span>
      <div>
        <p>
          <strong>{shown(rule, 60)}</strong>{' '}
          <span class="dim">
            {findings.length === 1
              ? placeOf(first)
              : `${findings.length} times in ${plural(subjects, 'tool')}, first ${placeOf(first)}`}
          </span>
        </p>
        <p>
          <Prose text={shown(first.message, 500)} />
        </p>
        {first.excerpt !== undefined && <code>{shown(first.excerpt, 200)}</code>}
        {suggestion !== undefined && <p class="dim">{shown(suggestion, 400)}</p>}
        {findings.length > 1 && (
          <details>
            <summary>All places</summary>
            <ul>
              {findings.slice(0, PLACES).map((finding, at) => (
                <li key={at}>
                  {placeOf(finding)}: {shown(finding.message, 200)}
                </li>
              ))}
            </ul>
            {findings.length > PLACES && <p class="dim">and {findings.length - PLACES} more</p>}
          </details>
        )}
      </div>
    </li>
  );
}

function placeOf({ server, tool, pointer, count = 1 }: Finding): string {
  const subject = shown([server, tool].filter(Boolean).join('.'), 160);
  const place = pointer === undefined ? '' : ` ${shown(pointer, 120)}`;
  return `${subject}${place}${count > 1 ? ` · seen ${count} times` : ''}`;
}
