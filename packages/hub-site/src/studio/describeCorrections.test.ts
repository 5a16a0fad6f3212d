import { describe, expect, it } from 'vitest';
import { brandTheme } from './brandTheme';
import { describeCorrections } from './describeCorrections';

describe('W-35 what is said of a corrected brand colour', () => {
  it('names the part, the contrast and the colour that takes its place', () => {
    const lines = describeCorrections(brandTheme('#ffd000')?.corrections ?? []);
    expect(lines[0]).toMatch(
      /^Light: #ffd000 is hard to read for buttons \(contrast 1\.5, needed 3\)\. It becomes #[0-9a-f]{6} \(3\.\d\)\.$/,
    );
    expect(new Set(lines).size).toBe(lines.length);
  });

  it('says nothing of a colour that works', () => {
    expect(
      describeCorrections(brandTheme('#1f5547')?.corrections ?? []).filter((line) => line.startsWith('Light')),
    ).toEqual([]);
  });
});
