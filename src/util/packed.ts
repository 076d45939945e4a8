/**
 * Thousands of objects that are alike, such as the rows of a long dataset: held as packed text outside of the heap, and there
 * as objects only while somebody looks. What stands in for one has the same keys in the same order, so that it is read,
 * copied and written like any other object; it cannot be changed. What is packed must be JSON.
 */
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { PACKED } from './plain.js';

/** So many objects are packed together: their text repeats itself, and whoever looks at one mostly looks at the next. */
const AT_ONCE = 64;
/** Of so many packs the objects stay unpacked: tests that run side by side are not far from one another. */
const OPEN_PACKS = 4;
/** Objects that share other keys than those before; beyond that many, one keeps what it has. */
const MOST_KINDS = 200;

type Plain = Record<string, unknown>;
type StandIn = Record<symbol, number>;

/** Used again for another pack: V8 would long take for kept what a pack that is no longer used holds on to. */
interface OpenPack {
  number: number;
  texts: string[];
  objects: (Plain | undefined)[];
}

/** Which keys are shared, packed or kept, and the properties that follow from it. */
interface Kind {
  place: symbol;
  first: Plain;
  isShared: ReadonlySet<string>;
  isKept: ReadonlySet<string>;
  properties: [string, PropertyDescriptor][];
}

export interface PackOptions<T> {
  /** Texts that are asked for often enough to be kept as they are; the others are packed. */
  keep?: readonly (keyof T & string)[];
  /** What is there once for many goes out before packing, and comes back when the rest is read. */
  out?(value: T): object;
  back?(value: Partial<T>): Partial<T>;
}

function isSame(one: unknown, other: unknown): boolean {
  return Object.is(one, other) || (isEmptyList(one) && isEmptyList(other));
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

export class Packed<T extends object> {
  readonly #keep: ReadonlySet<string>;
  readonly #options: PackOptions<T>;
  readonly #packs: Buffer[] = [];
  #filling: string[] = [];
  #count = 0;
  readonly #open = Array.from(
    { length: OPEN_PACKS },
    (): OpenPack => ({ number: -1, texts: [], objects: Array(AT_ONCE) }),
  );
  #turn = 0;
  readonly #kinds = new Map<string, Kind>();
  /** What the first object of a test has, the others mostly share. */
  readonly #firsts = new Map<unknown, Plain>();

  constructor(options: PackOptions<T> = {}) {
    this.#options = options;
    this.#keep = new Set(options.keep);
  }

  /** What stands in for the object. `like`: those of which the first has what the others share. */
  put(value: T, like: unknown = ''): T {
    const plain = value as Plain;
    const first = this.#firsts.get(like) ?? plain;
    this.#firsts.set(like, first);
    const kind = this.#kindOf(plain, first, like);
    if (kind === undefined) return value;
    const written = (this.#options.out?.(value) ?? value) as Plain;
    const packed: Plain = {};
    const out = {} as StandIn & Plain;
    Object.defineProperty(out, kind.place, { value: this.#count });
    for (const [key, property] of kind.properties) {
      if (kind.isKept.has(key)) property.value = plain[key];
      else if (!kind.isShared.has(key)) packed[key] = written[key];
      Object.defineProperty(out, key, property);
    }
    this.#add(JSON.stringify(packed));
    return out as T;
  }

  #kindOf(plain: Plain, first: Plain, like: unknown): Kind | undefined {
    const keys = Object.keys(plain);
    const marks = keys.map((key) => this.#markOf(key, plain[key], first));
    const name = `${String(like)}\0${keys.map((key, at) => marks[at] + key).join('\0')}`;
    const known = this.#kinds.get(name);
    if (known !== undefined || this.#kinds.size >= MOST_KINDS) return known;
    const having = (mark: string) => new Set(keys.filter((_, at) => marks[at] === mark));
    const kind = { place: Symbol('place'), first, isShared: having('='), isKept: having('!') };
    const made = { ...kind, properties: this.#propertiesOf(keys, kind) };
    this.#kinds.set(name, made);
    return made;
  }

  #markOf(key: string, value: unknown, first: Plain): string {
    if (Object.hasOwn(first, key) && isSame(first[key], value)) return '=';
    if (typeof value === 'number' || typeof value === 'boolean') return '!';
    return this.#keep.has(key) ? '!' : '?';
  }

  /** Each kind has accessors of its own, so that V8 gives all of its objects one hidden class. */
  #propertiesOf(keys: string[], kind: Omit<Kind, 'properties'>): Kind['properties'] {
    const { place, first, isShared, isKept } = kind;
    const read = (at: number) => this.#read(at);
    const shown = { enumerable: true, configurable: true };
    const own = keys.map((key): [string, PropertyDescriptor] => {
      if (isKept.has(key)) return [key, { ...shown, value: undefined, writable: false }];
      if (isShared.has(key)) return [key, { ...shown, get: () => first[key] }];
      return [
        key,
        {
          ...shown,
          get(this: StandIn) {
            return read(this[place]!)[key];
          },
        },
      ];
    });
    return [[PACKED as unknown as string, { get: () => true }], ...own];
  }

  #add(text: string): void {
    this.#filling.push(text);
    this.#count += 1;
    if (this.#filling.length < AT_ONCE) return;
    // A line of JSON has no line break. The fastest of all levels: what repeats itself is found by any.
    const packed = deflateRawSync(this.#filling.join('\n'), { level: 1 });
    // What zlib gives is the beginning of a larger piece of memory.
    this.#packs.push(Buffer.from(packed));
    for (const pack of this.#open) if (pack.texts === this.#filling) pack.number = -1;
    this.#filling = [];
  }

  #read(place: number): Plain {
    const number = Math.floor(place / AT_ONCE);
    const pack = this.#open.find((one) => one.number === number) ?? this.#unpack(number);
    const at = place % AT_ONCE;
    let found = pack.objects[at];
    if (found === undefined) {
      const read = JSON.parse(pack.texts[at]!) as Plain;
      found = (this.#options.back?.(read as Partial<T>) as Plain | undefined) ?? read;
      pack.objects[at] = found;
    }
    return found;
  }

  #unpack(number: number): OpenPack {
    this.#turn = (this.#turn + 1) % OPEN_PACKS;
    const pack = this.#open[this.#turn]!;
    const held = this.#packs[number];
    pack.number = number;
    pack.texts = held === undefined ? this.#filling : inflateRawSync(held).toString().split('\n');
    pack.objects.fill(undefined);
    return pack;
  }
}
