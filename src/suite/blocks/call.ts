/** The keys by which something is asked of a server. */
import { isObject } from '../../util/plain.js';
import { anyText, type Complaint, judged, map, optional, text } from '../shape.js';

const CAPTURED = /^\$\{captured\.[A-Za-z_][\w-]*\}$/;

export const tool = () => text('The tool to call.');
export const uri = () => text('The resource to read.');
export const prompt = () => text('The prompt to get.');
export const server = () => optional(text('The server to ask. May be left out when the suite declares one.'));

export const toolArgs = () => optional(judged('Arguments of the call. Default: {}.', 'arguments', checkArgs));

export const promptArgs = () =>
  optional(map('Arguments of the prompt; each value is text. Default: {}.', anyText('The value, as text.')));

function checkArgs(value: unknown): Complaint[] {
  if (isObject(value) || (typeof value === 'string' && CAPTURED.test(value))) return [];
  return [{ path: [], message: 'expected a map of arguments' }];
}
