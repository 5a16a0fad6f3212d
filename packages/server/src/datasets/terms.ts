/** Words that carry no meaning of their own in a question or a sentence. */
const STOP_WORDS: ReadonlySet<string> = new Set(
  (
    'a an and any help are as at be been but by can could did do does for from get gets give had has ' +
    'have how i if in into is it its just let like many may me ' +
    'might much must my need of on or our out please shall should so some such tell than that the their them then there these they this those to too ' +
    'up us very want was we were what when where which who whom whose why will with would you your about am im ive id cant dont doesnt isnt whats ' +
    'hows possible explain show know also only not no yes way thing things make makes use using used one each every all mode sotto'
  ).split(' '),
);

/** Whether a word, in lower case, carries no meaning of its own. */
export function isStopWord(word: string): boolean {
  return STOP_WORDS.has(word);
}

/**
 * Words people use for the same thing; all become the first of their line, which is written in full, the others as
 * `stem` leaves them.
 */
const SYNONYMS: ReadonlyMap<string, string> = new Map(
  [
    ['color', 'colour'],
    ['remove', 'remov', 'delet', 'erase', 'eras', 'uninstall'],
    ['setting', 'set', 'config', 'configur', 'option', 'preferenc', 'customis', 'customiz', 'chang'],
    ['picture', 'pictur', 'image', 'imag', 'photo'],
    ['install', 'embed', 'setup', 'add', 'insert', 'paste', 'past', 'instal'],
    ['database', 'databas', 'db'],
    ['postgresql', 'postgres', 'postgre'],
    ['button', 'launcher', 'bubbl'],
    ['start', 'launch', 'run'],
    ['website', 'websit', 'site', 'page', 'webpage', 'webpag'],
    ['dark', 'night'],
    ['csp', 'content-security-policy'],
    ['licence', 'licenc', 'licens', 'license'],
    ['export', 'download', 'transcript', 'sav'],
    ['javascript', 'js', 'script', 'snippet'],
    ['model', 'llm', 'gpt', 'openai', 'ollama', 'chatgpt'],
    ['limit', 'quota', 'maximum'],
    ['host', 'deploi', 'deploy', 'deployment'],
    ['error', 'problem', 'fail', 'failur', 'troubl', 'broken', 'troubleshoot'],
    ['privacy', 'gdpr', 'tracking', 'track', 'cooki'],
    ['https', 'ssl', 'tl'],
    ['citation', 'sourc', 'cit', 'referenc'],
    ['several', 'multipl', 'two'],
  ].flatMap(([first = '', ...others]) => [...others, stem(first)].map((word) => [word, stem(first)] as const)),
);

/**
 * A word. A longer one counts as several: PostgreSQL refuses words of more than 2,046 bytes in a search vector, and
 * nobody writes one.
 */
const WORD = /[\p{L}\p{N}]{1,100}/gu;

/**
 * A text as the words it is found by: lower case, without stop words, in a common form.
 *
 * @param isQuery - a name like `setOpen` in a document is found whole and by its parts; in a question it stays whole
 */
export function toTerms(text: string, isQuery = false): string[] {
  const terms: string[] = [];
  for (const word of text.replace(/['’]/g, '').match(WORD) ?? []) {
    const parts = isQuery ? [] : (word.match(/\p{Lu}?\p{Ll}+|\p{Lu}+(?!\p{Ll})|\p{N}+/gu) ?? []);
    for (const part of parts.length > 1 ? [word, ...parts] : [word]) {
      const lower = part.toLowerCase();
      if (STOP_WORDS.has(lower)) continue;
      const stemmed = stem(lower);
      terms.push(SYNONYMS.get(stemmed) ?? stemmed);
    }
  }
  return terms;
}

/** English endings off, lightly: both sides of a comparison lose the same, so a wrong cut does little harm. */
function stem(word: string): string {
  if (word.length < 4 || !/^[a-z]+$/.test(word)) return word;
  let stemmed = word;
  if (/ie[sd]$/.test(stemmed)) stemmed = `${stemmed.slice(0, -3)}y`;
  else if (/(?:ss|sh|ch|x)es$/.test(stemmed)) stemmed = stemmed.slice(0, -2);
  else if (/[^sui]s$/.test(stemmed)) stemmed = stemmed.slice(0, -1);
  for (const ending of ['ation', 'ing', 'ed']) {
    const rest = stemmed.slice(0, -ending.length);
    if (!stemmed.endsWith(ending) || rest.length < 3 || !/[aeiouy]/.test(rest)) continue;
    stemmed = rest.replace(/([bdgmnprt])\1$/, '$1');
    break;
  }
  return stemmed.length > 4 ? stemmed.replace(/e$/, '') : stemmed;
}
