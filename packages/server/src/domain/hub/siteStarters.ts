import { isQuestion, STARTERS_MAX } from '@sotto/hub-api';
import { parseAddress } from '@sotto/widget-core/internal/server';
import type { SiteSection } from '../../db/queries/hub/siteHeadingQueries';

/** Length of a question or topic on a button, in characters. */
export const STARTER_LENGTH = { min: 4, max: 80 } as const;
const TOPIC_MAX_LENGTH = 40;
/** Questions from one page, so that a long list of questions leaves room for other pages. */
const PER_PAGE = 2;

/** Pages about the site itself or for shoppers' accounts, which no visitor asks about first. */
const ASIDE = new RegExp(
  'privacy|datenschutz|confidentialit|privacidad|privacidade|impressum|imprint|legal|terms|\\bagb\\b|cookie|log-?in|' +
    'sign-?in|register|cart|basket|checkout|account|not-?found|sitemap|search|/(?:tag|category|author|feed)s?/',
  'i',
);
/** Titles that name a kind of page and no topic. */
const GENERIC =
  /^(?:home(?: ?page)?|welcome|start(?:seite)?|accueil|inicio|início|index|blog|news|faqs?|ホーム|首页)$/i;

/**
 * Proposes questions that the pages of a site answer: questions in headings first, one of each page and then another,
 * and then the topics of pages without any.
 *
 * Every one is the heading of a text that was read, so that a bot which searches these pages finds an answer.
 */
export function proposeStarters(sections: readonly SiteSection[]): string[] {
  const pages = new Map<string, SiteSection[]>();
  for (const section of sections) {
    const address = section.url.split('#')[0] ?? '';
    if (!ASIDE.test(`${pathOf(address)} ${section.page}`)) pages.set(address, [...(pages.get(address) ?? []), section]);
  }
  const questions = [...pages.values()].map((parts) =>
    parts
      .flatMap(({ page, headings }) => [page, ...headings].map(cleanStarter))
      .filter((text) => isQuestion(text) && isFit(text, STARTER_LENGTH.max)),
  );
  const topics = [...pages]
    .filter(([address], index) => pathOf(address) !== '/' && questions[index]?.length === 0)
    .map(([, [first]]) => cleanStarter(first?.page ?? '').split(/\s+[|–—·•]\s+/)[0] ?? '')
    .filter((topic) => !isQuestion(topic) && !GENERIC.test(topic) && isFit(topic, TOPIC_MAX_LENGTH));
  const rounds = Array.from({ length: PER_PAGE }, (_, round) =>
    questions.flatMap((list) => [...new Set(list)].slice(round, round + 1)),
  );
  const seen = new Set<string>();
  return [...rounds.flat(), ...topics]
    .filter((text) => !seen.has(text.toLowerCase()) && seen.add(text.toLowerCase()))
    .slice(0, STARTERS_MAX);
}

/** Without numbers of a list (`3. How …`) and without brackets, which are marks of a link. */
export function cleanStarter(text: string): string {
  return text
    .replaceAll(/[[\]]/g, '')
    .replace(/^\s*(?:\d{1,2}[.)]|[-–•])\s+/, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

function isFit(text: string, most: number): boolean {
  return text.length >= STARTER_LENGTH.min && text.length <= most;
}

function pathOf(address: string): string {
  return parseAddress(address)?.pathname ?? '';
}
