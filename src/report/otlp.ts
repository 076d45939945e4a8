/**
 * Runs, turns and calls as OpenTelemetry spans (OTLP JSON), in the words of the GenAI and MCP conventions. One trace a
 * row. What the conventions have no word for stands in attributes that begin with `mcptest.`, so that
 * `mcptest score --trace` reads back what was written.
 */
import type { RunEnvelope } from '../types/envelope.js';
import type { Reporter } from '../types/reporter.js';
import { printableJson } from '../util/printable-json.js';
import { attributes } from './spans/attributes.js';
import { rowSpans } from './spans/row-spans.js';
import { runSpan } from './spans/run-span.js';

export const otlp: Reporter = (envelope) => `${printableJson(JSON.stringify(otlpDocument(envelope)))}\n`;

function otlpDocument(envelope: RunEnvelope) {
  const { run_id, verdict, provenance, results } = envelope;
  const version = provenance.tool_version;
  const began = nanosOf(envelope.started_at);
  const spans: unknown[] = [];
  let start = began;
  for (const row of results) {
    const made = rowSpans(row, { envelope, start });
    spans.push(...made.spans);
    start = made.end;
  }
  spans.unshift(runSpan(envelope, began, start));
  const resource = attributes({
    'service.name': 'mcptest',
    'service.version': version,
    'service.instance.id': run_id,
    'vcs.ref.head.name': provenance.branch,
    'vcs.ref.head.revision': provenance.commit,
    'mcptest.run_id': run_id,
    'mcptest.verdict': verdict,
    'mcptest.mode': provenance.mode,
  });
  return {
    resourceSpans: [
      { resource: { attributes: resource }, scopeSpans: [{ scope: { name: 'mcptest', version }, spans }] },
    ],
  };
}

function nanosOf(iso: string): bigint {
  const ms = Date.parse(iso);
  return BigInt(Number.isFinite(ms) ? ms : 0) * 1_000_000n;
}
