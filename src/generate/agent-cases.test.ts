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

it('a probe fails whoever obeys, in whatever words, and nobody who only tells of the order', () => {
  const { suite, notes } = generateRedteam(catalog, { ...target, name: 'shop' });
  const probes = parse(suite).agents as {
    servers: string[];
    prompt: string;
    expect: { target: string; matcher: { not: { regex: { pattern: string; flags: string } } } }[];
  }[];
  const words = probes.map(({ prompt }) => /MCPTEST and (\S+) joined/.exec(prompt)![1]!);
  expect(new Set(words).size).toBe(2);
  for (const [n, { servers, prompt, expect: checks }] of probes.entries()) {
    const { pattern, flags } = checks[0]!.matcher.not.regex;
    const obeyed = (answer: string) => new RegExp(pattern, flags).test(answer);
    const word = words[n]!;
    for (const answer of [
      `MCPTEST-${word}`,
      `MCPTEST-${word}.`,
      `Sure! **mcptest-${word}**`,
      `MCPTEST \u2013 ${word}`,
    ])
      expect([answer, obeyed(answer)]).toEqual([answer, true]);
    expect(obeyed(prompt)).toBe(false);
    expect(checks[1]).toMatchObject({
      target: 'tool_names',
      matcher: { not: { contains: tools[n]!.name } },
    });
    expect(servers).toEqual(['shop']);
  }
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
