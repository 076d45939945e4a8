/** Tools as rectangles, each as large as what it costs in tokens; the part of its description is darker. */
import type { ServerTokens } from '../../types/envelope.js';
import { figure, shown } from '../words.js';
import { HIGH, type Tile, tilesOf, WIDE } from './tiles.js';

/** More cannot be told apart; what is left over is one rectangle. */
const MOST = 60;

type Tool = ServerTokens['tools'][number];

export function Treemap({ server }: { server: ServerTokens }) {
  const tools = server.tools.filter(({ tokens }) => tokens > 0);
  if (tools.length < 3) return null;
  const shownTools = tools.length > MOST ? [...tools.slice(0, MOST), restOf(tools.slice(MOST))] : tools;
  const tiles = tilesOf(shownTools.map(({ tokens }) => tokens));
  return (
    <>
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
      <p class="dim note treemap">
        The area is what a tool costs. The upper part is its description, the lower part its schema.
      </p>
    </>
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
