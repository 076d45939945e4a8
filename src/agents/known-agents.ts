/** What is known of each agent before it is looked for. */
import type { ProviderName } from '../types/driver.js';
import type { AgentCli } from '../util/agent-names.js';

export interface KnownAgent {
  title: string;
  /** What its command is called. */
  program: string;
  /** What it is called where it was installed with `installLine`, if that is something else. */
  installed?: string;
  /** The package of npm. */
  package: string;
  /** Whom it can ask; the first is how it speaks to the model on loopback. */
  providers: readonly [ProviderName, ...ProviderName[]];
}

export const KNOWN_AGENTS: Record<AgentCli, KnownAgent> = {
  'claude-code': {
    title: 'Claude Code',
    program: 'claude',
    package: '@anthropic-ai/claude-code',
    providers: ['anthropic'],
  },
  codex: { title: 'Codex', program: 'codex', package: '@openai/codex', providers: ['openai'] },
  gemini: { title: 'Gemini CLI', program: 'gemini', package: '@google/gemini-cli', providers: ['google'] },
  opencode: {
    title: 'OpenCode',
    program: 'opencode',
    package: 'opencode-ai',
    providers: ['anthropic', 'openai', 'google', 'openai-compatible'],
  },
  copilot: {
    title: 'Copilot CLI',
    program: 'copilot',
    package: '@github/copilot',
    providers: ['anthropic', 'openai'],
  },
  goose: {
    title: 'Goose',
    program: 'goose',
    // The package `@aaif/goose` has another program; `goose` itself is in one for each platform.
    package: `@aaif/goose-binary-${process.platform}-${process.arch}`,
    installed: `goose-binary-${process.platform}-${process.arch}`,
    providers: ['anthropic', 'openai'],
  },
  qwen: {
    title: 'Qwen Code',
    program: 'qwen',
    package: '@qwen-code/qwen-code',
    providers: ['openai', 'openai-compatible'],
  },
  continue: {
    title: 'Continue',
    program: 'cn',
    package: '@continuedev/cli',
    providers: ['anthropic', 'openai'],
  },
  cline: { title: 'Cline', program: 'cline', package: 'cline', providers: ['openai-compatible', 'openai'] },
  kilo: {
    title: 'Kilo Code',
    program: 'kilo',
    package: '@kilocode/cli',
    providers: ['anthropic', 'openai', 'google', 'openai-compatible'],
  },
};

export function installLine(name: AgentCli): string {
  return `npm install -g ${KNOWN_AGENTS[name].package}`;
}

/** The variable that says where the program of an agent is. */
export function pathVariable(name: AgentCli): string {
  return `MCPTEST_AGENT_${name.toUpperCase().replace(/-/g, '_')}`;
}
