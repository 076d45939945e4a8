/** Text that tries to be more than text, in every place of a run that can hold text. */
import type { RunEnvelope } from '../../src/types/envelope.js';

export const PAYLOADS = [
  '<script>alert(1)</script>',
  '</script><script>alert(1)</script>',
  '--></style></title><svg onload=alert(1)>',
  '<img src="https://evil.example/x.png" onerror="alert(1)">',
  '"><iframe srcdoc="<script>alert(1)</script>"></iframe>',
  'javascript:alert(1)//https://evil.example',
  'data:text/html,<script>alert(1)</script>',
  'https://evil.example/ "onmouseover=alert(1)',
  '<style>@import url("https://evil.example/x.css")</style><link rel=prefetch href=https://evil.example>',
  '\u202e\u2066reversed\u200b\ufeff\u0000\u001b[31m\u2028\ud800',
  '<!--<script>',
  '__proto__',
  "${alert(1)} {{constructor.constructor('alert(1)')()}} ]]>",
];

/** What gives a run its shape; anything else is free text. */
const SHAPE = new Set([
  '$schema',
  'verdict',
  'outcome',
  'severity',
  'mode',
  'type',
  'mimeType',
  'complexity',
  'answer',
]);

/** Every text and every key inside values and figures carries the payload. */
export function infest(run: RunEnvelope, payload: string): RunEnvelope {
  const { provenance } = run;
  const repo = payload;
  return walk({ ...run, provenance: { ...provenance, repo } }, payload, '') as RunEnvelope;
}

function walk(value: unknown, payload: string, key: string): unknown {
  if (typeof value === 'string') return SHAPE.has(key) || key === 'repo' ? value : `${payload} ${value}`;
  if (Array.isArray(value)) return value.map((item) => walk(item, payload, key));
  if (value === null || typeof value !== 'object') return value;
  const free = ['args', 'structuredContent', 'figures', 'expected', 'actual', 'server_info'].includes(key);
  const out: Record<string, unknown> = {};
  for (const [name, inner] of Object.entries(value)) {
    const label = free && key !== 'server_info' ? `${payload}${name}` : name;
    Object.defineProperty(out, label, {
      value: walk(inner, payload, name),
      enumerable: true,
      configurable: true,
      writable: true,
    });
  }
  return out;
}
