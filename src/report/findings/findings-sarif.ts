/** `--format sarif`: SARIF 2.1.0, for code scanning. Points at lines of the saved file where there is one. */
import { createHash } from 'node:crypto';
import type { Finding } from '../../types/envelope.js';
import type { FindingsFormat, FindingsOptions } from '../../types/findings-report.js';
import { jsonText } from '../../util/printable-json.js';
import { safe } from '../text/safe-text.js';
import { problemsOf, subjectOf } from './findings-text.js';

const LEVELS: Record<Finding['severity'], 'error' | 'warning' | 'note' | 'none'> = {
  critical: 'error',
  high: 'error',
  medium: 'warning',
  warning: 'warning',
  low: 'note',
  info: 'note',
  pass: 'none',
};
/** GitHub ranks by this number. */
const SCORES: Partial<Record<Finding['severity'], string>> = {
  critical: '9.5',
  high: '8.0',
  medium: '5.5',
  low: '2.0',
};

export const findingsSarif: FindingsFormat = (report, options) => {
  const problems = problemsOf(report);
  const ids = [...new Set(problems.map(({ rule }) => rule))].sort();
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'mcptest',
            version: options.version,
            rules: ids.map((id) => descriptor(id, problems, options)),
          },
        },
        columnKind: 'utf16CodeUnits',
        results: problems.map((finding) => result(finding, ids, options)),
      },
    ],
  };
  return jsonText(log);
};

function descriptor(id: string, problems: Finding[], options: FindingsOptions) {
  const rule = options.rules.find((known) => known.id === id);
  const severity = problems.find((finding) => finding.rule === id)?.severity;
  const isRanked = options.command === 'security' && severity !== undefined;
  return {
    id,
    name: rule?.name,
    shortDescription: rule && { text: rule.name.replaceAll('-', ' ') },
    fullDescription: rule && { text: rule.triggers },
    help: rule && { text: rule.fix },
    properties: {
      tags: [options.command],
      'security-severity': isRanked ? SCORES[severity] : undefined,
    },
  };
}

function result(finding: Finding, ids: string[], options: FindingsOptions) {
  const place = options.place(finding);
  const name = subjectOf(finding);
  return {
    ruleId: finding.rule,
    ruleIndex: ids.indexOf(finding.rule),
    level: LEVELS[finding.severity],
    message: { text: safe(`${name}: ${finding.message}`) },
    locations: [
      {
        physicalLocation: place && {
          artifactLocation: { uri: toUri(place.file) },
          region: { startLine: Math.max(1, place.line) },
        },
        logicalLocations: [{ fullyQualifiedName: safe(`${name}${finding.pointer ?? ''}`), kind: 'member' }],
      },
    ],
    partialFingerprints: { 'mcptest/v1': fingerprint(finding) },
    properties: { severity: finding.severity },
  };
}

/** Stays the same when lines move. */
function fingerprint({ rule, server, tool, pointer }: Finding): string {
  return createHash('sha256')
    .update(JSON.stringify([rule, server, tool, pointer]))
    .digest('hex')
    .slice(0, 32);
}

function toUri(file: string): string {
  const path = safe(file).replaceAll('\\', '/').split('/').map(encodeURIComponent).join('/');
  return path.startsWith('/') ? `file://${path}` : path;
}
