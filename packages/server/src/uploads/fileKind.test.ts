import { describe, expect, it } from 'vitest';
import { ApiError } from '../lib/apiError';
import { sampleFiles } from '../testing/sampleFiles';
import { requireFileKind } from './fileKind';

const text = (content: string): Uint8Array => new TextEncoder().encode(content);
const complaint = (name: string, bytes: Uint8Array, type = ''): string | undefined => {
  try {
    requireFileKind({ name, type, bytes });
    return undefined;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    expect(error.code).toBe('UNPROCESSABLE_ENTITY');
    return error.message;
  }
};

describe('W-25 accepted attachments', () => {
  it('are the fourteen endings, when their bytes agree', () => {
    for (const [name, bytes] of Object.entries(sampleFiles()))
      expect([name, complaint(name, bytes)]).toEqual([name, undefined]);
  });

  it('may be texts of any encoding', () => {
    for (const bytes of [
      text('\ufeffgrün'),
      Uint8Array.from([0x67, 0x72, 0xfc, 0x6e]),
      Uint8Array.from([0xff, 0xfe, 0x61, 0x00]),
      text('日本語\r\n\tx'),
    ]) {
      expect(complaint('a.csv', bytes)).toBeUndefined();
    }
  });

  it('go by the ending when the declared type is generic or wrong', () => {
    expect(requireFileKind({ name: 'a.yml', type: 'application/octet-stream', bytes: text('a: 1') })).toBe(
      'application/yaml',
    );
    expect(requireFileKind({ name: 'a.md', type: 'image/png', bytes: text('# a') })).toBe('text/markdown');
  });

  it('are refused by name and reason', () => {
    expect(complaint('run.exe', text('x'))).toBe(
      '“run.exe”: this kind of file is not accepted. Accepted are png, jpg, jpeg, md, txt, pdf, docx, pptx, xlsx, csv, json, yaml, yml, html.',
    );
    expect(complaint('empty.txt', new Uint8Array())).toBe('“empty.txt” is empty');
    expect(complaint('photo.png', text('no picture'))).toBe('“photo.png” is not a real png file');
  });
});

describe('A807 upload type', () => {
  const samples = sampleFiles();
  const png = samples['a.png'] ?? new Uint8Array();
  const docx = samples['a.docx'] ?? new Uint8Array();
  const exe = Uint8Array.from([0x4d, 0x5a, 0x90, 0x00, 0x03, 0x00, 0x00, 0x00]);
  const refused: [string, string, Uint8Array][] = [
    ['exe as png', 'a.png', exe],
    ['exe as txt', 'a.txt', exe],
    ['exe as csv after text', 'a.csv', Buffer.concat([text('a,b\n'), exe])],
    ['svg as png', 'a.png', text('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ['svg', 'a.svg', text('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['html as png', 'a.png', text('<html><script>alert(1)</script>')],
    ['polyglot GIF and JS as txt', 'a.txt', text('GIF89a/*a*/=1;alert(1)')],
    ['polyglot GIF and JS as png', 'a.png', text('GIF89a/*a*/=1;alert(1)')],
    ['gif as jpg', 'a.jpg', text('GIF89a')],
    ['PDF as txt', 'a.txt', text('%PDF-1.7 …')],
    ['zip before PDF', 'a.pdf', Buffer.concat([text('PK\u0003\u0004'), text('%PDF-1.7')])],
    ['zip as docx', 'a.docx', Buffer.concat([text('PK\u0003\u0004'), Buffer.alloc(40)])],
    ['docx as xlsx', 'a.xlsx', docx],
    ['macros as docx', 'a.docx', Buffer.concat([docx, text('word/vbaProject.bin')])],
    ['cut signature', 'a.png', png.subarray(0, 4)],
    ['a.txt.exe', 'a.txt.exe', text('x')],
    ['CON', 'CON', text('x')],
    ['NUL before another ending', 'a.exe\0.', text('x')],
  ];
  it.each(refused)('refuses %s', (_, name, bytes) => {
    expect(complaint(name, bytes, 'image/png')).toBeTypeOf('string');
  });

  it('takes a.png.html for what it is: html', () => {
    expect(requireFileKind({ name: 'a.png.html', type: 'image/png', bytes: text('<p>hi') })).toBe('text/html');
    expect(complaint('a.png.html', png)).toBe('“a.png.html” is not a real html file');
  });
});
