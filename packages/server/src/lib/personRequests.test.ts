import { describe, expect, it } from 'vitest';
import { replyToPersonRequest } from './personRequests';

const ASKED = [
  'I want a human',
  'Can I talk to a real person please?',
  'agent',
  'Please connect me with someone from support',
  'Quiero hablar con una persona',
  'Je voudrais parler à un conseiller',
  'Ich möchte mit einem Menschen sprechen',
  'Quero falar com um atendente',
  'Vorrei parlare con un operatore',
  'Ik wil met een medewerker praten',
  'Chcę porozmawiać z człowiekiem',
  'Bir insanla konuşmak istiyorum',
  'Хочу поговорить с человеком',
  'Хочу поговорити з людиною',
  '转人工',
  '人と話したいです',
  '상담원과 연결해 주세요',
  'मुझे किसी इंसान से बात करनी है',
  'Saya ingin bicara dengan manusia',
  'أريد التحدث مع شخص',
  'אני רוצה לדבר עם נציג',
  'می‌خواهم با یک انسان صحبت کنم',
  'میں کسی شخص سے بات کرنا چاہتا ہوں',
];
const NOT_ASKED = [
  'How many people fit into the tent?',
  'Do your agents ship abroad?',
  'I do not want to talk to a human',
  'Is it safe for a person with allergies?',
  'What does one person need?',
  'I need a personal trainer plan',
  'Wie viele Personen passen hinein?',
  '¿Cuánto cuesta por persona?',
  'Combien de personnes peuvent entrer ?',
  'Can I put the kettle near people?'.replace('put', 'use'),
  '',
];

describe('FH-3 asking for a person without a model', () => {
  it.each(ASKED)('FH-3: hears %s, and answers in words', (text) => {
    expect(replyToPersonRequest(text)?.reply).toMatch(/\S{2}/);
  });

  it('FH-3: answers in the language of the request', () => {
    expect(replyToPersonRequest('Ich möchte mit einem Menschen sprechen')?.reply).toContain(
      'Ich habe das Team informiert',
    );
    expect(replyToPersonRequest('میں کسی شخص سے بات کرنا چاہتا ہوں')?.reply).toContain('ٹیم');
    expect(replyToPersonRequest('می‌خواهم با یک انسان صحبت کنم')?.reply).toContain('تیم');
  });

  it.each(NOT_ASKED)('FH-3: leaves %j to the bot', (text) => {
    expect(replyToPersonRequest(text)).toBeUndefined();
  });

  it('FH-3: leaves a long message to the bot', () => {
    expect(replyToPersonRequest(`I want a human. ${'My order is late. '.repeat(20)}`)).toBeUndefined();
  });
});
