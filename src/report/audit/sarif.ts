/** `--format sarif`: SARIF 2.1.0. Every finding under its rule, one result for each tool that has it. */
import type { AuditFinding, AuditReport, AuditSeverity } from '../../types/audit.js';
import { jsonText } from '../../util/printable-json.js';
import { safe } from '../text/safe-text.js';
import type { AuditFormat } from './view.js';

const LEVELS: Record<AuditSeverity, 'error' | 'warning' | 'note'> = {
  critical: 'error',
  high: 'error',
  medium: 'warning',
  low: 'note',
  info: 'note',
};

export const auditSarif: AuditFormat = ({ report }) => {
  const findings = report.headings.flatMap(({ id, findings: own }) =>
    own.map((finding) => ({ ...finding, heading: id })),
  );
  const rules = findings.filter(({ rule }, at) => findings.findIndex((other) => other.rule === rule) === at);
  const driver = {
    name: 'mcptest',
    version: report.mcptest,
    informationUri: 'https://mcptest.sh',
    rules: rules.map(({ rule, heading, fix }) => ({
      id: rule,
      shortDescription: { text: safe(fix) },
      properties: { tags: [heading] },
    })),
  };
  const unjudged = report.headings.filter(({ inconclusive }) => inconclusive !== undefined);
  const invocation = {
    executionSuccessful: unjudged.length === 0,
    toolExecutionNotifications: unjudged.map(({ title, inconclusive = '' }) => ({
      level: 'error' as const,
      message: { text: safe(`${title} could not be judged: ${inconclusive}`) },
    })),
  };
  const index = new Map(rules.map(({ rule }, at) => [rule, at]));
  return jsonText({
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver },
        invocations: [invocation],
        columnKind: 'utf16CodeUnits',
        results: findings.flatMap((finding) => results(report, finding, index.get(finding.rule) ?? 0)),
      },
    ],
  });
};

function results({ server }: AuditReport, finding: AuditFinding, ruleIndex: number) {
  const { rule, severity, message, command } = finding;
  const subjects = finding.tools.length === 0 ? [undefined] : finding.tools;
  return subjects.map((tool) => {
    const name = safe(tool === undefined ? server.name : `${server.name}.${tool}`);
    return {
      ruleId: rule,
      ruleIndex,
      level: LEVELS[severity],
      message: { text: safe(`${name}: ${message}`) },
      locations: [
        { logicalLocations: [{ fullyQualifiedName: name, kind: tool === undefined ? 'module' : 'member' }] },
      ],
      partialFingerprints: { 'mcptest/v1': `${rule} ${name}` },
      properties: { command },
    };
  });
}
