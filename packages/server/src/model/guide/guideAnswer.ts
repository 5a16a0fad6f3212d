import type { Reference } from '@sotto/widget-core/api';
import type { Passage } from '../../reading/readingJobs';
import type { Found, Retriever } from '../../datasets/retrieve';
import type { SmallTalk } from './guideSmallTalk';
import { matchSentence, noMatchSentence, NOTHING_FOUND, NOTHING_FOUND_BY_BOT } from '../searchSentences';

/** An answer of the guide, with sources. */
export interface GuideAnswer {
  readonly text: string;
  readonly references: readonly Reference[];
}

/** Context of an answer. */
export interface GuideVoice {
  /** A dataset is being tested: the answer starts with the specification's sentences (section 8). */
  readonly isDatasetTest?: boolean;
  /** It answers from an owner's content in any language, not from the documentation. */
  readonly isOfOwner?: boolean;
  /** Notice for trials that need a language model: in full in the first answer, then shortened. */
  readonly notice?: { readonly first: string; readonly later: string };
  /** Abilities by source of their passages. The answer states their purpose; their instructions are for models. */
  readonly abilities?: ReadonlyMap<string, { readonly name: string; readonly description: string }>;
}

/** Maximum number of quoted passages; in dataset tests. */
const MAX_PASSAGES = 2;
const MAX_PASSAGES_IN_TEST = 3;
/** No further passage is added beyond this length, in characters. */
const ANSWER_MAX_LENGTH = 2400;
/** Minimum score of a further passage, relative to the best; in dataset tests. */
const MIN_RELATIVE_SCORE = 0.75;
const MIN_RELATIVE_SCORE_IN_TEST = 0.5;
/** Maximum number of suggestions. */
const MAX_SUGGESTIONS = 3;
/** Maximum number of topics if nothing was found. */
const MAX_TOPICS = 4;
/** Maximum length of the visitor's text that is repeated, in characters. */
const SEARCH_MAX_LENGTH = 160;

/** Quotes passages with numbered sources. Suggestions are added only if other passages were similar. */
export function composeMatch(
  search: string,
  found: readonly Found[],
  { isDatasetTest = false, abilities }: GuideVoice = {},
): GuideAnswer {
  const chosen = choose(found, isDatasetTest);
  const references: Reference[] = [];
  const quoted = new Set<string>();
  const quotes = chosen.flatMap(({ source, title, url, text }) => {
    const ability = abilities?.get(source);
    if (ability) {
      if (quoted.has(source)) return [];
      quoted.add(source);
      return [
        `**${escapeInline(ability.name)}**: ${escapeInline(ability.description) || 'An ability without description'}`,
      ];
    }
    const known = references.findIndex((reference) => reference.url === url);
    const number = known >= 0 ? known + 1 : references.push({ source, title, url });
    const from = `**${escapeInline(title)}** [${String(number)}]`;
    return [isDatasetTest ? `${from}\n\n${quote(text)}` : `${quote(text)}\n\n${from}`];
  });
  const others = found
    .map(({ passage }) => passage)
    .filter((passage) => !references.some(({ url }) => url === passage.url) && !quoted.has(passage.source));
  const suggestions = suggest(others, MAX_SUGGESTIONS);
  const opening = isDatasetTest ? [matchSentence(escapeInline(shorten(search)))] : [];
  return {
    text: [...opening, ...quotes, ...(suggestions === '' ? [] : [`See also:\n\n${suggestions}`])].join('\n\n'),
    references,
  };
}

/** Composes the answer without a match, with the available topics. @param sentence - its first sentence */
export function composeNoMatch(
  search: string,
  retriever: Retriever,
  { isDatasetTest = false, isOfOwner = false, abilities }: GuideVoice = {},
  sentence = isOfOwner ? NOTHING_FOUND_BY_BOT : NOTHING_FOUND,
): GuideAnswer {
  const topics = suggest(retriever.topics(), MAX_TOPICS);
  const offer = (sentence: string): string[] => (topics === '' ? [] : [`${sentence}\n\n${topics}`]);
  if (isDatasetTest)
    return {
      text: [noMatchSentence(escapeInline(shorten(search))), ...offer('You could ask about:')].join('\n\n'),
      references: [],
    };
  if (abilities) return { text: offer('You can look at what it is made for:').join(''), references: [] };
  return { text: [sentence, ...offer('You could ask:')].join('\n\n'), references: [] };
}

const HONESTY =
  "I am this site's documentation guide: a full-text search, not a language model. I quote the passages that fit a question best, with their sources, " +
  'and say so when I find nothing.';
const CONNECTING =
  'Whoever runs this server can connect a language model with the settings `OPENAI_BASE_URL`, `OPENAI_API_KEY` and `OPENAI_MODEL`.';

/** Replies to greetings, thanks and similar messages. */
export function composeSmallTalk(kind: SmallTalk, retriever: Retriever): GuideAnswer {
  const topics = suggest(retriever.topics(), MAX_TOPICS);
  const offer = (sentence: string): string[] => (topics === '' ? [] : [`${sentence}\n\n${topics}`]);
  const paragraphs: Record<SmallTalk, readonly string[]> = {
    greeting: [
      "Hello! I search this site's documentation and quote what fits your question. What would you like to know?",
      ...offer('For example:'),
    ],
    thanks: ['You are welcome. If anything else comes up, just ask.'],
    goodbye: ['Goodbye! This conversation stays here if you want to come back to it.'],
    agreement: ['Good. Ask whenever you want to look something else up.'],
    identity: [HONESTY, CONNECTING, ...offer('You could ask:')],
    ability: [HONESTY, 'Ask in a few plain words, in the language of the documentation.', ...offer('You could ask:')],
  };
  return { text: paragraphs[kind].join('\n\n'), references: [] };
}

/** The best passages within the length limit. */
function choose(found: readonly Found[], isDatasetTest: boolean): Passage[] {
  const best = found[0];
  if (!best) return [];
  const chosen = [best.passage];
  let length = best.passage.text.length;
  for (const { passage, score } of found.slice(1)) {
    if (
      chosen.length >= (isDatasetTest ? MAX_PASSAGES_IN_TEST : MAX_PASSAGES) ||
      score < best.score * (isDatasetTest ? MIN_RELATIVE_SCORE_IN_TEST : MIN_RELATIVE_SCORE)
    )
      break;
    if (length + passage.text.length > ANSWER_MAX_LENGTH) continue;
    chosen.push(passage);
    length += passage.text.length;
  }
  return chosen;
}

/** Links without an address, which send their text. A one-word heading is asked for together with its page. */
function suggest(passages: readonly Passage[], count: number): string {
  const captions = passages.map(({ headings, page }) => {
    const heading = headings.at(-1) ?? page;
    return heading.includes(' ') || heading === page ? heading : `${page}: ${heading}`;
  });
  return [...new Set(captions)]
    .slice(0, count)
    .map((caption) => `[${escapeInline(caption)}]()`)
    .join(' ');
}

/** Formats a quotation, which also keeps examples of rich blocks from being rendered. */
function quote(text: string): string {
  return text
    .split('\n')
    .map((line) => (line === '' ? '>' : `> ${line}`))
    .join('\n');
}

/** Third-party text inside a sentence: without line breaks and markup. */
function escapeInline(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\`*[\]<>~$|]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\$&');
}

function shorten(text: string): string {
  const plain = text.replace(/\s+/g, ' ').trim();
  const letters = [...plain];
  return letters.length <= SEARCH_MAX_LENGTH ? plain : `${letters.slice(0, SEARCH_MAX_LENGTH).join('').trimEnd()}…`;
}
