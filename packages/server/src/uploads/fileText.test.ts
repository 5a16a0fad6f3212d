import { describe, expect, it } from 'vitest';
import { FILE_TEXT_MAX_LENGTH, readFileText } from './fileText';

const bytes = (content: string): Uint8Array => new TextEncoder().encode(content);

describe('W-25 what the bot reads of an attachment', () => {
  it('is its text, in the encodings that people have', () => {
    expect(readFileText('text/plain', bytes('\ufeffgrün'))).toBe('grün');
    expect(readFileText('text/csv', Uint8Array.from([0x67, 0x72, 0xfc, 0x6e]))).toBe('grün');
    expect(readFileText('text/csv', Uint8Array.from([0xff, 0xfe, 0x61, 0x00, 0x3b, 0x00]))).toBe('a;');
    expect(readFileText('text/plain', bytes('a\0b'))).toBe('ab');
  });

  it('is its beginning when it is long, and says so', () => {
    const text = readFileText('text/plain', bytes(`${'a'.repeat(FILE_TEXT_MAX_LENGTH - 1)}😀${'b'.repeat(999)}`)) ?? '';
    expect(text.length).toBeLessThan(FILE_TEXT_MAX_LENGTH + 60);
    expect(text).toMatch(/\n\[1000 more characters are not shown\]$/);
    expect(text.isWellFormed()).toBe(true);
  });

  it('is nothing for pictures and documents', () => {
    expect(readFileText('image/png', bytes('x'))).toBeUndefined();
    expect(readFileText('application/pdf', bytes('%PDF-1.7'))).toBeUndefined();
  });
});
