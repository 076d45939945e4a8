/** How many have each score, from 1.0 to 5.0. */
import { figure } from '../words.js';

const FROM = 10;
const TO = 50;
const STEP = 12;
const HEIGHT = 100;

export function Histogram({ label, values }: { label: string; values: { value: number; count: number }[] }) {
  const most = Math.max(...values.map(({ count }) => count), 0);
  if (most === 0) return null;
  const width = (TO - FROM + 1) * STEP;
  const x = (score: number): number => (Math.round(score * 10) - FROM) * STEP;
  return (
    <svg class="plot histogram" viewBox={`0 0 ${width} ${HEIGHT + 18}`} role="img" aria-label={label}>
      {values.map(({ value, count }) => (
        <rect
          key={value}
          class={`bar ${toneOf(value)}`}
          x={x(value) + 1}
          y={HEIGHT - (count / most) * HEIGHT}
          width={STEP - 2}
          height={(count / most) * HEIGHT}
        >
          <title>{`${value.toFixed(1)}: ${figure(count)}`}</title>
        </rect>
      ))}
      <line class="axis" x1="0" x2={width} y1={HEIGHT} y2={HEIGHT} />
      {[1, 2, 3, 4, 5].map((score) => (
        <text key={score} x={x(score) + STEP / 2} y={HEIGHT + 14} text-anchor="middle">
          {score}
        </text>
      ))}
    </svg>
  );
}

function toneOf(score: number): string {
  if (score >= 3) return 'pass';
  return score >= 2 ? '' : 'fail';
}
