import type { Reference } from '@sotto/widget-core/api';
import type { Passage } from '../../reading/readingJobs';
import type { Found, Retriever, Weigh } from '../../datasets/retrieve';
import { matchSentence, noMatchSentence, NOTHING_FOUND } from '../searchSentences';
import { botSentences, type BotSentences } from './botSentences';
import type { DetectedSmallTalk, SmallTalk } from './guideSmallTalk';
import { focusOf, quoteAnswer } from './quoteAnswer';

/** An answer of the guide, with sources. */
export interface GuideAnswer {
  readonly text: string;
  readonly references: readonly Reference[];
}

/** Context of an answer. */
export interface GuideVoice {
  /** A dataset is being tested: the answer starts with the specification's sentences (section 8). */
  readonly isDatasetTest?: boolean;
  /** The bot of an owner, which answers from its own content in any language. @default the documentation's guide */
  readonly bot?: {
    readonly name: string;
    /** The owner's sentence for questions without an answer. @default one in the visitor's language */
    readonly nothingFound?: string | undefined;
  };
  /** Precedes the first answer of a trial that lacks its language model. */
  readonly notice?: string;
  /** Abilities by source of their passages. The answer states their purpose; their instructions are for models. */
  readonly abilities?: ReadonlyMap<string, { readonly name: string; readonly description: string }>;
}

/** Maximum length of an answer, in characters. Its sources are references. */
const ANSWER_MAX_LENGTH = 600;
/** A longer answer, in characters, gets a second passage only if that has words of the question that the first lacks. */
const ENOUGH_LENGTH = 350;
/** Maximum number of passages that are quoted; in dataset tests. */
const MAX_PASSAGES = 2;
const MAX_PASSAGES_IN_TEST = 3;
/** No further passage is added to a dataset test beyond this length, in characters. */
const TEST_MAX_LENGTH = 2400;
/** With less space left, in characters, no further passage is quoted. */
const LEAST_SPACE = 100;
/** Passages whose parts are compared with a question. */
const COMPARED_MAX = 5;
/** A passage named by the question has an endless score, which is not to be multiplied. */
const NAMED_SCORE = 1_000_000;
/** Minimum score of a further passage, relative to the best; in dataset tests. */
const MIN_RELATIVE_SCORE = 0.6;
const MIN_RELATIVE_SCORE_IN_TEST = 0.5;
/** Maximum number of suggestions. */
const MAX_SUGGESTIONS = 3;
/** Maximum number of topics if nothing was found. */
const MAX_TOPICS = 4;
/** Maximum length of the visitor's text that is repeated, in characters. */
const SEARCH_MAX_LENGTH = 160;

/** Two or three sentences from the best passages, which are the references. */
export function composeMatch(found: readonly Found[], weigh: Weigh, { abilities }: GuideVoice = {}): GuideAnswer {
  const references: Reference[] = [];
  const parts: string[] = [];
  let space = ANSWER_MAX_LENGTH;
  const best = inFocus(found, weigh);
  for (const { passage, score } of best.slice(0, MAX_PASSAGES)) {
    if (score < (best[0]?.score ?? 0) * MIN_RELATIVE_SCORE || space < LEAST_SPACE) break;
    const { source, title, url } = passage;
    const ability = abilities?.get(source);
    const text = ability ? describe(ability) : quoteAnswer(passage, weigh, space);
    const before = parts.join('\n\n');
    const isFurther = before.length < ENOUGH_LENGTH ? !before.includes(text.slice(0, 80)) : adds(text, before, weigh);
    if (text === '' || (before !== '' && !isFurther)) continue;
    parts.push(text);
    space -= text.length + 2;
    if (!ability && !references.some((reference) => reference.url === url && reference.title === title))
      references.push({ source, title, url });
  }
  return { text: parts.join('\n\n'), references };
}

/** The best passages, first those of which one part has most of the question. */
function inFocus(found: readonly Found[], weigh: Weigh): Found[] {
  return found
    .slice(0, COMPARED_MAX)
    .map((one) => ({ ...one, score: Math.min(one.score, NAMED_SCORE) * focusOf(one.passage, weigh) }))
    .sort((one, other) => other.score - one.score);
}

/** Whether a text has words of the question that another one lacks. */
function adds(text: string, before: string, weigh: Weigh): boolean {
  const known = weigh(before);
  return weigh(text).some((weight, index) => weight > 0 && known[index] === 0);
}

function describe({ name, description }: { readonly name: string; readonly description: string }): string {
  return `**${escapeInline(name)}**: ${escapeInline(description) || 'An ability without description'}`;
}

/** Quotes passages with numbered sources, for a test of a dataset (specification, section 8). */
export function composeTestMatch(search: string, found: readonly Found[]): GuideAnswer {
  const references: Reference[] = [];
  const quotes = choose(found).map(({ source, title, url, text }) => {
    const known = references.findIndex((reference) => reference.url === url);
    const number = known >= 0 ? known + 1 : references.push({ source, title, url });
    return `**${escapeInline(title)}** [${String(number)}]\n\n${quote(text)}`;
  });
  const others = found
    .map(({ passage }) => passage)
    .filter((passage) => !references.some(({ url }) => url === passage.url));
  const suggestions = suggest(others, MAX_SUGGESTIONS);
  return {
    text: [
      matchSentence(escapeInline(shorten(search))),
      ...quotes,
      ...(suggestions === '' ? [] : [`See also:\n\n${suggestions}`]),
    ].join('\n\n'),
    references,
  };
}

/** Composes the answer without a match, with the available topics. @param language - of the visitor; BCP 47 */
export function composeNoMatch(
  search: string,
  retriever: Retriever,
  { isDatasetTest = false, bot, abilities }: GuideVoice = {},
  language?: string,
): GuideAnswer {
  if (isDatasetTest)
    return answerOf(noMatchSentence(escapeInline(shorten(search))), ...offer('You could ask about:', retriever));
  if (abilities && !bot) return answerOf(...offer('You can look at what it is made for:', retriever));
  if (!bot) return answerOf(NOTHING_FOUND, ...offer('You could ask:', retriever));
  const words = botSentences(language);
  return answerOf(bot.nothingFound || words.nothing, ...offer(words.offer, retriever));
}

/** Reports that the documentation, which is in English, has nothing about a question in another language. */
export function composeNoForeignMatch(sentence: string, retriever: Retriever): GuideAnswer {
  return answerOf(sentence, ...offer('You could ask:', retriever));
}

const HONESTY =
  "I am this site's documentation guide: a full-text search, not a language model. I quote the passages that fit a question best, with their sources, " +
  'and say so when I find nothing.';
const CONNECTING =
  'Whoever runs this server can connect a language model with the settings `OPENAI_BASE_URL`, `OPENAI_API_KEY` and `OPENAI_MODEL`.';

/** Replies to greetings, thanks and similar messages. */
export function composeSmallTalk(
  { kind, language }: DetectedSmallTalk,
  retriever: Retriever,
  { bot }: GuideVoice = {},
): GuideAnswer {
  if (bot) return answerOf(...ofBot(kind, bot, retriever, botSentences(language)));
  const paragraphs: Record<SmallTalk, readonly string[]> = {
    greeting: [
      "Hello! I search this site's documentation and quote what fits your question. What would you like to know?",
      ...offer('For example:', retriever),
    ],
    thanks: ['You are welcome. If anything else comes up, just ask.'],
    goodbye: ['Goodbye! This conversation stays here if you want to come back to it.'],
    agreement: ['Good. Ask whenever you want to look something else up.'],
    identity: [HONESTY, CONNECTING, ...offer('You could ask:', retriever)],
    ability: [
      HONESTY,
      'Ask in a few plain words, in the language of the documentation.',
      ...offer('You could ask:', retriever),
    ],
  };
  return answerOf(...paragraphs[kind]);
}

function ofBot(
  kind: SmallTalk,
  { name }: NonNullable<GuideVoice['bot']>,
  retriever: Retriever,
  words: BotSentences,
): readonly string[] {
  if (kind !== 'identity' && kind !== 'ability') return [words[kind]];
  const known = escapeInline(name);
  const identity = words.identity.replace(/\{name\}([,，、،] ?)/, (_, comma: string) =>
    known === '' ? '' : known + comma,
  );
  return [identity, ...offer(words.offer, retriever)];
}

function answerOf(...paragraphs: readonly string[]): GuideAnswer {
  return { text: paragraphs.join('\n\n'), references: [] };
}

/** Topics after a sentence; none if there are none. */
function offer(sentence: string, retriever: Retriever): string[] {
  const topics = suggest(retriever.topics(), MAX_TOPICS);
  return topics === '' ? [] : [`${sentence}\n\n${topics}`];
}

/** The best passages within the length limit. */
function choose(found: readonly Found[]): Passage[] {
  const best = found[0];
  if (!best) return [];
  const chosen = [best.passage];
  let length = best.passage.text.length;
  for (const { passage, score } of found.slice(1)) {
    if (chosen.length >= MAX_PASSAGES_IN_TEST || score < best.score * MIN_RELATIVE_SCORE_IN_TEST) break;
    if (length + passage.text.length > TEST_MAX_LENGTH) continue;
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
