/** `template:` — the server lists the template, and what it becomes with these values can be read. */
import type { TemplateCall } from '../../types/suite.js';
import { ownValue } from '../../util/plain.js';
import { clip } from '../../util/text.js';
import { expandTemplate } from './expand-template.js';
import { Budget, held, type KindAnswer, type KindContext, resultReply } from './kind-answer.js';

export async function askTemplate(
  { template, args }: TemplateCall,
  { connection, options }: KindContext,
): Promise<KindAnswer> {
  const budget = new Budget(options.timeout_ms);
  const { items, failed, fault } = await connection.list('resources/templates/list', {
    timeout_ms: budget.left,
    signal: options.signal,
  });
  if (failed) return { reply: failed, checks: [] };
  const listed = items.find((item) => ownValue(item, 'uriTemplate') === template);
  const faults: string[] = [];
  if (listed === undefined) faults.push(notListed(template, items, fault));
  const expanded = expandTemplate(template, args);
  if ('problem' in expanded) {
    faults.push(expanded.problem);
    const reply = resultReply({}, budget.spent);
    return { reply, checks: [held('template', 'listed', faults, '')] };
  }
  const { uri } = expanded;
  const reply = await connection.request('resources/read', { uri }, { ...options, timeout_ms: budget.left });
  const also = { uri, ...(listed && { template: listed }) };
  const well = 'the server lists the template';
  return { reply: { ...reply, also }, checks: [held('template', 'listed', faults, well)] };
}

function notListed(template: string, items: Record<string, unknown>[], fault: string | undefined): string {
  if (fault !== undefined) return `the list of templates ended early: ${fault}`;
  const names = items.map((item) => String(ownValue(item, 'uriTemplate')));
  const known = names.length === 0 ? 'it lists none' : `it lists ${clip(names.join(', '), 300)}`;
  return `the server does not list the template ${template}; ${known}`;
}
