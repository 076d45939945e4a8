/**
 * `--reporter sarif`: a run as SARIF 2.1.0, for code scanning. Every problem is a result at its line of the
 * suite, every finding one at the place that it came from; fingerprints survive moved lines.
 */
import type { Finding } from '../types/envelope.js';
import type { Reporter } from '../types/reporter.js';
import { sha256 } from '../util/hash.js';
import { jsonText } from '../util/printable-json.js';
import { assertText } from './agent-failures.js';
import { judgeTexts, serverTexts } from './counts.js';
import { findingPlaces, type Place } from './findings/finding-places.js';
import { type Problem, problems } from './problems.js';
import { safe, safeClip } from './text/safe-text.js';

type Level = 'error' | 'warning' | 'note';

interface Result {
  ruleId: string;
  level: Level;
  message: { text: string };
  locations: object[];
  partialFingerprints: { 'mcptest/v1': string };
}

const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z$/;
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
  const placeOf = findingPlaces(envelope);
  const found = (envelope.findings ?? []).filter(({ severity }) => severity !== 'pass');
  const results = numbered([
    ...problems(envelope).map((problem) => problemResult(problem, any)),
    ...found.map((finding) => findingResult(finding, placeOf(finding))),
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
            startTimeUtc: ISO_TIME.test(envelope.started_at) ? envelope.started_at : undefined,
          },
        ],
        properties: {
          servers: serverTexts(envelope),
          ...(envelope.judges && { judges: judgeTexts(envelope) }),
        },
        results: results.map(({ ruleId, ...rest }) => ({ ruleId, ruleIndex: indexes.get(ruleId), ...rest })),
      },
    ],
  };
  return jsonText(log);
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
  const { rule, severity, file: suite, server, tool, pointer, message } = finding;
  const name = [server, tool].filter((part) => part !== undefined).join('.');
  return {
    ruleId: safeClip(rule, 100),
    level: LEVELS[severity],
    message: { text: safe(`${safeClip(name, 200)}: ${safeClip(message, 400)}`) },
    locations: [location(file, line, `${name}${pointer ?? ''}`)],
    partialFingerprints: { 'mcptest/v1': print('finding', rule, suite, server, tool, pointer) },
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

function print(...parts: unknown[]): string {
  return sha256(JSON.stringify(parts)).slice(0, 32);
}

/** Two results about the same thing still need two fingerprints. */
function numbered(results: Result[]): Result[] {
  const seen = new Map<string, number>();
  for (const { partialFingerprints } of results) {
    const key = partialFingerprints['mcptest/v1'];
    const count = (seen.get(key) ?? 0) + 1;
    seen.set(key, count);
    partialFingerprints['mcptest/v1'] = `${key}:${count}`;
  }
  return results;
}
