/** Runs made up for tests: small, complete, and easy to bend. */
import type { CaseResult, RunEnvelope } from '../types/envelope.js';
import type { Strength, TestStrength } from '../types/strength.js';
import type { Check } from '../types/verdict.js';
import { type Blob, blobSplitter } from './blobs.js';
import { buildEnvelope, type EnvelopeParts, envelopePieces } from './build.js';

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

export function sampleTestStrength(over: Partial<TestStrength> = {}): TestStrength {
  return {
    name: 'echo works',
    file: 'mcptest.yml',
    line: 5,
    subject: 'echo',
    server: 'demo',
    rate: 0.5,
    killed: 2,
    mutants: 4,
    hollow: false,
    survivors: [
      {
        id: 'M-VALUE:result.content[0].text',
        family: 'M-VALUE',
        path: 'result.content[0].text',
        change: '"hello" became "ifmmp"',
        suggestion: '- result.content[0].text: "hello"',
      },
      {
        id: 'M-EXTRA:result.content',
        family: 'M-EXTRA',
        path: 'result.content',
        change: 'has one more block',
        suggestion: '- result.content: { length: 1 }',
      },
    ],
    ...over,
  };
}

/** A hollow test and a weak one; 2 of 8 changes are noticed. */
export function sampleStrength(over: Partial<Strength> = {}): Strength {
  const tally = { rate: 0.25, killed: 2, mutants: 8 };
  return {
    ...tally,
    seed: 1,
    tests: [
      sampleTestStrength({ name: 'is there', line: 9, hollow: true, rate: 0, killed: 0 }),
      sampleTestStrength(),
    ],
    suites: [{ file: 'mcptest.yml', ...tally }],
    tools: [{ server: 'demo', tool: 'echo', ...tally }],
    families: [
      { family: 'M-VALUE', rate: 0.5, killed: 2, mutants: 4 },
      { family: 'M-EXTRA', rate: 0, killed: 0, mutants: 4 },
    ],
    ...over,
  };
}

/** A run as it is saved: its record read again, and its large values. */
export function splitBlobs(run: RunEnvelope): { envelope: RunEnvelope; blobs: Blob[] } {
  const split = blobSplitter();
  const text = [...envelopePieces(run, split)].join('');
  return { envelope: JSON.parse(text), blobs: split.blobs() };
}
