import { describe, expect, it } from 'vitest';
import { brandTheme } from './brandTheme';
import { describeCorrections } from './describeCorrections';

const linesOf = (brand: string): string[] => describeCorrections(brandTheme(brand)?.corrections ?? []);

describe('W-35 what is said of a corrected brand colour', () => {
  it('names the parts and the colour that takes its place, one sentence for each colour', () => {
    const lines = linesOf('#ffd000').filter((line) => line.startsWith('On light pages'));
    expect(lines[0]).toMatch(
      /^On light pages, #ffd000 has too little contrast for buttons\b.*, so they are shown in #[0-9a-f]{6}\.$/,
    );
    const colours = lines.map((line) => /shown in (#[0-9a-f]{6})/.exec(line)?.[1]);
    expect(new Set(colours).size).toBe(lines.length);
    expect(lines.some((line) => / and /.test(line))).toBe(true);
  });

  it('says nothing of a colour that works, nor of a correction that nobody sees', () => {
    expect(linesOf('#1f5547').filter((line) => line.startsWith('On light pages'))).toEqual([]);
    // Links and suggestions are shown in #be400c.
    expect(brandTheme('#c2410c')?.corrections.map(({ to }) => to)).toContain('#be400c');
    expect(linesOf('#c2410c').join(' ')).not.toContain('#be400c');
  });
});
