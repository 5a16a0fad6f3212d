import { withoutIrregularForm } from './irregularForms';
import { isStopWord, withoutStopWords } from './stopWords';
import { runsOf, segmentsOf, type Run } from './writtenWords';

/** Changes with `toTerms`: stored passages are indexed again (`renewTerms`). */
export const TERMS_VERSION = '6';

/** What is stored for a passage: its terms, one space between two. */
export function indexedTerms({ title, text }: { readonly title: string; readonly text: string }): string {
  return [...new Set(toTerms(`${title} ${text}`))].join(' ');
}

/**
 * A text as the terms it is found by: lower case, without diacritics and English stop words, in a common form.
 *
 * Chinese, Japanese and Korean are indexed by pairs of neighbouring characters and by single Chinese characters, which
 * needs no dictionary and stays the same with every version of Node; a question is cut into words first, so that no
 * pair reaches from one word into the next. Thai, Lao, Khmer and Burmese are indexed by the words of a dictionary.
 *
 * @param isQuery - a name like `setOpen` in a document is found whole and by its parts; in a question it stays whole
 */
export function toTerms(text: string, isQuery = false): string[] {
  if (isQuery) return questionTerms(text);
  const terms = signsOf(text);
  for (const run of runsOf(text)) terms.push(...termsOfRun(run));
  // Many write it in one word.
  for (const word of text.match(HYPHENATED) ?? []) terms.push(...wordTerms(word.replaceAll(/[-‐‑]/g, ''), []));
  return terms;
}

/** A word such as T-Shirt, e-mail, Wi-Fi or check-in. */
const HYPHENATED = /(?<![\p{L}\p{N}-])(?:\p{L}{1,3}[-‐‑]\p{L}{2,20}|\p{L}{2,20}[-‐‑]\p{L}{2,3})(?![\p{L}\p{N}-])/gu;

function termsOfRun({ kind, run }: Run): readonly string[] {
  switch (kind) {
    case 'pairs':
      return [...(run.match(/\p{Script=Han}/gu) ?? []), ...pairsOf(run)];
    case 'syllables':
      // The first syllable alone, for a word of one syllable with a particle.
      return [[...run][0] ?? '', ...pairsOf(run)];
    case 'dictionary':
      return segmentsOf(run);
    default:
      return termsOfWord(run);
  }
}

/** What a text has that people ask for by name, as terms that no word becomes. */
const SIGNS: readonly (readonly [term: string, pattern: RegExp])[] = [
  ['0price', /[€£$¥₩₹₺₽₪]\s?\d|\d\s?(?:[€£$¥₩₹₺₽₪円元원]|(?:EUR|USD|GBP|CHF|zł|kr|руб|грн|TL)(?!\p{L}))/u],
  [
    '0hours',
    /(?<!\d)\d{1,2}(?:[:.]\d{2})?\s?(?:[ap]m|Uhr|h)(?![\p{L}\d])|(?<!\d)\d{1,2}:\d{2}(?!\d)|\d\s?[時时點点시]/u,
  ],
  ['0phone', /(?<![\d.,:])(?:\+|\(?0)[\d ()/-]{6,}\d|(?<!\d)\d{3}[-. ]\d{3}[-. ]\d{4}(?!\d)/],
  [
    '0duration',
    new RegExp(
      String.raw`(?:\d|\b(?:a|one|two|three|four|five|six|seven|eight|nine|ten|zwei|drei|vier|fünf|sechs|sieben|acht|` +
        String.raw`neun|zehn|einer|einem|deux|trois|dos|tres|due|tre))` +
        String.raw`[\s-]?(?:working |business |full )?` +
        String.raw`(?:(?:second|minute|hour|day|week|month|year|fortnight)s?\b|sekunde|minute|stunde|tage?n?\b|werktag|` +
        String.raw`woche|monat|jahr|heures?\b|jours?\b|semaine|mois\b|ans?\b|` +
        String.raw`hora|día|dia|semana|mes\b|meses|año|ano|ore\b|giorn|settiman|mesi\b|дн|час|недел|месяц|лет\b|год|` +
        '時間|小时|小時|日|天|週|周|か月|ヶ月|个月|個月|年|시간|일|주|개월|년)',
      'iu',
    ),
  ],
  // Where it is asked how many.
  ['0limit', /\b(?:up to|at most|no more than|maximum)\b/i],
  ['0percent', /\d\s?%|\b(?:prozent|percent)\b/i],
  // A heading such as "Wann kommt mein Paket?", and a question.
  ['0arrival', /\bwann\b[^.?!\n]{0,40}\bkomm(?:t|en)\b|\bwhen\b[^.?!\n]{0,40}\b(?:arrives?|come)\b/i],
  // Of a postal address: a code of five digits before the place, after a street or at the beginning of a line.
  ['0address', /(?:^|,) {0,3}\d{5} \p{Lu}\p{Ll}/mu],
  ['0email', /[\w.+-]@[\w-]+\.\w/],
];

/** Whether a term stands for a price, an hour, a telephone number or an address. */
export function isSign(term: string): boolean {
  return SIGNS.some(([sign]) => sign === term);
}

function signsOf(text: string): string[] {
  return SIGNS.flatMap(([term, pattern]) => (pattern.test(text) ? [term] : []));
}

/** German prefixes of verbs that stand at the end of a question: "Holt ihr uns wieder ab?" */
const SEPARATED = /^(?:ab|an|auf|aus|ein|her|hin|mit|nach|um|vor|zu|zurück|zurueck)$/;

/** In a German question, one of them follows the verb. */
const PRONOUN = /^(?:ich|du|er|sie|es|man|wir|ihr|mir|mich)$/;

function questionTerms(text: string): string[] {
  const written = runsOf(text).flatMap(({ kind, run }) =>
    (kind === 'pairs' || kind === 'dictionary' ? segmentsOf(run) : [run]).map((word) => ({ kind, word })),
  );
  const lower = written.map(({ word }) => word.toLowerCase());
  const meaningful = new Set(withoutStopWords(lower));
  const last = lower.at(-1) ?? '';
  const verb = SEPARATED.test(last)
    ? (lower.findLast((_, at) => PRONOUN.test(lower[at + 1] ?? '')) ??
      lower.find((word) => meaningful.has(word) && word.length > 3 && word !== last))
    : undefined;
  const words =
    verb === undefined
      ? written
      : [...written, { kind: 'word' as const, word: last + verb.replace(/(?:en|st|t|e)$/, '') }];
  for (const { word } of words.slice(written.length)) meaningful.add(word);
  return words.flatMap(({ kind, word }) => {
    if (!meaningful.has(word.toLowerCase())) return [];
    switch (kind) {
      case 'pairs':
        return [...(word.match(PAIRED) ?? [])].flatMap(pairsOf);
      case 'syllables':
        return pairsOf(withoutParticle(word));
      case 'dictionary':
        return [word];
      default:
        return wordTerms(word, []);
    }
  });
}

/** Parts of a word of Chinese or Japanese that are found: one script each, and no endings in Hiragana. */
const PAIRED = /\p{Script=Han}+|[\p{Script=Katakana}ー]{2,}|\p{Script=Hiragana}{3,}/gu;

/** Each character with the next one; a single one as it is. */
function pairsOf(run: string): string[] {
  const characters = [...run];
  return characters.length < 2
    ? characters
    : characters.slice(1).map((character, index) => `${characters[index] ?? ''}${character}`);
}

/** Korean particles and endings of politeness that follow a noun, longest first. */
const PARTICLES =
  /(?:에서는|으로는|에게서|이라도|이에요|인가요|입니까|까지는|에서|에게|에는|에도|으로|부터|까지|이나|이랑|하고|처럼|보다|마다|로도|은|는|이|가|을|를|에|의|도|로|와|과|만|나|랑|요)$/;

function withoutParticle(word: string): string {
  const noun = word.replace(PARTICLES, '');
  return noun === '' ? word : noun;
}

/** Terms of words in texts: the passages of a search share most of their words with those of the one before. */
const remembered = new Map<string, readonly string[]>();
const REMEMBERED_MAX = 20_000;

function termsOfWord(run: string): readonly string[] {
  const known = remembered.get(run);
  if (known) return known;
  // A copy: V8 keeps the whole text in memory as long as a part of it is referenced (88 MB instead of 8 for 20,000 words).
  const word = ` ${run}`.slice(1);
  const terms = wordTerms(word, partsOf(word));
  if (remembered.size >= REMEMBERED_MAX) remembered.clear();
  remembered.set(word, terms);
  return terms;
}

/** A name in camel case by its parts. */
function partsOf(word: string): string[] {
  const parts = word.match(/\p{Lu}?\p{Ll}+|\p{Lu}+(?!\p{Ll})|\p{N}+/gu) ?? [];
  return parts.length > 1 ? parts : [];
}

function wordTerms(word: string, parts: readonly string[]): string[] {
  return [word, ...parts].flatMap((part) => {
    const lower = part.toLowerCase();
    if (isStopWord(lower)) return [];
    const folded = withoutMarks(lower);
    const stemmed = /\p{Script=Arabic}/u.test(folded) ? stemArabic(folded) : stem(withoutIrregularForm(folded));
    // Marks without a letter, such as a lone Arabic tatweel, are no term: PostgreSQL refuses empty ones.
    return stemmed === '' ? [] : [withoutUmlauts(stemmed)];
  });
}

/** Latin letters that are not another one with a mark. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ı: 'i',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ð: 'd',
  ς: 'σ',
};
/** Marks of Latin, Greek, Cyrillic, Hebrew and Arabic letters. Those of Indian scripts are vowels, and stay. */
const MARKS = /[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670\u0640]/g;

/** A word in lower case as its term has its letters, with its ending. */
export function fold(word: string): string {
  return withoutUmlauts(withoutMarks(word));
}

/** A word in lower case as people type it in a hurry: without marks. */
function withoutMarks(word: string): string {
  if (/^[a-z0-9]*$/.test(word)) return word;
  return word
    .normalize('NFKD')
    .replaceAll(MARKS, '')
    .normalize('NFC')
    .replaceAll(/[ßłøđıæœþðς]/g, (letter) => LETTERS[letter] ?? letter);
}

/** ä, ö and ü are written with or without e where a keyboard lacks them; `que` and `gue` are none. */
function withoutUmlauts(word: string): string {
  return word.replaceAll(/(?<![qg])([aou])e/g, '$1');
}

/** Arabic articles, particles and endings off (light10: Larkey, Ballesteros and Connell 2007). */
function stemArabic(word: string): string {
  const letters = word.replaceAll('ى', 'ي').replaceAll('ة', 'ه');
  const bare = letters.replace(/^(?:وال|بال|كال|فال|لل|ال|و(?=.{3}))(?=.{2})/u, '');
  return bare.replace(/(?<=.{2})(?:ها|ان|ات|ون|ين|يه|ه|ي)$/u, '');
}

/** English endings off, lightly: both sides of a comparison lose the same, so a wrong cut does little harm. */
function stem(word: string): string {
  if (word.length < 4 || !/^[a-z]+$/.test(word)) return word;
  let stemmed = word;
  if (/ie[sd]$/.test(stemmed)) stemmed = `${stemmed.slice(0, -3)}y`;
  else if (/(?:ss|sh|ch|x)es$/.test(stemmed)) stemmed = stemmed.slice(0, -2);
  else if (/[^sui]s$/.test(stemmed)) stemmed = stemmed.slice(0, -1);
  stemmed = stemmed.replace(/([bdgmnprt])\1(?:er|est)$/, '$1');
  for (const ending of ['ation', 'ing', 'ed']) {
    const rest = stemmed.slice(0, -ending.length);
    if (!stemmed.endsWith(ending) || rest.length < 3 || !/[aeiouy]/.test(rest)) continue;
    stemmed = rest.replace(/([bdgmnprt])\1$/, '$1');
    break;
  }
  return stemmed.length > 4 ? stemmed.replace(/e$/, '') : stemmed;
}
