/** Kinds of small talk. */
export type SmallTalk = 'greeting' | 'thanks' | 'goodbye' | 'agreement' | 'identity' | 'ability';

/** Small talk with its language; undefined for words that people use in any. */
export interface DetectedSmallTalk {
  readonly kind: SmallTalk;
  readonly language: string | undefined;
}

/** Whole sentences of each kind, without punctuation, in lower case. */
const PATTERNS: readonly (readonly [SmallTalk, RegExp])[] = [
  [
    'greeting',
    new RegExp(
      String.raw`^(?:hi|hello|hey|hiya|howdy|greetings|good (?:morning|afternoon|evening|day)|` +
        String.raw`ciao)(?: (?:there|all|everyone|sotto|bot|again|` +
        String.raw`guide))?$`,
    ),
  ],
  [
    'thanks',
    new RegExp(
      String.raw`^(?:(?:ok|okay|great|cool|perfect|awesome|nice|super) )?(?:thanks|thank you|` +
        String.raw`thx|ty|cheers)(?: (?:a lot|so much|very much|again|` +
        String.raw`for (?:your|the) help|that helped|that helps|you))?$`,
    ),
  ],
  ['goodbye', /^(?:bye|bye bye|goodbye|good bye|see you|see ya|cya|good night)(?: (?:then|later|soon))?$/],
  [
    'agreement',
    /^(?:ok|okay|k|great|cool|nice|perfect|awesome|good|fine|got it|i see|alright|all right|yes|no|yep|nope|sure|understood|makes sense|lol|haha)$/,
  ],
  [
    'identity',
    new RegExp(
      String.raw`^(?:so )?(?:who|what) (?:are|is) (?:you|this bot|this guide|this assistant)(?: exactly)?$|` +
        String.raw`^(?:whats|what is) your name$|^are you (?:an? )?(?:real )?(?:ro|chat)?(?:bot|` +
        String.raw`human|person|ai|machine|real|llm|language model|chatgpt|gpt|someone|agent|human being)(?: or (?:an? )?\w+)?$|` +
        String.raw`^am i (?:talking|speaking|chatting) (?:to|with) an? \w+$|^who am i (?:talking|` +
        String.raw`speaking|chatting) (?:to|with)$|^(?:which|what) (?:language )?(?:model|llm|ai) (?:are you|` +
        String.raw`do you use|is this|are you using)$|^do you use (?:an? )?(?:ai|llm|language model|` +
        String.raw`chatgpt|gpt|openai)$|^who made you$`,
    ),
  ],
  [
    'ability',
    new RegExp(
      String.raw`^(?:help|help me|can you help(?: me)?|i need help|how can you help(?: me)?|what can you do(?: for me)?|` +
        String.raw`what do you do|what can i ask(?: you)?|what can i do here|what do you know(?: about)?|` +
        String.raw`what can you (?:help(?: me)? with|answer|tell me)|how do you work|what are you for)$`,
    ),
  ],
];

/** Greetings, thanks and goodbyes in the other languages of the widget, as `plain` leaves them. */
const ABROAD: Readonly<Record<string, Partial<Record<SmallTalk, string>>>> = {
  es: {
    greeting: 'hola|buenas|buenos dias|buenas tardes|buenas noches',
    thanks: 'gracias|muchas gracias|mil gracias',
    goodbye: 'adios|hasta luego|chao',
    identity: 'quien eres|eres un bot|eres un robot|eres humano|eres una persona',
  },
  de: {
    greeting: 'hallo|moin|servus|guten tag|guten morgen|guten abend|gruss gott|gruß gott',
    thanks: 'danke|danke schon|dankeschon|danke sehr|vielen dank|besten dank',
    goodbye: 'tschuss|auf wiedersehen|bis bald|ciao',
    identity: 'wer bist du|wer sind sie|bist du ein mensch|bist du ein bot|sind sie ein mensch|bist du ein roboter',
  },
  fr: {
    greeting: 'bonjour|salut|bonsoir|coucou',
    thanks: 'merci|merci beaucoup|merci bien',
    goodbye: 'au revoir|a bientot|bonne journee',
    identity: 'qui etes vous|qui es tu|etes vous un robot|es tu un robot|etes vous humain',
  },
  it: {
    greeting: 'ciao|buongiorno|buonasera|salve',
    thanks: 'grazie|grazie mille|mille grazie',
    goodbye: 'arrivederci|a presto',
    identity: 'chi sei|sei un robot|sei un bot|sei umano',
  },
  pt: {
    greeting: 'ola|oi|bom dia|boa tarde|boa noite',
    thanks: 'obrigado|obrigada|muito obrigado|muito obrigada',
    goodbye: 'adeus|tchau|ate logo',
    identity: 'quem e voce|voce e um robo|es um robo|quem es tu',
  },
  nl: {
    greeting: 'hoi|hallo|dag|goedemorgen|goedemiddag|goedenavond',
    thanks: 'dank je|dank u|bedankt|dankjewel|dank je wel|dank u wel',
    goodbye: 'tot ziens|doei|dag',
    identity: 'wie ben je|wie bent u|ben je een robot|ben je een mens',
  },
  pl: {
    greeting: 'czesc|dzien dobry|dobry wieczor|witam|hej',
    thanks: 'dzieki|dziekuje|dziekuje bardzo',
    goodbye: 'do widzenia|pa|na razie',
    identity: 'kim jestes|jestes botem|jestes czlowiekiem',
  },
  tr: {
    greeting: 'merhaba|selam|gunaydin|iyi gunler|iyi aksamlar',
    thanks: 'tesekkurler|tesekkur ederim|sagol|sag olun',
    goodbye: 'hosca kal|hosca kalin|gorusuruz|gule gule',
    identity: 'sen kimsin|siz kimsiniz|robot musun|insan misin',
  },
  id: {
    greeting: 'halo|hai|selamat pagi|selamat siang|selamat sore|selamat malam',
    thanks: 'terima kasih|makasih|terima kasih banyak',
    goodbye: 'sampai jumpa|dadah',
    identity: 'siapa kamu|siapa anda|apakah kamu robot',
  },
  ru: {
    greeting: 'привет|здравствуйте|добрый день|добрый вечер|доброе утро',
    thanks: 'спасибо|большое спасибо|спасибо большое',
    goodbye: 'до свидания|пока',
    identity: 'кто ты|кто вы|ты бот|вы бот|вы робот|ты робот',
  },
  uk: {
    greeting: 'привіт|вітаю|добрий день|доброго дня|доброго ранку',
    thanks: 'дякую|щиро дякую|дуже дякую',
    goodbye: 'до побачення|бувай',
    identity: 'хто ти|хто ви|ти бот|ви бот',
  },
  zh: {
    greeting: '你好|您好|嗨|早上好|晚上好',
    thanks: '谢谢|多谢|谢谢你|谢谢您|謝謝',
    goodbye: '再见|拜拜|再見',
    identity: '你是谁|你是機器人吗|你是机器人吗|你是真人吗|您是谁',
  },
  ja: {
    greeting: 'こんにちは|おはよう|おはようございます|こんばんは|はじめまして',
    thanks: 'ありがとう|ありがとうございます|ありがとうございました|どうも',
    goodbye: 'さようなら|またね|失礼します',
    identity: 'あなたは誰|あなたは誰ですか|ロボットですか|人間ですか',
  },
  ko: {
    greeting: '안녕|안녕하세요|반갑습니다',
    thanks: '감사합니다|고마워요|고맙습니다|감사해요',
    goodbye: '안녕히 계세요|잘 있어요',
    identity: '누구세요|당신은 누구입니까|로봇인가요|사람인가요',
  },
  hi: {
    greeting: 'नमस्ते|नमस्कार|हैलो',
    thanks: 'धन्यवाद|शुक्रिया|बहुत धन्यवाद',
    goodbye: 'अलविदा',
    identity: 'आप कौन हैं|तुम कौन हो|क्या आप रोबोट हैं',
  },
  ar: {
    greeting: 'مرحبا|اهلا|أهلا|السلام عليكم|صباح الخير|مساء الخير',
    thanks: 'شكرا|شكرا جزيلا',
    goodbye: 'مع السلامة|إلى اللقاء|وداعا',
    identity: 'من أنت|من انت|هل أنت روبوت|هل أنت إنسان',
  },
  he: {
    greeting: 'שלום|היי|בוקר טוב|ערב טוב',
    thanks: 'תודה|תודה רבה',
    goodbye: 'להתראות|ביי',
    identity: 'מי אתה|מי את|האם אתה רובוט',
  },
  fa: {
    greeting: 'سلام|درود|صبح بخیر|روز بخیر',
    thanks: 'ممنون|مرسی|متشکرم|سپاس',
    goodbye: 'خداحافظ|خدانگهدار',
    identity: 'شما کی هستید|تو کی هستی|آیا شما ربات هستید',
  },
  ur: {
    greeting: 'السلام علیکم|سلام|ہیلو|آداب',
    thanks: 'شکریہ|بہت شکریہ',
    goodbye: 'خدا حافظ|اللہ حافظ',
    identity: 'آپ کون ہیں|کیا آپ روبوٹ ہیں',
  },
};

/** Each such sentence; some languages have the same. */
const SENTENCES: readonly (DetectedSmallTalk & { readonly words: string })[] = Object.entries(ABROAD).flatMap(
  ([language, kinds]) =>
    Object.entries(kinds).flatMap(([kind, sentences]) =>
      sentences.split('|').map((sentence) => ({ kind: kind as SmallTalk, language, words: plainOf(sentence) })),
    ),
);

/** A greeting before a question, which is answered without it. */
const OPENING =
  /^\s*(?:hi|hello|hey|hiya|good (?:morning|afternoon|evening)|hallo|bonjour|hola)(?: there| sotto)?\s*[,.!:–-]+\s*(?=\S)/i;

/**
 * The kind of small talk; undefined if the text should be searched.
 *
 * @param language - of the visitor, for words that several languages have
 */
export function readSmallTalk(text: string, language?: string): DetectedSmallTalk | undefined {
  const plain = plainOf(text);
  if (plain === '' || plain.length > 80) return undefined;
  const abroad = SENTENCES.filter(({ words }) => words === plain);
  const match = abroad.find((each) => each.language === language) ?? abroad[0];
  if (match) return match;
  const kind = PATTERNS.find(([, pattern]) => pattern.test(plain))?.[0];
  return kind && { kind, language: kind === 'greeting' || kind === 'agreement' ? undefined : 'en' };
}

/** A text in lower case, without accents and punctuation. */
function plainOf(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f'’]/g, '')
    .normalize('NFC')
    .replaceAll('ı', 'i')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
}

/** The question without its greeting. */
export function withoutOpening(text: string): string {
  return text.replace(OPENING, '').trim();
}
