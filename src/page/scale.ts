/** The two functions that small plots need; a plotting library would weigh as much as the rest of the page. */

/** Maps a domain to a range; a domain of one value maps to the middle. */
export function scale([from, to]: readonly [number, number], [left, right]: readonly [number, number]) {
  return (value: number): number =>
    from === to ? (left + right) / 2 : left + ((value - from) / (to - from)) * (right - left);
}

/** The path of a line through points. */
export function linePath(points: readonly (readonly [number, number])[]): string {
  return points.map(([x, y], at) => `${at === 0 ? 'M' : 'L'}${round(x)} ${round(y)}`).join('');
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
