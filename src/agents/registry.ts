/** The file of each agent, loaded when it is run. */
import type { AgentCli } from '../util/agent-names.js';
import type { AgentProgram } from './program.js';

const LOADERS: Record<AgentCli, () => Promise<{ agent: AgentProgram }>> = {
  'claude-code': () => import('./claude-code.js'),
  codex: () => import('./codex.js'),
  gemini: () => import('./gemini.js'),
  opencode: () => import('./opencode.js'),
  copilot: () => import('./copilot.js'),
  goose: () => import('./goose.js'),
  qwen: () => import('./qwen.js'),
  continue: () => import('./continue.js'),
  cline: () => import('./cline.js'),
  kilo: () => import('./kilo.js'),
};

export async function loadAgent(name: AgentCli): Promise<AgentProgram> {
  return (await LOADERS[name]()).agent;
}
