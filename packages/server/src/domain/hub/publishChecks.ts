import type { HubType, PublishCheckName } from '@sotto/hub-api';

/** Input of the checks. */
export interface Candidate {
  readonly name: string;
  readonly description: string;
  /** Abilities whose requests are refused, by name. */
  readonly brokenAbilities: readonly string[];
  /** Whether it has answered its owner. */
  readonly hasPassedTrial: boolean;
  /** How many checks it has, and how many of them passed when they were last run. */
  readonly checks: { readonly total: number; readonly passed: number };
}

/** A requirement for being listed on the Hub. */
export interface PublishCheck {
  readonly name: PublishCheckName;
  /** Kinds it applies to. */
  readonly types: readonly HubType[];
  /** The form field it concerns. */
  readonly field: 'name' | 'description' | 'visibility';
  readonly title: string;
  /** How to meet it. */
  readonly remedy: (candidate: Candidate) => string;
  readonly passes: (candidate: Candidate) => boolean;
}

const ALL: readonly HubType[] = ['skillset', 'bot', 'dataset', 'widget', 'blueprint'];
const hasWords = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);

/** All requirements for public items, in display order. */
export const PUBLISHING: readonly PublishCheck[] = [
  {
    name: 'name',
    types: ALL,
    field: 'name',
    title: 'It has a name',
    remedy: () => 'Give it a name: lists and search results show it.',
    passes: ({ name }) => hasWords(name),
  },
  {
    name: 'description',
    types: ALL,
    field: 'description',
    title: 'It has a description',
    remedy: () => 'Describe what it does: lists show it, and the search reads it.',
    passes: ({ description }) => hasWords(description),
  },
  {
    name: 'abilities',
    types: ['skillset', 'bot', 'widget'],
    field: 'visibility',
    title: 'No ability has a problem',
    remedy: ({ brokenAbilities }) =>
      `Correct these abilities, whose requests are refused: ${brokenAbilities.join(', ')}.`,
    passes: ({ brokenAbilities }) => brokenAbilities.length === 0,
  },
  {
    name: 'trial',
    types: ['skillset', 'bot', 'dataset', 'widget'],
    field: 'visibility',
    title: 'It has answered a question',
    remedy: () => 'Save it, and ask it something: one whole answer is needed during which no tool fails.',
    passes: ({ hasPassedTrial }) => hasPassedTrial,
  },
  {
    name: 'checks',
    types: ['skillset', 'bot'],
    field: 'visibility',
    title: 'All its checks pass',
    remedy: ({ checks: { total, passed } }) =>
      `${String(passed)} of ${String(total)} checks pass. See why the others do not, and run them again.`,
    // Without a check this is a recommendation: checks cost answers of a model.
    passes: ({ checks: { total, passed } }) => passed === total,
  },
];
