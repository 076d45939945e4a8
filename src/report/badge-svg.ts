/** A small badge as SVG. Both texts are ours alone, so nothing in them needs escaping. */
export function badgeSvg(label: string, text: string, colour: string): string {
  const [left, right] = [widthOf(label), widthOf(text)];
  const width = left + right;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="20" role="img" aria-label="${label}: ${text}">`,
    `<title>${label}: ${text}</title>`,
    `<rect width="${width}" height="20" rx="3" fill="#444"/>`,
    `<path d="M${left} 0h${right - 3}a3 3 0 0 1 3 3v14a3 3 0 0 1-3 3H${left}z" fill="${colour}"/>`,
    '<g fill="#fff" text-anchor="middle" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">',
    `<text x="${left / 2}" y="14">${label}</text>`,
    `<text x="${left + right / 2}" y="14">${text}</text>`,
    '</g>',
    '</svg>',
    '',
  ].join('\n');
}

function widthOf(text: string): number {
  return 12 + 7 * text.length;
}
