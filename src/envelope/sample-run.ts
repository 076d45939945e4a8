/** Runs made up for tests: small, complete, and easy to bend. */
import type { CaseResult, RunEnvelope } from '../types/envelope.js';
import type { Check } from '../types/verdict.js';
import { buildEnvelope, type EnvelopeParts } from './build.js';

export function sampleCheck(over: Partial<Check> = {}): Check {
  return {
    target: 'result.content[0].text',
    matcher: 'contains',
    expected: 'operational',
    actual: 'status: degraded',
    outcome: 'fail',
    message: 'substring `operational` not found in `status: degraded`',
    line: 9,
    ...over,
  };
}

export function sampleCase(over: Partial<CaseResult> = {}): CaseResult {
  const name = over.name ?? 'echo works';
  return {
    id: `id-${name}`,
    name,
    test: name,
    kind: 'tool',
    server: 'demo',
    verdict: 'pass',
    flaky: false,
    duration_ms: 0.6,
    file: 'mcptest.yml',
    line: 5,
    tags: [],
    checks: [],
    figures: {},
    repro: `mcptest run --filter "${name}"`,
    ...over,
  };
}

export function failingCase(name = 'status reports operational', over: Partial<CaseResult> = {}): CaseResult {
  return sampleCase({ name, verdict: 'fail', checks: [sampleCheck()], ...over });
}

export function sampleRun(results: CaseResult[], over: Partial<EnvelopeParts> = {}): RunEnvelope {
  return buildEnvelope({
    run_id: '01JCQQYV4S3H6KX7M8RN2T5XZC',
    started_at: '2026-11-15T09:00:00.000Z',
    duration_ms: 1.2,
    provenance: {
      tool_version: '0.1.0',
      mode: 'live',
      platform: 'linux-x64',
      node: '20.19.0',
      servers: [
        { name: 'demo', transport: 'stdio', auth: 'none', protocol_version: '2025-11-25', era: 'legacy' },
      ],
      models: [],
    },
    results,
    ...over,
  });
}
