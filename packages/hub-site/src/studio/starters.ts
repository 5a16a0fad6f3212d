import { isQuestion } from '@sotto/hub-api';

/** Maximum length of a starter question, in characters: it is a button. */
const STARTER_MAX_LENGTH = 200;

/** Links without an address at the end of a text: the widget shows them as buttons that send their words. */
const AT_END = /(?:\s*\[[^\]\n]{1,200}\]\(\s*\))+\s*$/;

/** An introduction as its form has it: the text, and the starter questions below it. */
export interface Introduction {
  readonly text: string;
  readonly starters: readonly string[];
}

/** Separates the starter questions from the text of `intro`. Links inside the text stay there. */
export function splitIntro(intro: string): Introduction {
  const [end = ''] = AT_END.exec(intro) ?? [];
  return {
    text: intro.slice(0, intro.length - end.length).trimEnd(),
    starters: [...end.matchAll(/\[([^\]\n]+)\]/g)].map(([, words = '']) => words.trim()),
  };
}

/** The setting `intro`. */
export function joinIntro({ text, starters }: Introduction): string {
  const links = starters.map((words) => `[${words}]()`).join(' ');
  return [text.trim(), links].filter((part) => part !== '').join('\n\n');
}

/** Starter questions, one per line. */
export function readStarters(lines: string): string[] {
  return lines
    .split('\n')
    .map((line) => line.replaceAll(/[[\]]/g, '').trim().slice(0, STARTER_MAX_LENGTH))
    .filter((line) => line !== '');
}

/** What the proposals are: not every page has a heading that asks something. */
export function describeStarters(starters: readonly string[]): string {
  const questions = starters.filter(isQuestion).length;
  if (starters.length === 0)
    return 'No heading of your pages asks a question. Visitors see what you write once you save.';
  if (questions === starters.length)
    return 'Your pages answer these questions. Edit them as you like; visitors see them once you save.';
  return (
    `These are ${questions === 0 ? '' : 'questions and '}titles of your pages. ` +
    'A question in a visitor’s own words is better. Visitors see them once you save.'
  );
}
