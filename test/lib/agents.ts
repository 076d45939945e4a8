/** Suites with agents, their mock servers, and what a run leaves. */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { LOOPBACK_KEY, type LoopbackProvider, startProvider } from '../../fixtures/provider/loopback.js';
import { type PuppetPart, puppet } from '../../fixtures/provider/puppet.js';
import type { RunEnvelope } from '../../src/types/envelope.js';
import { mcptest, type Ran } from './cli.js';

export interface MockTool {
  name: string;
  description?: string;
  text?: string;
  properties?: Record<string, unknown>;
}

/** A manifest of tools that answer with a fixed text. */
export function manifest(name: string, tools: MockTool[], instructions?: string): string {
  return JSON.stringify({
    mock_server: {
      name,
      instructions,
      tools: tools.map((tool) => ({
        name: tool.name,
        description: tool.description ?? `The ${tool.name} tool of ${name}.`,
        input_schema: { type: 'object', properties: tool.properties ?? { q: { type: 'string' } } },
        response: { content: [{ type: 'text', text: tool.text ?? `${tool.name} answers` }] },
      })),
    },
  });
}

export const manifests = (tools: Record<string, MockTool[]>) =>
  Object.fromEntries(Object.entries(tools).map(([name, list]) => [`${name}.json`, manifest(name, list)]));

/** Claude on loopback, until the test is over. */
export async function claude(parts: PuppetPart[]): Promise<LoopbackProvider> {
  const provider = await startProvider('anthropic', puppet(parts));
  onTestFinished(() => provider.close());
  return provider;
}

/** Claude's own name, served from loopback: the suite's `model:` stays as a user writes it. */
export const served = (url: string) => ({
  models: { 'claude-sonnet-4-5': { base_url: url, price: { input: 3, output: 15 } } },
});

/** Mocks of the manifests of these names. */
export const servers = (...names: string[]) =>
  Object.fromEntries(names.map((name) => [name, mock(`${name}.json`)]));

export const mock = (file: string) => ({ command: ['mcptest', 'mock', '--tools-from', file] });

/** As `folder`, with folders inside. */
export function project(files: Record<string, string | object>): string {
  const dir = mkdtempSync(join(tmpdir(), 'mcptest-agents-'));
  for (const [name, content] of Object.entries(files)) write(dir, name, content);
  return dir;
}

export function write(dir: string, name: string, content: string | object): void {
  mkdirSync(dirname(join(dir, name)), { recursive: true });
  writeFileSync(join(dir, name), typeof content === 'string' ? content : JSON.stringify(content, null, 2));
}

export interface AgentRan extends Ran {
  envelope: RunEnvelope;
}

/** Runs the suite of the folder and reads the envelope, when there is one. */
export async function runAgents(
  cwd: string,
  args: string[] = [],
  env: Record<string, string | undefined> = {},
): Promise<AgentRan> {
  const ran = await mcptest(['run', '--reporter', 'json', ...args], {
    cwd,
    env: { ANTHROPIC_API_KEY: LOOPBACK_KEY, ...env },
  });
  return { ...ran, envelope: ran.stdout.trim() === '' ? (undefined as never) : JSON.parse(ran.stdout) };
}

/** What must be equal between a live run and its replay: everything but times and ids. */
export function judgedPart(envelope: RunEnvelope) {
  return {
    results: envelope.results.map(({ name, verdict, checks, figures, explain }) => ({
      name,
      verdict,
      checks,
      figures,
      explain,
    })),
    groups: envelope.groups,
    tool_selection: envelope.tool_selection,
    exit_code: envelope.exit_code,
  };
}

/** A process in which nothing can be started and nothing can be reached. */
export const forbidden = {
  NODE_OPTIONS: `--import ${new URL('forbid-effects.mjs', import.meta.url).href}`,
};
