/** How one test has its judges asked. */
import type { JudgementBook } from '../../match/types.js';
import type { CalibrationCall } from '../../types/judging.js';
import type { Judgement } from '../../types/trace.js';
import type { Check } from '../../types/verdict.js';
import type { Calibrated } from './calibrate.js';

export interface Said {
  judgements: Judgement[];
  /** The same, to be judged by. */
  book: JudgementBook;
}

export interface TestJudging {
  /** `evaluate` is called until it wants to know nothing more. */
  judge(evaluate: (book: JudgementBook) => Promise<readonly Check[]>): Promise<Said>;
  calibrate(call: CalibrationCall): Promise<Calibrated>;
}
