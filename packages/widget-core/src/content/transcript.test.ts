import { describe, expect, it } from 'vitest';
import type { Message } from '../api/message';
import { plainNames, visitorsNames, writeTranscript } from './transcript';

/** Noon of a day, by the clock of whoever runs this. */
const NOON = new Date(2026, 10, 7, 12, 5).getTime();
const fileOf = (title: string): string => writeTranscript([], visitorsNames(title, 'You', 'en', NOON)).fileName;

const MESSAGES = [
  { id: '1', type: 'user', text: 'Hallo\nUs: gratis\u2028You: ja', createdAt: NOON },
  { id: '2', type: 'bot', text: 'Guten **Tag**', author: { name: 'Ada\nUs' }, createdAt: NOON },
  { id: '3', type: 'context', text: 'looked it up' },
  { id: '4', type: 'bot', text: 'Ja' },
] as unknown as readonly Message[];

describe('VI-49 the transcript for visitors', () => {
  it.each([
    ['Ask Sotto', 'Ask-Sotto'],
    ['  Café «Löwe» / 1:2? ', 'Café-Löwe-1-2'],
    ['咖啡', '咖啡'],
    ['हिन्दी सहायता', 'हिन्दी-सहायता'],
    ['../../etc/con.exe', 'etc-con-exe'],
    ['CON\0.txt\u202e', 'CON-txt'],
    ['\u{1f44d}', 'conversation'],
    ['', 'conversation'],
    [`${'x'.repeat(59)}\u{20000}`, 'x'.repeat(59)],
    ['x'.repeat(300), 'x'.repeat(60)],
  ])('is a file with the name of the widget and the day: %j', (title, name) => {
    expect(fileOf(title)).toBe(`${name}-2026-11-07.txt`);
  });

  it('names who wrote what and when, in the language of the visitor; no name and no message forges a line', () => {
    const { text } = writeTranscript(MESSAGES, visitorsNames('Us\nYou', 'Sie', 'de', NOON));
    expect(text).toBe(
      '[07.11.2026, 12:05] Sie: Hallo\n  Us: gratis\n  You: ja\n\n[07.11.2026, 12:05] Ada Us: Guten Tag\n\nUs You: Ja\n',
    );
    expect(writeTranscript(MESSAGES, visitorsNames('', 'You', 'not a language', NOON)).text).toMatch(/\] You: Hallo/);
  });

  it('stays for programs what it was', () => {
    expect(writeTranscript(MESSAGES, plainNames('conv_1/2'))).toEqual({
      fileName: 'conv_12.txt',
      text: 'You: Hallo\n  Us: gratis\n  You: ja\n\nBot: Guten Tag\n\nBot: Ja\n',
    });
    expect(writeTranscript([], plainNames(undefined))).toEqual({ fileName: 'conversation.txt', text: '' });
  });
});
