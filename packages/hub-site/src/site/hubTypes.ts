import type { HubType } from '@sotto/hub-api';

/** Texts and paths of a kind of item. */
export interface HubTypeWords {
  readonly type: HubType;
  /** Below `/hub/`. */
  readonly plural: 'skillsets' | 'bots' | 'datasets' | 'widgets' | 'blueprints';
  readonly one: string;
  readonly many: string;
  /** `A skillset`, for the specification's fallbacks. */
  readonly article: string;
  /** One sentence on what it is. */
  readonly meaning: string;
  /** Shown if an item has no emoji. */
  readonly icon: string;
  /** Page to create a new one. */
  readonly create: string;
}

/** The five kinds, in navigation order. */
export const HUB_TYPE_WORDS: Readonly<Record<HubType, HubTypeWords>> = {
  skillset: {
    type: 'skillset',
    plural: 'skillsets',
    one: 'Skillset',
    many: 'Skillsets',
    article: 'A skillset',
    meaning: 'Sets of abilities that a bot may use: what it can look up, fetch and do.',
    icon: '🧰',
    create: '/skillsets/new',
  },
  bot: {
    type: 'bot',
    plural: 'bots',
    one: 'Bot',
    many: 'Bots',
    article: 'A bot',
    meaning: 'Ready-made bots: instructions together with the abilities and the knowledge they work with.',
    icon: '🤖',
    create: '/bots/new',
  },
  dataset: {
    type: 'dataset',
    plural: 'datasets',
    one: 'Dataset',
    many: 'Datasets',
    article: 'A dataset',
    meaning: 'Documents a bot looks things up in before it answers, so that it can say where an answer comes from.',
    icon: '📚',
    create: '/datasets/new',
  },
  widget: {
    type: 'widget',
    plural: 'widgets',
    one: 'Widget',
    many: 'Widgets',
    article: 'A widget',
    meaning: 'Chats with their looks and settings, to be put on a site with one line.',
    icon: '💬',
    create: '/integrations/widget/new',
  },
  blueprint: {
    type: 'blueprint',
    plural: 'blueprints',
    one: 'Blueprint',
    many: 'Blueprints',
    article: 'A blueprint',
    meaning: 'Bots, skillsets, datasets and widgets that work together, with the steps to set them up.',
    icon: '📐',
    create: '/blueprints/new',
  },
};

/** Name of a person beside what they share. */
export function personName({ name }: { name: string }): string {
  return name.trim() === '' ? 'Anonymous' : name;
}

/** Path of an item's page. */
export function itemPath({ type, slug, id }: { type: HubType; slug: string | null; id: string }): string {
  return `/hub/${HUB_TYPE_WORDS[type].plural}/${slug ?? id}`;
}

/** Its name, or the specification's fallback. */
export function itemName({ type, name }: { type: HubType; name: string }): string {
  return name.trim() === '' ? `${HUB_TYPE_WORDS[type].article} without name` : name;
}

/** Its description, or the specification's fallback. */
export function itemDescription({ type, description }: { type: HubType; description: string }): string {
  return description.trim() === '' ? `${HUB_TYPE_WORDS[type].article} without description` : description;
}
