import { describe, expect, it } from 'vitest';
import { attachmentDisposition, cleanFileName } from './fileName';

describe('A807 names of uploads', () => {
  it.each([
    ['../../etc/passwd.txt', 'passwd.txt'],
    ['..\\..\\windows\\win.txt', 'win.txt'],
    ['C:\\Users\\a\\report.pdf', 'report.pdf'],
    ['a\0.png', 'a.png'],
    ['line\r\nSet-Cookie: a=1.txt', 'lineSet-Cookie: a=1.txt'],
    ['photo\u202egnp.exe', 'photognp.exe'],
    ['\u2066a\u2069\u200f.txt', 'a.txt'],
    ['..', 'file'],
    ['/', 'file'],
    ['', 'file'],
    ['CON.txt', 'CON.txt'],
    ['résumé 履歴書.docx', 'résumé 履歴書.docx'],
  ])('%j is stored as %j', (given, stored) => {
    expect(cleanFileName(given)).toBe(stored);
  });

  it('of 5,000 characters are clipped with their ending kept, between whole characters', () => {
    const name = cleanFileName(`${'😀'.repeat(5_000)}.pdf`);
    expect(Array.from(name)).toHaveLength(200);
    expect(name.endsWith('😀.pdf')).toBe(true);
    expect(name.isWellFormed()).toBe(true);
    expect(Array.from(cleanFileName(`a.${'x'.repeat(5_000)}`))).toHaveLength(200);
  });
});

describe('A808 names in headers', () => {
  it('cannot leave their quotes, and keep their letters', () => {
    expect(attachmentDisposition('a"; filename=b.html')).toBe(
      'attachment; filename="a_; filename=b.html"; filename*=UTF-8\'\'a%22%3B%20filename%3Db.html',
    );
    expect(attachmentDisposition("grün's.txt")).toBe(
      "attachment; filename=\"gru_n's.txt\"; filename*=UTF-8''gr%C3%BCn%27s.txt",
    );
  });
});
