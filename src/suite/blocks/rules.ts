/** `rules:` — severities of lint and security rules, and findings that are accepted for a stated reason. */
import { anyText, block, choice, list, map, optional, text } from '../shape.js';

const severity = choice('How bad a finding of this rule is; `off` switches it off.', [
  'critical',
  'high',
  'medium',
  'warning',
  'low',
  'info',
  'off',
]);

export const rules = block(
  'Severities and suppressions for `lint`, `security`, `tool_quality` and `tdqs`.',
  () => ({
    severity: optional(map('Rule id → severity.', severity)),
    suppress: optional(
      list(
        'Findings that are accepted.',
        block('One accepted finding.', () => ({
          rule: text('The rule, such as DESC-009.'),
          reason: text('Why it is accepted.'),
          server: optional(anyText('Only on this server.')),
          tool: optional(anyText('Only on this tool.')),
          pointer: optional(anyText('Only at this place in the definition (RFC 6901).')),
        })),
      ),
    ),
  }),
);
