import { expect, it } from 'vitest';
import { toTurn } from './language-model.js';

type Result = Parameters<typeof toTurn>[0];

const warned = (...warnings: unknown[]) =>
  toTurn(
    {
      content: [],
      finishReason: { unified: 'stop' },
      usage: { inputTokens: {}, outputTokens: {} },
      warnings,
    } as unknown as Result,
    [],
  ).warnings;

it('names no option of the library, only keys that a suite has', () => {
  const feature = 'maxOutputTokens';
  const said = warned(
    {
      type: 'unsupported',
      feature,
      details:
        'The model "claude-9" is unknown. The max output tokens have been limited to 4096. Set maxOutputTokens explicitly to override this limit.',
    },
    {
      type: 'unsupported',
      feature,
      details: '90000 (maxOutputTokens + thinkingBudget) is greater than claude-9 64000 max output tokens.',
    },
    { type: 'unsupported', feature },
  );
  expect(said).toEqual([
    'The model "claude-9" is unknown. The max output tokens have been limited to 4096. A `budget`, with a `price` for the model in `models`, sets another limit.',
    '90000 (what `budget` leaves for the answer) is greater than claude-9 64000 max output tokens.',
    'the limit that `budget` sets is not supported',
  ]);
});
