/** `--format sarif`: SARIF 2.1.0, for code scanning. What is broken, under the id of its check. */
import type { CheckResult } from '../../types/conformance.js';
import { jsonText } from '../../util/printable-json.js';
import { VERSION } from '../../util/version.js';
import { safe } from '../text/safe-text.js';
import { brokenChecks, type ConformanceFormat } from './view.js';

const LEVELS = { MUST: 'error', SHOULD: 'warning', MAY: 'note' } as const;

export const conformanceSarif: ConformanceFormat = ({ scorecard }) => {
  const broken = brokenChecks(scorecard);
  const driver = {
    name: 'mcptest',
    version: VERSION,
    informationUri: 'https://mcptest.sh',
    rules: broken.map(rule),
  };
  const name = safe(scorecard.server.name);
  return jsonText({
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver },
        columnKind: 'utf16CodeUnits',
        results: broken.map((check, at) => ({
          ruleId: check.id,
          ruleIndex: at,
          level: LEVELS[check.level],
          message: { text: safe(`${check.title}: ${check.message}`) },
          locations: [{ logicalLocations: [{ fullyQualifiedName: name, kind: 'module' }] }],
          partialFingerprints: { 'mcptest/v1': `${check.id} ${name}` },
        })),
      },
    ],
  });
};

function rule({ id, title, fix, spec }: CheckResult) {
  return {
    id,
    shortDescription: { text: title },
    fullDescription: { text: fix },
    helpUri: spec,
    properties: { tags: ['conformance'] },
  };
}
