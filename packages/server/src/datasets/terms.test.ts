import { describe, expect, it } from 'vitest';
import { toTerms } from './terms';

const signsIn = (text: string): string[] => toTerms(text).filter((term) => /^0[a-z]/.test(term));

describe('OW-2 what stands for a price, an hour, a time or a number', () => {
  it.each([
    ['Adults pay £35.', ['0price']],
    ['12,50 € im Monat', ['0price']],
    ['送料は650円です', ['0price']],
    ['Open 8:30 – 17:30', ['0hours']],
    ['9 am to 6 pm', ['0hours']],
    ['10–18 Uhr', ['0hours']],
    ['Ring 01629 555 010.', ['0phone']],
    ['Call 555-014-2290.', ['0phone']],
    ['+49 7071 55 90 12', ['0phone']],
    ['Ready after ten working days', ['0duration']],
    ['drei Wochen Wartezeit', ['0duration']],
    ['ships in 2 days', ['0duration']],
    ['Ab zehn Stück fünf Prozent', ['0percent']],
    ['Wann Ihre Möbel kommen', ['0arrival']],
    ['When does my parcel arrive?', ['0arrival']],
    ['An account has up to ten of them', ['0limit']],
    ['hello@fern.example', ['0email']],
    ['Lindenallee 3, 50968 Köln', ['0address']],
    ['Mit 25000 Besuchern im Jahr', []],
    ['Order 2022-10-12 of 40 pots', []],
    ['The 1998 edition, page 12', []],
  ])('OW-2: %s', (text, signs) => {
    expect(signsIn(text)).toEqual(signs);
  });
});

describe('OW-2 a question in terms', () => {
  it('OW-2: joins a German verb with its prefix at the end', () => {
    expect(toTerms('Holt ihr uns wieder ab?', true)).toContain('abhol');
  });

  it('OW-2: joins the verb before its person, though a list of stop words has it', () => {
    expect(toTerms('Wann macht ihr sonntags auf?', true)).toContain('aufmach');
    expect(toTerms('Es regnet durch die Decke, wen ruf ich an?', true)).toContain('anruf');
  });

  it.each([
    ['my thesis bound', 'binding'],
    ['two children', 'a child'],
    ['has his tooth broken', 'teeth break'],
    ['tshirt', 'T-Shirts'],
    ['wifi', 'Wi-Fi'],
    ['checkin', 'check-in'],
    ['email', 'e-mail'],
  ])('OW-2: %s is found by %s', (question, text) => {
    const asked = toTerms(question, true);
    expect(toTerms(text).filter((term) => asked.includes(term))).not.toEqual([]);
  });

  it('OW-2: knows stop words without umlauts, and keeps what is asked for though a list has it', () => {
    expect(toTerms('Ist Ratenzahlung moeglich?', true)).toEqual(['ratenzahlung']);
    expect(toTerms('ofertas de empleo', true)).toContain('empleo');
  });

  it('OW-2: takes articles and endings off Arabic words', () => {
    const [plain] = toTerms('توصيل');
    expect(toTerms('التوصيل')).toEqual([plain]);
    expect(toTerms('والتوصيل')).toEqual([plain]);
  });
});
