import { describe, expect, it } from 'vitest';
import { failingCase, sampleCase, sampleCheck, sampleRun } from '../envelope/sample-run.js';
import type { RunEnvelope } from '../types/envelope.js';
import { junit } from './junit.js';
import { type Element, parseXml } from './xml-checker.js';

const render = (envelope: RunEnvelope) => junit(envelope, { color: false, width: 80, agent_budget: 1 });

/** What the schema of the Jenkins xUnit plug-in allows: attributes and children of each element. */
const ALLOWED: Record<string, [attributes: string[], children: string[]]> = {
  testsuites: [['name', 'time', 'tests', 'failures', 'errors'], ['testsuite']],
  testsuite: [
    ['name', 'tests', 'failures', 'errors', 'skipped', 'time', 'timestamp', 'file', 'id', 'package'],
    ['properties', 'testcase'],
  ],
  properties: [[], ['property']],
  property: [['name', 'value'], []],
  testcase: [
    ['name', 'time', 'classname', 'group'],
    ['skipped', 'error', 'failure'],
  ],
  failure: [['type', 'message'], []],
  error: [['type', 'message'], []],
  skipped: [['type', 'message'], []],
};

function checkAllowed(element: Element): void {
  const [attributes, children] = ALLOWED[element.name]!;
  expect(attributes).toEqual(expect.arrayContaining(Object.keys(element.attributes)));
  if (element.attributes.time !== undefined) expect(element.attributes.time).toMatch(/^\d+\.\d{3}$/);
  if (children.length > 0) expect(element.text.trim()).toBe('');
  for (const child of element.children) {
    expect(children).toContain(child.name);
    checkAllowed(child);
  }
}

describe('junit', () => {
  const envelope = sampleRun(
    [
      sampleCase({ duration_ms: 1234.5 }),
      failingCase(),
      sampleCase({ name: 'later', file: 'more/b.mcptest.yml', verdict: 'skipped', skip_reason: 'not yet' }),
      sampleCase({
        name: 'gone',
        file: 'more/b.mcptest.yml',
        verdict: 'inconclusive',
        checks: [sampleCheck({ outcome: 'inconclusive', message: 'no answer' })],
      }),
    ],
    { errors: [{ where: 'teardown', message: 'left a file' }] },
  );
  const root = parseXml(render(envelope));

  it('uses only what the common schema allows', () => checkAllowed(root));

  it('has a suite a file with its counts, and one for the run itself', () => {
    const suites = root.children.map(({ attributes: a }) => [
      a.name,
      a.tests,
      a.failures,
      a.errors,
      a.skipped,
    ]);
    expect(suites).toEqual([
      ['mcptest.yml', '2', '1', '0', '0'],
      ['more/b.mcptest.yml', '2', '0', '1', '1'],
      ['mcptest', '1', '0', '1', '0'],
    ]);
    expect(root.attributes).toMatchObject({ tests: '5', failures: '1', errors: '2', time: '0.001' });
  });

  it('tells failure, error and skipped apart, with what to do', () => {
    const cases = root.children.flatMap((suite) =>
      suite.children.filter((child) => child.name === 'testcase'),
    );
    expect(cases.map((row) => [row.attributes.name, row.children[0]?.name])).toEqual([
      ['echo works', undefined],
      ['status reports operational', 'failure'],
      ['later', 'skipped'],
      ['gone', 'error'],
      ['teardown', 'error'],
    ]);
    expect(cases[0]?.attributes.time).toBe('1.235');
    expect(cases[1]?.children[0]?.attributes.type).toBe('contains');
    expect(cases[1]?.children[0]?.text).toContain('repro: mcptest run --filter "status reports operational"');
    expect(cases[2]?.attributes.classname).toBe('more.b');
    expect(cases[2]?.children[0]?.attributes.message).toBe('not yet');
    expect(cases[3]?.children[0]?.attributes.message).toBe('inconclusive: no answer');
  });

  it('says which revision each server spoke', () => {
    const property = root.children[0]!.children[0]!.children[0]!;
    expect(property.attributes).toEqual({ name: 'server', value: 'demo: stdio, 2025-11-25, legacy era' });
  });

  it('does not say of a server what its namesake in another suite spoke', () => {
    const { provenance } = envelope;
    const [demo] = provenance.servers;
    const servers = [
      { ...demo!, file: 'mcptest.yml' },
      { ...demo!, file: 'more/b.mcptest.yml', protocol_version: '2024-11-05' },
    ];
    const { children } = parseXml(render({ ...envelope, provenance: { ...provenance, servers } }));
    const spoken = children
      .slice(0, 2)
      .map((suite) => suite.children[0]!.children.map((one) => one.attributes.value));
    expect(spoken).toEqual([
      ['demo: stdio, 2025-11-25, legacy era'],
      ['demo: stdio, 2024-11-05, legacy era'],
    ]);
  });

  it('carries markup as text', () => {
    const hostile = ']]><failure message="x">&amp;\u0000\ufffe\ud800 </testcase>';
    const tree = parseXml(
      render(sampleRun([failingCase(hostile, { checks: [sampleCheck({ actual: hostile })] })])),
    );
    checkAllowed(tree);
    const row = tree.children[0]!.children[1]!;
    expect(row.attributes.name).toBe(']]><failure message="x">&amp;\\x00\\u{d800} </testcase>');
    expect(row.children[0]?.text).toContain('actual: ]]><failure message="x">&amp;');
  });
});
