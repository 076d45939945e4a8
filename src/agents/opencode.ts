/** OpenCode: `opencode run`, its settings in `opencode.json` of its working folder. */

import { opencodeLaunch } from './opencode-launch.js';
import type { AgentProgram } from './program.js';

export const agent: AgentProgram = {
  name: 'opencode',
  output: 'opencode',
  launch: (setup) => opencodeLaunch(setup, 'OPENCODE', '.config/opencode/opencode.json'),
};
