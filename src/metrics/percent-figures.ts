/** Figures in whole percent: a limit that is written as a share would be met from one percent on. */
const IN_PERCENT =
  /^(?:(?:tool_selection|token_efficiency)\.f1|tool_selection\.(?:precision|recall)|distractors\.(?:accuracy|certified_lower)(?:_at_\d+)?|orchestration\.\w+|edges\.(?:allowed|delegation)_pct|trajectory\.similarity|golden_path\.efficiency|stability\.\w+|recovery\.recovered|dataset\.(?!n$)[\w.]+)$/;

export function isInPercent(figure: string): boolean {
  return IN_PERCENT.test(figure);
}

export function isShare(value: unknown): value is number {
  return typeof value === 'number' && value > 0 && value < 1;
}

export function shareForPercent(figure: string, share: number): string {
  return `\`${figure}\` is in whole percent, from 0 to 100, so ${share} is less than one`;
}
