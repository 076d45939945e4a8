/**
 * The figures of a campaign: printed, and with `MCPTEST_KEEP_FIGURES=1` also written to docs/guarantees.md, with the day,
 * in place of those that stood there.
 */
import { readFileSync, writeFileSync } from 'node:fs';

const PAGE = new URL('../../../docs/guarantees.md', import.meta.url);
const WIDTH = 128;

export function tellFigures(campaign: string, text: string): void {
  console.log(text);
  keepFigures(campaign, text);
}

export function keepFigures(campaign: string, text: string): void {
  if (process.env.MCPTEST_KEEP_FIGURES !== '1') return;
  const day = new Date().toISOString().slice(0, 10);
  writeFileSync(PAGE, withFigures(readFileSync(PAGE, 'utf8'), campaign, `${day}: ${text}`));
}

/** The page with the entry of the campaign in its list of last figures; a new one goes to the end. */
export function withFigures(page: string, campaign: string, text: string): string {
  const [before = '', after = ''] = page.split(/(?<=^## Last figures$)/m);
  const [list = '', ...rest] = after.split(/(?=^## )/m);
  const name = `- ${campaign}, `;
  const entries = list.trim().split(/\n(?=- )/);
  const at = entries.findIndex((entry) => entry.startsWith(name));
  entries.splice(at < 0 ? entries.length : at, at < 0 ? 0 : 1, wrapped(name + text));
  return `${before}\n\n${entries.join('\n')}\n${rest.length > 0 ? `\n${rest.join('')}` : ''}`;
}

/** Lines of at most so many characters; those after the first stand below the text. */
function wrapped(text: string): string {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/)) {
    if (line !== '' && line.length + 1 + word.length > WIDTH) {
      lines.push(line);
      line = ` ${word}`;
    } else line = line === '' ? word : `${line} ${word}`;
    if (lines.length > 0 && line === ` ${word}`) line = `  ${word}`;
  }
  return [...lines, line].join('\n');
}
