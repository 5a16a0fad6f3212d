/**
 * English verbs and nouns whose forms do not begin like them, one line for each: the word, then its forms. Left out are
 * forms that are mostly another word, such as `left`, `saw`, `felt` and `ground`.
 */
const LINES = `
  begin began begun
  bend bent
  bind bound
  bite bitten
  bleed bled
  blow blew blown
  break broke broken
  breed bred
  bring brought
  build built
  burn burnt
  buy bought
  catch caught
  child children
  choose chose chosen
  deal dealt
  draw drew drawn
  drink drank drunk
  drive drove driven
  eat ate eaten
  feed fed
  fight fought
  fly flew flown
  foot feet
  forbid forbade forbidden
  forget forgot forgotten
  freeze froze frozen
  grow grew grown
  hide hid hidden
  hold held
  keep kept
  knife knives
  lend lent
  loaf loaves
  lose lost
  man men
  mouse mice
  pay paid
  ride rode ridden
  sell sold
  sew sewn
  shake shook shaken
  shelf shelves
  shrink shrank shrunk
  sing sang sung
  sink sank sunk
  sleep slept
  spell spelt
  spend spent
  spill spilt
  stand stood
  steal stole stolen
  stick stuck
  sting stung
  strike struck
  sweep swept
  swell swollen
  swim swam swum
  teach taught
  tear tore torn
  think thought
  throw threw thrown
  tooth teeth
  understand understood
  wake woke woken
  wear wore worn
  weave wove woven
  win won
  woman women
  write wrote written
`;

const WORDS: ReadonlyMap<string, string> = new Map(
  LINES.trim()
    .split(/\s*\n\s*/)
    .flatMap((line) => {
      const [word = '', ...forms] = line.split(' ');
      return forms.map((form) => [form, word] as const);
    }),
);

/** The word that an irregular form is of; any other word as it is. @param word - in lower case */
export function withoutIrregularForm(word: string): string {
  return WORDS.get(word) ?? word;
}
