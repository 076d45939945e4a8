/**
 * `--reporter sarif`: a run as SARIF 2.1.0, for code scanning. Every problem is a result at its line of the
 * suite, every finding one at the `security:` that found it, else at the first suite that speaks to its server; fingerprints survive moved lines.
 */
import type { Finding, RunEnvelope } from '../types/envelope.js';
import type { Reporter } from '../types/reporter.js';
import { sha256 } from '../util/hash.js';
import { assertText } from './agent-failures.js';
import { harmlessJson } from './json.js';
import { type Problem, problems } from './problems.js';
import { safe, safeClip } from './safe-text.js';

type Level = 'error' | 'warning' | 'note';

interface Result {
  ruleId: string;
  level: Level;
  message: { text: string };
  locations: object[];
  partialFingerprints: Record<string, string>;
}

const LEVELS: Record<Finding['severity'], Level> = {
  critical: 'error',
  high: 'error',
  medium: 'warning',
  warning: 'warning',
  low: 'note',
  info: 'note',
  pass: 'note',
};

export const sarif: Reporter = (envelope) => {
  const any = envelope.results[0]?.file ?? 'mcptest.yml';
  const places = placesByServer(envelope);
  const found = (envelope.findings ?? []).filter(({ severity }) => severity !== 'pass');
  const results = numbered([
    ...problems(envelope).map((problem) => problemResult(problem, any)),
    ...found.map((finding) => findingResult(finding, places.get(finding.server) ?? { file: any, line: 1 })),
  ]);
  const ids = [...new Set(results.map(({ ruleId }) => ruleId))].sort();
  const indexes = new Map(ids.map((id, at) => [id, at]));
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'mcptest',
            version: safeClip(envelope.provenance.tool_version, 40),
            rules: ids.map((id) => ({ id })),
          },
        },
        columnKind: 'utf16CodeUnits',
        automationDetails: { id: `mcptest/${safeClip(envelope.run_id, 128)}` },
        invocations: [
          {
            executionSuccessful: envelope.verdict !== 'inconclusive',
            exitCode: envelope.exit_code,
            startTimeUtc: safeClip(envelope.started_at, 40),
          },
        ],
        results: results.map(({ ruleId, ...rest }) => ({ ruleId, ruleIndex: indexes.get(ruleId), ...rest })),
      },
    ],
  };
  return `${harmlessJson(JSON.stringify(log, null, 2))}\n`;
};

function problemResult(problem: Problem, any: string): Result {
  const { source, name, file, line, check, verdict } = problem;
  const matcher = check?.matcher ?? source;
  return {
    ruleId: safeClip(`mcptest.${matcher}`, 100),
    level: verdict === 'fail' ? 'error' : 'warning',
    message: { text: safe(`${safeClip(name, 200)}: ${assertText(problem)}`) },
    locations: [location(file ?? any, line ?? 1, name)],
    partialFingerprints: { 'mcptest/v1': print(source, file, name, check?.target, matcher) },
  };
}

function findingResult(finding: Finding, { file, line }: Place): Result {
  const { rule, severity, server, tool, pointer, message } = finding;
  const name = [server, tool].filter((part) => part !== undefined).join('.');
  return {
    ruleId: safeClip(rule, 100),
    level: LEVELS[severity],
    message: { text: safe(`${safeClip(name, 200)}: ${safeClip(message, 400)}`) },
    locations: [location(file, line, `${name}${pointer ?? ''}`)],
    partialFingerprints: { 'mcptest/v1': print('finding', rule, server, tool, pointer) },
  };
}

function location(file: string, line: number, name: string): object {
  const uri = safe(file).replaceAll('\\', '/').split('/').map(encodeURIComponent).join('/');
  return {
    physicalLocation: {
      artifactLocation: { uri: uri.startsWith('/') ? `file://${uri}` : uri },
      region: { startLine: Math.max(1, Math.round(line)) },
    },
    logicalLocations: [{ fullyQualifiedName: safeClip(name, 300), kind: 'member' }],
  };
}

interface Place {
  file: string;
  line: number;
}

function placesByServer({ results }: RunEnvelope): Map<string | undefined, Place> {
  const places = new Map<string | undefined, Place>();
  for (const { server, file } of results) if (!places.has(server)) places.set(server, { file, line: 1 });
  for (const { server, file, line, kind } of results)
    if (kind === 'security') places.set(server, { file, line });
  return places;
}

function print(...parts: unknown[]): string {
  return sha256(JSON.stringify(parts)).slice(0, 32);
}

/** Two results about the same thing still need two fingerprints. */
function numbered(results: Result[]): Result[] {
  const seen = new Map<string, number>();
  for (const { partialFingerprints } of results) {
    const key = partialFingerprints['mcptest/v1']!;
    const count = (seen.get(key) ?? 0) + 1;
    seen.set(key, count);
    partialFingerprints['mcptest/v1'] = `${key}:${count}`;
  }
  return results;
}
