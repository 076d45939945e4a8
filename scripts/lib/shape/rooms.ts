/** How large each room is, and through how many doors the others come in. */
import { median } from '../../../bench/measure.js';
import type { SourceFile } from './source-files.js';

/** What `src/layers.json` says of a room; the short form names its imports alone. */
export type Layers = Record<string, string[] | { imports: string[]; doors?: string[] }>;

export interface Size {
  files: number;
  /** Of these, the files that lie in no folder below. */
  here: number;
  lines: number;
  median: number;
  largest: { file: string; lines: number };
}

export interface Room extends Size {
  /** Files that other rooms may import; where nothing says so, files that they do import. */
  doors: number;
  folders: Record<string, Size>;
}

export function measureRooms(sources: SourceFile[], layers: Layers): Record<string, Room> {
  const used = usedDoors(sources);
  const rooms = grouped(sources, ({ room }) => room);
  return Object.fromEntries(
    [...rooms].map(([room, files]) => {
      const row = layers[room];
      const doors = Array.isArray(row) ? undefined : row?.doors?.length;
      return [
        room,
        {
          ...sizeOf(files, room),
          doors: doors ?? used.get(room)?.size ?? 0,
          folders: foldersOf(room, files),
        },
      ];
    }),
  );
}

export function sizeOf(files: SourceFile[], folder: string): Size {
  const largest = files.reduce((most, each) => (each.lines > most.lines ? each : most));
  return {
    files: files.length,
    here: files.filter(({ file }) => !file.slice(folder.length + 1).includes('/')).length,
    lines: files.reduce((sum, each) => sum + each.lines, 0),
    median: median(files.map(({ lines }) => lines)),
    largest: { file: largest.file, lines: largest.lines },
  };
}

/** Of each room, the files that others import. */
export function usedDoors(sources: SourceFile[]): Map<string, Set<string>> {
  const byStem = new Map(sources.map((each) => [each.file.replace(/\.tsx?$/, ''), each]));
  const doors = new Map<string, Set<string>>();
  for (const { room, imports } of sources) {
    for (const path of imports) {
      const target = byStem.get(path.replace(/\.js$/, ''));
      if (!target || target.room === room) continue;
      doors.set(target.room, (doors.get(target.room) ?? new Set()).add(target.file));
    }
  }
  return doors;
}

function foldersOf(room: string, files: SourceFile[]): Record<string, Size> {
  const below = files.filter(({ file }) => file.split('/').length > 2);
  const folders = grouped(below, ({ file }) => `${room}/${file.split('/')[1]}`);
  return Object.fromEntries([...folders].map(([folder, inside]) => [folder, sizeOf(inside, folder)]));
}

function grouped(files: SourceFile[], key: (file: SourceFile) => string): Map<string, SourceFile[]> {
  const groups = new Map<string, SourceFile[]>();
  for (const each of files) groups.set(key(each), [...(groups.get(key(each)) ?? []), each]);
  return groups;
}
