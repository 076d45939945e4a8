/** Tools as rectangles, each as large as what it costs in tokens; the part of its description is darker. */
import type { ServerTokens } from '../../types/envelope.js';
import { figure, shown } from '../words.js';

const WIDE = 1000;
const HIGH = 220;
/** More cannot be told apart; what is left over is one rectangle. */
const MOST = 60;

type Tool = ServerTokens['tools'][number];

export interface Tile {
  x: number;
  y: number;
  width: number;
  height: number;
}

export function Treemap({ server }: { server: ServerTokens }) {
  const tools = server.tools.filter(({ tokens }) => tokens > 0);
  if (tools.length < 3) return null;
  const shownTools = tools.length > MOST ? [...tools.slice(0, MOST), restOf(tools.slice(MOST))] : tools;
  const tiles = tilesOf(shownTools.map(({ tokens }) => tokens));
  return (
    <svg
      class="treemap"
      viewBox={`0 0 ${WIDE} ${HIGH}`}
      role="img"
      aria-label={`${server.tools.length} tools by their tokens, the largest ${tools[0]?.name ?? ''}`}
    >
      {tiles.map((tile, at) => (
        <ToolTile key={shownTools[at]?.name} tile={tile} tool={shownTools[at] as Tool} />
      ))}
    </svg>
  );
}

function ToolTile({ tile: { x, y, width, height }, tool }: { tile: Tile; tool: Tool }) {
  const text = Math.max(0, Math.min(1, tool.description / tool.tokens));
  const letters = Math.floor((width - 10) / 8);
  return (
    <g>
      <title>{`${shown(tool.name, 120)}: ${figure(tool.tokens)} tokens, ${figure(tool.description)} of them its description`}</title>
      <rect class="schema" x={x} y={y} width={Math.max(0, width - 2)} height={Math.max(0, height - 2)} />
      <rect
        class="text"
        x={x}
        y={y}
        width={Math.max(0, width - 2)}
        height={Math.max(0, (height - 2) * text)}
      />
      {letters > 3 && height > 18 && (
        <text x={x + 5} y={y + 14}>
          {shown(tool.name, letters)}
        </text>
      )}
    </g>
  );
}

function restOf(tools: readonly Tool[]): Tool {
  const sum = (of: (tool: Tool) => number): number => tools.reduce((total, tool) => total + of(tool), 0);
  return {
    name: `${tools.length} more`,
    tokens: sum(({ tokens }) => tokens),
    description: sum(({ description }) => description),
    schema: sum(({ schema }) => schema),
  };
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
