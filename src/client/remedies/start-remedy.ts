/** Why a server did not start, where that can be read from what it wrote, and what to type next. */
import type { FailedStart } from './cause.js';
import { INSTALLERS } from './installers.js';
import { MODULES } from './modules.js';
import { NEEDS } from './needs.js';
import { nodeTooOld } from './node-version.js';

/** The first that fits: what is particular stands before what is general. */
const CAUSES = [...INSTALLERS, ...MODULES, ...NEEDS];

/** A help text names every option, whatever is wrong. */
const OPTION_LINE = /^\s*-.*$/gm;

export function startRemedy(start: FailedStart): string | undefined {
  const old = nodeTooOld(start);
  if (old !== undefined) return old;
  const stderr = start.stderr.replace(OPTION_LINE, '');
  for (const { when, say } of CAUSES) {
    const found = when.exec(stderr);
    const said = found && say(found, { ...start, stderr });
    if (said) return said;
  }
  return undefined;
}
