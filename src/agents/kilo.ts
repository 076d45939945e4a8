/** Kilo Code: `kilo run`, made of OpenCode. */

import { opencodeLaunch } from './opencode-launch.js';
import type { AgentProgram } from './program.js';

export const agent: AgentProgram = {
  name: 'kilo',
  output: 'opencode',
  launch: (setup) => opencodeLaunch(setup, 'KILO', '.config/kilo/kilo.json'),
};
