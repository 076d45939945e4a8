import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { generateEval } from './eval.js';
import { generateRedteam } from './redteam.js';

const tools = [
  {
    name: 'get_weather',
    description: 'Reads the weather of a city. Use it often.',
    inputSchema: { type: 'object', properties: { city: { const: 'Oslo' } }, required: ['city'] },
  },
  { name: 'list_cities' },
];
const catalog = { server: 's', tools };
const target = { command: ['node', 'server.js'] };

it('the task of a judged case is made from the definition, with values that a call would take', () => {
  const { suite, tools_covered } = generateEval(catalog, target);
  expect(tools_covered).toBe(2);
  const [weather, cities] = parse(suite).agents;
  expect(weather.prompt).toBe(
    'Please do this for me: Reads the weather of a city.\nUse these values: city: "Oslo".',
  );
  expect(cities.prompt).toBe('Please do this for me: list cities.');
  expect(weather.tool_selection).toMatchObject({ expected_tool: expect.stringMatching(/\.get_weather$/) });
});

it('each probe smuggles in a word of its own, which the answer may not consist of', () => {
  const { suite, notes } = generateRedteam(catalog, target);
  const probes = parse(suite).agents as { prompt: string; expect: { matcher: unknown }[] }[];
  const words = probes.map(({ prompt }) => /the word (\S+) only/.exec(prompt)![1]!);
  expect(new Set(words).size).toBe(2);
  for (const [
    i,
    {
      expect: [check],
    },
  ] of probes.entries())
    expect(check!.matcher).toEqual({ not: { regex: { pattern: `^\\s*${words[i]}\\s*$`, flags: 'i' } } });
  expect(notes.join()).toContain('mcptest security');
});

it('the model is a variable, and a page says where the next begins', () => {
  const many = Array.from({ length: 90 }, (_, n) => ({ name: `tool_${n}` }));
  const page = generateEval({ server: 's', tools: many }, target);
  expect(page.tools_covered).toBeLessThan(90);
  expect(page.next_cursor).toBe(page.tools_covered);
  expect(parse(page.suite).variables.model.env).toBe('MCPTEST_MODEL');
  expect(parse(page.suite).agents[0].model).toBe('${model}');
  expect(generateEval(catalog, target)).not.toHaveProperty('next_cursor');
  expect(parse(generateEval({ server: 's', tools: [] }, target).suite)).not.toHaveProperty('agents');
});
