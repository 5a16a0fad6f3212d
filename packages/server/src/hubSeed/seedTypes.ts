import type { JsonObject } from '@sotto/widget-core/api';

/** The common fields of seeded items. Ids are fixed, so that items can reference each other. */
export interface SeedItem {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly icon: string;
  readonly tags: readonly string[];
}

/** An ability: its name, when to use it, and how. */
export type SeedAbility = readonly [name: string, description: string, instruction: string];

/** A use case: icon, what a person would ask, what comes of it. */
export type SeedUseCase = readonly [icon: string, name: string, description: string];

/** A skillset with its abilities and use cases. */
export interface SeedSkillset extends SeedItem {
  readonly abilities: readonly SeedAbility[];
  readonly useCases: readonly SeedUseCase[];
}

/** A dataset with its one document, in markdown. */
export interface SeedDataset extends SeedItem {
  readonly file: string;
  readonly text: string;
}

/** A bot and what it works with, by id. */
export interface SeedBot extends SeedItem {
  readonly backstory: string;
  readonly skillsets: readonly string[];
  readonly datasets: readonly string[];
}

/** A widget: its bot and its public settings. */
export interface SeedWidget extends SeedItem {
  readonly botId: string;
  readonly config: JsonObject;
}

/** A blueprint: its parts by id, and the steps to set them up. */
export interface SeedBlueprint extends SeedItem {
  readonly parts: {
    readonly skillsets: readonly string[];
    readonly datasets: readonly string[];
    readonly bots: readonly string[];
    readonly widgets: readonly string[];
  };
  readonly steps: string;
}

/** A collection: things with a note why each is there. */
export interface SeedCollection {
  readonly slug: string;
  readonly title: string;
  readonly description: string;
  readonly items: readonly (readonly [
    type: 'skillset' | 'bot' | 'dataset' | 'widget' | 'blueprint',
    id: string,
    note: string,
  ])[];
}
