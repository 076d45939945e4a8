import { useState } from 'preact/hooks';
import type { Finding } from '../../types/envelope.js';
import { plural, shown } from '../words.js';

const ORDER = ['critical', 'high', 'medium', 'warning', 'low', 'info', 'pass'];

export function Findings({ findings }: { findings: readonly Finding[] }) {
  const [most, setMost] = useState(20);
  const found = findings
    .filter(({ severity }) => severity !== 'pass')
    .sort((a, b) => ORDER.indexOf(a.severity) - ORDER.indexOf(b.severity));
  if (found.length === 0) return null;
  return (
    <section class="card" aria-labelledby="findings">
      <h2 id="findings">
        Findings <span class="dim count">{plural(found.length, 'remark')} about the servers</span>
      </h2>
      <ul class="rows">
        {found.slice(0, most).map((finding, at) => (
          <li key={at}>
            <span class={`severity ${ORDER.includes(finding.severity) ? finding.severity : 'info'}`}>
              {shown(finding.severity, 12)}
            </span>
            <div>
              <p>
                <strong>{shown(finding.rule, 60)}</strong>{' '}
                <span class="dim">
                  {shown([finding.server, finding.tool].filter(Boolean).join('.'), 160)}
                  {finding.pointer !== undefined && ` ${shown(finding.pointer, 120)}`}
                  {(finding.count ?? 1) > 1 && ` · seen ${finding.count} times`}
                </span>
              </p>
              <p>{shown(finding.message, 500)}</p>
              {finding.excerpt !== undefined && <code>{shown(finding.excerpt, 200)}</code>}
              {finding.suggestion !== undefined && <p class="dim">{shown(finding.suggestion, 400)}</p>}
            </div>
          </li>
        ))}
      </ul>
      {found.length > most && (
        <button type="button" onClick={() => setMost(most + 100)}>
          Show more of {found.length}
        </button>
      )}
    </section>
  );
}
