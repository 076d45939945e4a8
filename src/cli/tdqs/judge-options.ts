/** The options that name who judges tool definitions, and what they come to. */
import type { Command } from 'commander';
import { dollars, duration } from '../options.js';

export interface JudgeOptions {
  judge?: string;
  baseUrl?: string;
  apiKeyEnv?: string;
  rubric?: string;
  judgeTimeout?: number;
  fresh?: boolean;
  maxCost?: number;
}

export function judgeOptions(command: Command): Command {
  return command
    .option('--judge <who>', 'offline (default, needs no key), or the name of a model')
    .option('--base-url <url>', 'an OpenAI-compatible address that serves the model')
    .option('--api-key-env <name>', 'the variable that holds the key for --base-url')
    .option('--rubric <file>', 'another wording of the prompts (YAML or JSON)')
    .option('--judge-timeout <duration>', 'how long one answer of the model may take (60s)', duration)
    .option('--fresh', 'ask the model again where its answer was kept')
    .option('--max-cost <usd>', 'stop asking models when they have cost this much (US dollars)', dollars);
}

export function judgeInput(flags: JudgeOptions) {
  return {
    judge: flags.judge,
    base_url: flags.baseUrl,
    api_key_env: flags.apiKeyEnv,
    rubric: flags.rubric,
    judge_timeout_ms: flags.judgeTimeout,
    fresh: flags.fresh,
    max_cost: flags.maxCost,
  };
}
