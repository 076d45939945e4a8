/** All figures of the shape of `src/`, as plain data. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadedModules, WATCHED_COMMANDS } from '../loaded-modules.js';
import { type BiomeFindings, biomeFindings } from './biome-findings.js';
import { type Crossings, countCrossings } from './crossings.js';
import { findDuplicates } from './duplicates.js';
import { enteredModules } from './entered-modules.js';
import { findHabits, type Habits } from './habits.js';
import { type Layers, measureRooms, type Room, type Size, sizeOf } from './rooms.js';
import { readSources } from './source-files.js';

export interface Shape {
  source: Size;
  doors: number;
  rooms: Record<string, Room>;
  run: Crossings;
  modules_loaded: Record<string, number>;
  non_null_per_10000_lines: number;
  places: Habits & BiomeFindings & { duplicates: string[] };
}

export async function measureShape(root: string): Promise<Shape> {
  const src = join(root, 'src');
  const linted = biomeFindings(root);
  const entered = enteredModules(root, ['run', 'examples/demo']);
  const loaded = modulesLoaded();
  const sources = readSources(src);
  const layers = JSON.parse(readFileSync(join(src, 'layers.json'), 'utf8')) as Layers;
  const rooms = measureRooms(sources, layers);
  const source = sizeOf(sources, 'src');
  const places = { ...findHabits(sources), ...(await linted), duplicates: findDuplicates(sources) };
  return {
    source: { ...source, here: sources.filter(({ file }) => !file.includes('/')).length },
    doors: Object.values(rooms).reduce((sum, { doors }) => sum + doors, 0),
    rooms,
    run: countCrossings(await entered),
    modules_loaded: await loaded,
    non_null_per_10000_lines: Math.round((places.non_null_assertions.length / source.lines) * 1e5) / 10,
    places,
  };
}

async function modulesLoaded(): Promise<Record<string, number>> {
  const workspace = mkdtempSync(join(tmpdir(), 'mcptest-shape-'));
  try {
    const counts: Record<string, number> = {};
    for (const [name, argv] of Object.entries(WATCHED_COMMANDS)) {
      counts[name] = (await loadedModules(argv, workspace)).length;
    }
    return counts;
  } finally {
    rmSync(workspace, { recursive: true, force: true });
  }
}
