/** A treemap: rectangles that fill the whole, each as large as its value. */

export const WIDE = 1000;
export const HIGH = 220;

export interface Tile {
  x: number;
  y: number;
  width: number;
  height: number;
}

/**
 * Rectangles of these areas that fill the whole, as square as rows allow: a row takes the next value as long as that
 * makes its worst rectangle squarer.
 */
export function tilesOf(values: readonly number[], wide = WIDE, high = HIGH): Tile[] {
  const total = values.reduce((sum, value) => sum + value, 0);
  const tiles: Tile[] = [];
  const room = { x: 0, y: 0, width: wide, height: high };
  let row: number[] = [];
  const areas = values.map((value) => (value / total) * wide * high);
  const place = (): void => {
    const area = row.reduce((sum, one) => sum + one, 0);
    const upright = room.width >= room.height;
    const side = upright ? room.height : room.width;
    const depth = side === 0 ? 0 : area / side;
    let along = 0;
    for (const one of row) {
      const length = depth === 0 ? 0 : one / depth;
      tiles.push(
        upright
          ? { x: room.x, y: room.y + along, width: depth, height: length }
          : { x: room.x + along, y: room.y, width: length, height: depth },
      );
      along += length;
    }
    if (upright) {
      room.x += depth;
      room.width -= depth;
    } else {
      room.y += depth;
      room.height -= depth;
    }
    row = [];
  };
  for (const area of areas) {
    const side = Math.min(room.width, room.height);
    if (row.length > 0 && worst([...row, area], side) > worst(row, side)) place();
    row.push(area);
  }
  if (row.length > 0) place();
  return tiles;
}

/** The longest side over the shortest, of the worst in a row. */
function worst(row: readonly number[], side: number): number {
  const sum = row.reduce((total, one) => total + one, 0);
  const [most, least] = [Math.max(...row), Math.min(...row)];
  return Math.max((side * side * most) / (sum * sum), (sum * sum) / (side * side * least));
}
