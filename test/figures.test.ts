import { expect, it } from 'vitest';
import { withFigures } from '../eval/lib/campaign/figures.js';

const PAGE =
  '# P\n\n## Last figures\n\n- kills, 2026-01-01: 2 kills\n  and more\n- writes, 2026-01-01: none\n\n## After\n\ntext\n';

it('puts the figures of a campaign in the place of the last ones', () => {
  expect(withFigures(PAGE, 'kills', '2026-02-02: 3 kills')).toBe(
    PAGE.replace('2026-01-01: 2 kills\n  and more', '2026-02-02: 3 kills'),
  );
});

it('adds a campaign that has none yet, in lines that are not too long', () => {
  const page = withFigures(PAGE, 'sizes', 'many '.repeat(40).trim());
  expect(page).toContain('- writes, 2026-01-01: none\n- sizes, many');
  expect(page.split('\n').every((line) => line.length <= 128)).toBe(true);
  expect(page.match(/many/g)).toHaveLength(40);
  expect(page.endsWith('many many\n\n## After\n\ntext\n')).toBe(true);
});
