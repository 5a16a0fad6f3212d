import type { LANGUAGES } from '../studioFields';

/** The first words of a chat in each language that the widget has. `{name}`: the site. */
const GREETINGS: Readonly<Record<(typeof LANGUAGES)[number], string>> = {
  en: 'Hello! What would you like to know about {name}?',
  es: '¡Hola! ¿Qué te gustaría saber sobre {name}?',
  fr: 'Bonjour ! Que souhaitez-vous savoir sur {name} ?',
  de: 'Hallo! Was möchten Sie über {name} wissen?',
  pt: 'Olá! O que gostaria de saber sobre {name}?',
  it: 'Ciao! Cosa vorresti sapere su {name}?',
  nl: 'Hallo! Wat wil je weten over {name}?',
  // Without the name where it would have to be inflected.
  pl: 'Dzień dobry! W czym możemy pomóc?',
  tr: 'Merhaba! Size nasıl yardımcı olabiliriz?',
  ru: 'Здравствуйте! Чем можем помочь?',
  uk: 'Вітаємо! Чим можемо допомогти?',
  zh: '您好！关于{name}，您想了解什么？',
  ja: 'こんにちは！{name}について、何をお知りになりたいですか？',
  ko: '안녕하세요! {name}에 대해 무엇이 궁금하신가요?',
  hi: 'नमस्ते! आप {name} के बारे में क्या जानना चाहेंगे?',
  id: 'Halo! Apa yang ingin Anda ketahui tentang {name}?',
  ar: 'مرحبًا! ماذا تود أن تعرف عن {name}؟',
  he: 'שלום! מה תרצו לדעת על {name}?',
  fa: 'سلام! دربارهٔ {name} چه می‌خواهید بدانید؟',
  ur: 'السلام علیکم! آپ {name} کے بارے میں کیا جاننا چاہیں گے؟',
};

/** The greeting of a site's chat. @param language - of the site; English if the widget does not have it */
export function greetingFor(language: string, name: string): string {
  const words = Object.hasOwn(GREETINGS, language) ? GREETINGS[language as 'en'] : GREETINGS.en;
  // A name is plain text, and the greeting is markdown.
  return words.replace('{name}', () => name.replaceAll(/[[\]*_`<>\\~]/g, '').trim());
}
