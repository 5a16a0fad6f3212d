/** A script, with the characters that are common in it. */
export interface Script {
  readonly encoding: string;
  /** Non-ASCII letters; of Latin scripts only small ones, from which capitals are derived with a lower frequency. */
  readonly letters: string;
  /** Letters that make up more than half of a text. @default none */
  readonly common?: string;
  readonly isLatin: boolean;
  /** How much rarer it is than the first of its kind, in nats. @default 0 */
  readonly rarity?: number;
}

const WESTERN = [
  'äöüß',
  'éèàçêâîôûùëïœ',
  'áéíóúñü',
  'áàâãçéêíóôõúü',
  'àèéìòù',
  'åäöæøé',
  'äëïöüéèêó',
  'àâäæçèéêëîïìíòóôöøœùúûüñßåãõáðþýÿš',
];
const CENTRAL = ['ąćęłńóśźż', 'áčďéěíňóřšťúůýž', 'áäčďéíĺľňóôŕšťúýž', 'áéíóöőúüű', 'ăâîşţ', 'čćđšž'];
const TURKISH = ['çğıöşüİâî'];
const BALTIC = ['ąčęėįšųūž', 'āčēģīķļņšūž', 'äöõüšž'];
const RUSSIAN = { letters: letters('а', 'я') + letters('А', 'Я') + 'ёЁ', common: 'оеаинтсрвлкмдпу' };
const UKRAINIAN = { letters: RUSSIAN.letters + 'іїєґІЇЄҐ', common: 'оаинітевсркл' };
const ARABIC = letters('ء', 'غ') + letters('ـ', 'ي');
const ARABIC_COMMON = 'ايلمونترهعسب';

/** Single-byte encodings. */
export const SCRIPTS: readonly Script[] = [
  ...latin('windows-1252', WESTERN),
  ...latin('windows-1250', CENTRAL, 2),
  ...latin('iso-8859-2', CENTRAL, 4),
  ...latin('windows-1254', TURKISH, 2),
  ...latin('windows-1257', BALTIC, 3),
  ...latin('macintosh', WESTERN, 3),
  ...latin('ibm850', WESTERN, 4),
  { encoding: 'windows-1251', isLatin: false, ...RUSSIAN },
  { encoding: 'windows-1251', isLatin: false, rarity: 0.5, ...UKRAINIAN },
  { encoding: 'koi8-u', isLatin: false, rarity: 1, ...RUSSIAN },
  { encoding: 'ibm866', isLatin: false, rarity: 2, ...RUSSIAN },
  { encoding: 'iso-8859-5', isLatin: false, rarity: 3, ...RUSSIAN },
  { encoding: 'x-mac-cyrillic', isLatin: false, rarity: 3, ...RUSSIAN },
  {
    encoding: 'windows-1253',
    isLatin: false,
    letters: letters('α', 'ω') + letters('Α', 'Ω') + 'άέήίόύώΆΈΉΊΌΎΏϊϋΐΰ',
    common: 'αοιετσνηυρπκμ',
  },
  { encoding: 'windows-1255', isLatin: false, letters: letters('א', 'ת'), common: 'יוהלאתרבמש' },
  { encoding: 'windows-1256', isLatin: false, letters: ARABIC + 'پچژگکی،؛؟', common: ARABIC_COMMON },
  { encoding: 'iso-8859-6', isLatin: false, rarity: 3, letters: ARABIC + '،؛؟', common: ARABIC_COMMON },
  { encoding: 'windows-874', isLatin: false, letters: letters('ก', 'ฺ') + letters('เ', '๛'), common: 'านรอกเงมยลวดท่้' },
];

function latin(encoding: string, alphabets: readonly string[], rarity = 0): Script[] {
  return alphabets.map((alphabet) => ({ encoding, letters: alphabet, isLatin: true, rarity }));
}

function letters(first: string, last: string): string {
  const [from, to] = [first.charCodeAt(0), last.charCodeAt(0)];
  return String.fromCharCode(...Array.from({ length: to - from + 1 }, (_, index) => from + index));
}

/** A double-byte encoding. */
export interface PairScript {
  readonly encoding: string;
  /** Number of common pairs if a pair is one of them; 0 otherwise. */
  readonly usual: (lead: number, trail: number) => number;
  /** Frequent characters: more than a third of most texts. */
  readonly common: string;
}

const isUpper = (trail: number): boolean => trail >= 0xa1 && trail <= 0xfe;
/** Punctuation, digits and full-width letters of East Asian standards: two or three rows. */
const SIGNS = 300;
const HANZI =
  '的一是不在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年过发后作里用道行所然家';
const HANZI_TRADITIONAL =
  '的一是不在人有我他這個們中來上大為和國地到以說時要就出會可也你對生能而子那得於著下自之年過發後作裡用道行所然家';
const HANGUL = '이다는의에을를가고하은지기로한도사리자서아시나어대인주그라일수정요해보게있습니간전부만제상';

/** Common rows of the standards: JIS X 0208 level 1, GB 2312 level 1, Big5 level 1, KS X 1001 syllables. */
export const PAIR_SCRIPTS: readonly PairScript[] = [
  { encoding: 'shift_jis', common: '', usual: usualShiftJis },
  {
    encoding: 'euc-jp',
    common: '',
    usual: (lead, trail) =>
      !isUpper(trail) ? 0 : lead === 0xa4 || lead === 0xa5 ? 170 : lead >= 0xb0 && lead <= 0xcf ? 6_000 : signs(lead),
  },
  {
    encoding: 'gb18030',
    common: HANZI,
    usual: (lead, trail) => (!isUpper(trail) ? 0 : lead >= 0xb0 && lead <= 0xd7 ? 3_755 : signs(lead)),
  },
  {
    encoding: 'big5',
    common: HANZI_TRADITIONAL,
    usual: (lead) => (lead >= 0xa4 && lead <= 0xc6 ? 5_401 : lead === 0xa1 || lead === 0xa2 ? SIGNS : 0),
  },
  {
    encoding: 'euc-kr',
    common: HANGUL,
    usual: (lead, trail) => (!isUpper(trail) ? 0 : lead >= 0xb0 && lead <= 0xc8 ? 2_350 : signs(lead)),
  },
];

/** Characters that occur in every East Asian text, including spaces and line ends. */
const EAST_ASIAN = new RegExp(
  `[\\n -~\\p{scx=Hira}\\p{scx=Kana}\\p{scx=Hang}\\u3000-\\u3002\\uff01-\\uff5e${HANZI}${HANZI_TRADITIONAL}]`,
  'gu',
);

/** Share of frequent characters, for East Asian text. */
export function eastAsianShare(text: string): number {
  return (text.match(EAST_ASIAN)?.length ?? 0) / Math.max(1, text.length);
}

function signs(lead: number): number {
  return lead === 0xa1 || lead === 0xa3 ? SIGNS : 0;
}

function usualShiftJis(lead: number, trail: number): number {
  if (lead === 0x82 && trail >= 0x9f && trail <= 0xf1) return 170;
  if (lead === 0x83 && trail >= 0x40 && trail <= 0x96) return 170;
  if (lead === 0x81 || lead === 0x82) return SIGNS;
  return lead >= 0x88 && lead <= 0x97 ? 6_000 : 0;
}
