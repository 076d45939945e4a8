/** Every rule about clients, by hand and in order. An id is never used again. */
import type { CompatRule } from '../types/compat.js';
import { cli001 } from './rules/cli-001.js';
import { cli002 } from './rules/cli-002.js';
import { cli003 } from './rules/cli-003.js';
import { cli004 } from './rules/cli-004.js';
import { cli005 } from './rules/cli-005.js';
import { cli006 } from './rules/cli-006.js';
import { cli007 } from './rules/cli-007.js';
import { cli008 } from './rules/cli-008.js';
import { cli009 } from './rules/cli-009.js';
import { cli010 } from './rules/cli-010.js';
import { cli011 } from './rules/cli-011.js';
import { cli012 } from './rules/cli-012.js';
import { cli013 } from './rules/cli-013.js';
import { cli014 } from './rules/cli-014.js';
import { cli015 } from './rules/cli-015.js';
import { cli016 } from './rules/cli-016.js';
import { cli017 } from './rules/cli-017.js';
import { cli018 } from './rules/cli-018.js';
import { cli019 } from './rules/cli-019.js';
import { cli020 } from './rules/cli-020.js';
import { cli021 } from './rules/cli-021.js';
import { cli022 } from './rules/cli-022.js';
import { cli023 } from './rules/cli-023.js';
import { cli024 } from './rules/cli-024.js';
import { cli025 } from './rules/cli-025.js';
import { cli026 } from './rules/cli-026.js';
import { cli027 } from './rules/cli-027.js';
import { cli028 } from './rules/cli-028.js';
import { cli029 } from './rules/cli-029.js';
import { cli030 } from './rules/cli-030.js';
import { cli031 } from './rules/cli-031.js';
import { cli032 } from './rules/cli-032.js';
import { cli033 } from './rules/cli-033.js';
import { cli034 } from './rules/cli-034.js';
import { cli035 } from './rules/cli-035.js';
import { cli036 } from './rules/cli-036.js';
import { cli037 } from './rules/cli-037.js';
import { cli038 } from './rules/cli-038.js';
import { cli039 } from './rules/cli-039.js';
import { cli040 } from './rules/cli-040.js';
import { cli041 } from './rules/cli-041.js';
import { cli042 } from './rules/cli-042.js';

export const COMPAT_RULES: readonly CompatRule[] = [
  cli001,
  cli002,
  cli003,
  cli004,
  cli005,
  cli006,
  cli007,
  cli008,
  cli009,
  cli010,
  cli011,
  cli012,
  cli013,
  cli014,
  cli015,
  cli016,
  cli017,
  cli018,
  cli019,
  cli020,
  cli021,
  cli022,
  cli023,
  cli024,
  cli025,
  cli026,
  cli027,
  cli028,
  cli029,
  cli030,
  cli031,
  cli032,
  cli033,
  cli034,
  cli035,
  cli036,
  cli037,
  cli038,
  cli039,
  cli040,
  cli041,
  cli042,
];
