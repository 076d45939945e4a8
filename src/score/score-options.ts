/** What scoring needs at hand; the tokenizer and the schema validator load only where a metric needs them. */
import { METRICS } from '../metrics/blocks.js';
import type { Redactor } from '../redact/redactor.js';
import type { MetricNeed } from '../types/metric.js';
import type { PlannedGroup } from '../types/plan.js';
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
    options.countTokens = remembered(await tokenCounter());
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

/** Every run brings the same catalogue, so its texts are counted once. */
function remembered(count: (text: string) => number): (text: string) => number {
  const known = new Map<string, number>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    const counted = count(text);
    if (known.size < 100_000) known.set(text, counted);
    return counted;
  };
}
