/** `--reporter pretty` for a run with agents: their calls, figures and curves are in it. */
import { prettyWith } from './pretty.js';
import { groupLines, strataLines } from './pretty-figures.js';
import { runLines } from './pretty-run.js';

export const pretty = prettyWith({ runLines, groupLines, strataLines });
