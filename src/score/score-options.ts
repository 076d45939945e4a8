/** What scoring needs at hand; the tokenizer and the schema validator load only where a metric needs them. */
import { METRICS } from '../metrics/blocks.js';
import type { Redactor } from '../redact/redactor.js';
import type { MetricNeed } from '../types/metric.js';
import type { PlannedGroup } from '../types/plan.js';
import { remembered } from '../util/text.js';
import type { ScoreOptions } from './score-group.js';

export async function scoreOptions(
  groups: readonly PlannedGroup[],
  redactor: Redactor,
): Promise<ScoreOptions> {
  const needs = new Set<MetricNeed>(
    groups.flatMap(({ agent }) => agent.metrics.flatMap(({ block }) => METRICS[block].needs)),
  );
  const options: ScoreOptions = { redactor };
  if (needs.has('tokens')) {
    const { tokenCounter } = await import('../tokens/token-counter.js');
    // Every run brings the same catalogue, so its texts are counted once.
    options.countTokens = remembered(100_000, await tokenCounter());
  }
  if (needs.has('schemas')) {
    const { validate } = await import('../json-schema/validate.js');
    options.validate = (schema, value) => {
      try {
        return validate(schema, value).valid;
      } catch {
        return undefined;
      }
    };
  }
  return options;
}
