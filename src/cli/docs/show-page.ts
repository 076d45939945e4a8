/** A page in Markdown as text for a terminal: headings bold, code set off, tables as lists, links as words. */
import { wrap } from '../../report/text/columns.js';
import { type Paint, painter } from '../../report/text/paint.js';
import type { TextStyle } from '../output/terminal.js';

const MOST_LINES = 10_000;
const WIDEST = 100;

export function showPage(markdown: string, { color, width, whole }: TextStyle): string {
  const paint = painter(color);
  const wide = whole ? WIDEST : Math.max(40, Math.min(width, WIDEST));
  return `${blocksOf(markdown)
    .map((block) => shown(block, wide, paint))
    .filter((text) => text !== '')
    .join('\n\n')}\n`;
}

/** Paragraphs, lists, tables and code, each by itself. */
function blocksOf(markdown: string): string[] {
  const blocks: string[] = [];
  let open: string[] = [];
  let inCode = false;
  const close = (): void => {
    if (open.length > 0) blocks.push(open.join('\n'));
    open = [];
  };
  for (const line of markdown.split('\n')) {
    if (line.startsWith('```')) {
      if (!inCode) close();
      open.push(line);
      inCode = !inCode;
      if (!inCode) close();
    } else if (inCode) open.push(line);
    else if (line.trim() === '' || /^(<!--|<a id=)/.test(line)) close();
    else if (line.startsWith('#')) {
      close();
      blocks.push(line);
    } else open.push(line);
  }
  close();
  return blocks;
}

function shown(block: string, width: number, paint: Paint): string {
  if (block.startsWith('```')) {
    const lines = block.split('\n').slice(1, -1);
    return lines.map((line) => `    ${paint('cyan', line)}`).join('\n');
  }
  if (block.startsWith('#')) return paint('bold', plain(block));
  if (block.startsWith('|')) return table(block.split('\n'), width, paint);
  const items = block.split(/\n(?=\s*(?:[-*]|\d+\.) )/);
  return items.map((item) => paragraph(item, width)).join('\n');
}

function paragraph(text: string, width: number): string {
  const [, lead = ''] = /^(\s*(?:(?:[-*]|\d+\.) |> )?)/.exec(text) ?? [];
  const words = plain(text.slice(lead.length)).replace(/\s*\n\s*/g, ' ');
  const [first = '', ...rest] = wrap(words, width - lead.length, MOST_LINES);
  return [`${lead}${first}`, ...rest.map((line) => `${' '.repeat(lead.length)}${line}`)].join('\n');
}

/** The first cell, and the others below it: a terminal is narrower than most tables. */
function table(lines: string[], width: number, paint: Paint): string {
  const [head = [], , ...rows] = lines.map(cellsOf);
  return rows
    .map(([first = '', ...others]) => {
      const told = others.flatMap((cell, at) => {
        if (cell === '') return [];
        const name = head.length > 2 && head[at + 1] ? `${head[at + 1]}: ` : '';
        return wrap(`${name}${cell}`, width - 4, MOST_LINES).map((line) => `    ${line}`);
      });
      return [paint('bold', first), ...told].join('\n');
    })
    .join('\n');
}

function cellsOf(line: string): string[] {
  return line
    .replace(/^\|\s?|\s?\|$/g, '')
    .split(/(?<!\\)\s*\|\s*/)
    .map((cell) => plain(cell.replaceAll('\\|', '|')).trim());
}

/** Without the marks of Markdown; a link to a page says how to read it here. */
function plain(text: string): string {
  return text
    .replace(/\[([^\]]+)\]\(([^)\s]+)\)/g, (_, words: string, target: string) => {
      if (/^[a-z]+:/.test(target)) return `${words} (${target})`;
      const [, topic] = /([\w-]+)\.md/.exec(target) ?? [];
      const name = words.replaceAll('`', '').toLowerCase();
      return topic === undefined || name === topic.toLowerCase() ? words : `${words} (docs ${topic})`;
    })
    .replace(/\*\*([^*]+)\*\*/g, '$1')
    .replace(/&lt;/g, '<');
}
