/** Kinds of small talk. */
export type SmallTalk = 'greeting' | 'thanks' | 'goodbye' | 'agreement' | 'identity' | 'ability';

/** Whole sentences of each kind, without punctuation, in lower case. */
const PATTERNS: readonly (readonly [SmallTalk, RegExp])[] = [
  [
    'greeting',
    new RegExp(
      String.raw`^(?:hi|hello|hey|hiya|howdy|greetings|good (?:morning|afternoon|evening|day)|` +
        String.raw`hallo|moin|bonjour|salut|hola|ciao|ola)(?: (?:there|all|everyone|sotto|bot|again|` +
        String.raw`guide))?$`,
    ),
  ],
  [
    'thanks',
    new RegExp(
      String.raw`^(?:(?:ok|okay|great|cool|perfect|awesome|nice|super) )?(?:thanks|thank you|` +
        String.raw`thx|ty|cheers|merci|danke|gracias|obrigado)(?: (?:a lot|so much|very much|again|` +
        String.raw`for (?:your|the) help|that helped|that helps|you))?$`,
    ),
  ],
  [
    'goodbye',
    /^(?:bye|bye bye|goodbye|good bye|see you|see ya|cya|good night|tschuss|adios|au revoir)(?: (?:then|later|soon))?$/,
  ],
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

/** A greeting before a question, which is answered without it. */
const OPENING =
  /^\s*(?:hi|hello|hey|hiya|good (?:morning|afternoon|evening)|hallo|bonjour|hola)(?: there| sotto)?\s*[,.!:–-]+\s*(?=\S)/i;

/** The kind of small talk; undefined if the text should be searched. */
export function readSmallTalk(text: string): SmallTalk | undefined {
  const plain = text
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f'’]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  if (plain === '' || plain.length > 80) return undefined;
  return PATTERNS.find(([, pattern]) => pattern.test(plain))?.[0];
}

/** The question without its greeting. */
export function withoutOpening(text: string): string {
  return text.replace(OPENING, '').trim();
}
