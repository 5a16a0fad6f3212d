import type { BuilderConfig } from '../../config/builderConfig';
import type { Trial } from '../../db/schema';

/** How a thing of the Hub is tried out (specification 9) [H-16]. */
export interface TestSettings {
  /** 0 to 2. */
  readonly temperature: number;
  /** Whether the first thing the model does must be a search. */
  readonly mustSearch: boolean;
  /** Most messages of the conversation that the model reads; undefined: as many as fit. */
  readonly interactionMaxMessages: number | undefined;
}

/** The model of tests where its provider is configured (specification 9: a mini GPT-5 model). */
export const TEST_MODEL = 'gpt-5-mini';

/** Settings by kind: a dataset must be searched, and gets few questions in a row. */
export const TEST_SETTINGS: Readonly<Record<Trial['type'], TestSettings>> = {
  skillset: { temperature: 0.2, mustSearch: false, interactionMaxMessages: undefined },
  dataset: { temperature: 0.2, mustSearch: true, interactionMaxMessages: 4 },
  bot: { temperature: 0.2, mustSearch: false, interactionMaxMessages: undefined },
};

/** Default instructions (hub.md 11). */
const BACKSTORIES: Readonly<Record<Trial['type'], string>> = {
  skillset:
    'You answer in markdown. Use the given tools for everything they can do. When a tool fails, describe ' +
    'the error in detail: which tool, what was sent, what came back.',
  dataset:
    'You answer in markdown. Before every answer call the query function. Use only what it returned; if ' +
    'it returned nothing that fits, say so. Never invent facts.',
  bot: 'You answer in markdown.',
};

/** The server's own instructions for a trial, with name and description of the thing appended as data. */
export function testBackstory(
  type: Trial['type'],
  resource: { name: string; description: string },
  settings: BuilderConfig['trials'],
): string {
  const about = [resource.name, resource.description]
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .join('\n\n');
  const base = settings.backstory ?? BACKSTORIES[type];
  return about === '' ? base : `${base}\n\nWhat is tried out:\n\n${about}`;
}

/** Whether a caller may choose this model for a trial. */
export function isTestModel(name: string, settings: BuilderConfig['trials']): boolean {
  return name === (settings.model ?? TEST_MODEL) || settings.models.includes(name);
}
