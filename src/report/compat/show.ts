/** `mcptest compat --show CLIENT`: tools as the model sees them there. */
import type { ClientShow, ShownTool } from '../../types/compat.js';
import { plural } from '../../util/text.js';
import { wrap } from '../text/columns.js';
import { type Paint, painter } from '../text/paint.js';
import { safe, safeClip } from '../text/safe-text.js';
import type { CompatStyle } from './view.js';

export function showPretty(shows: readonly ClientShow[], { color, width }: CompatStyle): string {
  const paint = painter(color);
  return `${shows.flatMap((show) => serverLines(show, paint, width)).join('\n')}\n`;
}

function serverLines(show: ClientShow, paint: Paint, width: number): string[] {
  const { tokens, tools, collisions, result } = show;
  const seen = tools.filter(({ left_out }) => left_out === undefined);
  const lines = [
    paint('bold', `${safe(show.server)} as ${show.name} shows it, named "${safe(show.server_name)}"`),
    ...(show.known
      ? []
      : [paint('yellow', 'nothing is known of how it shows tools: they stand as they were sent')]),
    ...(show.fails === undefined
      ? []
      : wrap(`none of them reaches the model as it is: ${safe(show.fails)}`, Math.max(40, width), 6).map(
          (line) => paint('red', line),
        )),
    '',
    ...tools.flatMap((tool) => toolLines(tool, paint, width)),
    ...collisions.map(({ name, tools: names }) =>
      paint('yellow', `${names.map((one) => safeClip(one, 60)).join(' and ')} become ${safeClip(name, 120)}`),
    ),
    `${show.fails === undefined ? '' : 'it would be '}${plural(seen.length, 'tool')} of ${tools.length}, ` +
      `${tokens.shown} tokens (${tokens.sent} as sent)`,
  ];
  if (result !== undefined) {
    const lost = result.lost.length === 0 ? '' : `; lost: ${result.lost.join(', ')}`;
    lines.push(
      '',
      paint(
        'bold',
        `the result of ${safeClip(result.tool, 80)}: ${result.characters} characters, ${result.cut} cut${lost}`,
      ),
    );
    lines.push(safeClip(result.text, 2000));
  }
  return lines;
}

function toolLines(tool: ShownTool, paint: Paint, width: number): string[] {
  const { name, namespace, left_out, description, lost, changed, tokens } = tool;
  if (left_out !== undefined)
    return [`${paint('red', 'not shown')} ${safeClip(tool.tool, 100)}: ${left_out}`, ''];
  const shown = [namespace, name].filter((part) => part !== undefined).join(' / ');
  const arrow = changed.includes('name') ? paint('dim', ` (${safeClip(tool.tool, 80)})`) : '';
  const room = Math.max(40, width - 4);
  return [
    `${paint('cyan', safeClip(shown, 160))}${arrow}${paint('dim', `, ${tokens} tokens`)}`,
    ...wrap(safe(description).replace(/\s+/g, ' '), room, 3).map((line) => `    ${line}`),
    ...(lost.length === 0 ? [] : [paint('yellow', `    never arrives: ${safeClip(lost.join(', '), 300)}`)]),
    '',
  ];
}
