/** The figures as plain tables: alone, or beside those of another day. */
import { table } from '../../../bench/measure.js';
import type { Shape } from './measure-shape.js';
import type { Size } from './rooms.js';

export function shapeText(shape: Shape, before?: Shape): string {
  return [
    before ? comparedText(figuresOf(shape), figuresOf(before)) : figuresText(figuresOf(shape)),
    roomsText(shape),
    `The way of one run: ${shape.run.path.join(' → ')}`,
    ['Functions over 60 lines:', ...shape.places.long_functions.map((place) => `  ${place}`)].join('\n'),
  ].join('\n\n');
}

/** Every figure under the words that name it. */
export function figuresOf(shape: Shape): Map<string, number> {
  const places = Object.entries(shape.places).map(([name, list]) => [spelt(name), list.length] as const);
  const loaded = Object.entries(shape.modules_loaded);
  return new Map([
    ['files', shape.source.files],
    ['lines', shape.source.lines],
    ['median lines of a file', shape.source.median],
    [`lines of the largest file`, shape.source.largest.lines],
    ['rooms', Object.keys(shape.rooms).length],
    ['most files in one folder', Math.max(...folderSizes(shape))],
    ['doors', shape.doors],
    ['crossings of one run', shape.run.crossings],
    ['crossings of one run, with toolboxes', shape.run.crossings_with_toolboxes],
    ['entries of verbs/ in one run', shape.run.entries_of_verbs],
    ...loaded.map(([command, count]) => [`modules loaded: ${command}`, count] as const),
    ...places,
    ['non null assertions per 10,000 lines', shape.non_null_per_10000_lines],
  ]);
}

function folderSizes({ rooms }: Shape): number[] {
  return Object.values(rooms).flatMap((room) =>
    [room, ...Object.values(room.folders)].map(({ here }) => here),
  );
}

function figuresText(figures: Map<string, number>): string {
  return table([['figure', 'today'], ...[...figures].map(([name, value]) => [name, `${value}`])]);
}

export function comparedText(today: Map<string, number>, before: Map<string, number>): string {
  const rows = [...new Set([...before.keys(), ...today.keys()])].map((name) => {
    const [then, now] = [before.get(name), today.get(name)];
    const change = then === undefined || now === undefined ? '' : signed(now - then);
    return [name, `${then ?? '-'}`, `${now ?? '-'}`, change];
  });
  return table([['figure', 'before', 'today', 'change'], ...rows]);
}

function signed(difference: number): string {
  const rounded = Math.round(difference * 10) / 10;
  return rounded > 0 ? `+${rounded}` : `${rounded}`;
}

function roomsText({ rooms }: Shape): string {
  const cells = ({ files, here, lines, median, largest }: Size): string[] => [
    ...[files, here, lines, median].map(String),
    `${largest.file} ${largest.lines}`,
  ];
  const rows = Object.entries(rooms).flatMap(([name, room]) => [
    [name, `${room.doors}`, ...cells(room)],
    ...Object.entries(room.folders).map(([folder, size]) => [`  ${folder}`, '', ...cells(size)]),
  ]);
  return table([['room', 'doors', 'files', 'here', 'lines', 'median', 'largest'], ...rows]);
}

function spelt(name: string): string {
  return name.replaceAll('_', ' ');
}
