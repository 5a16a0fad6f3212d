import {
  blueprintCreateRequestSchema,
  blueprintSchema,
  botCreateRequestSchema,
  botSchema,
  datasetCreateRequestSchema,
  datasetSchema,
  skillsetCreateRequestSchema,
  skillsetSchema,
} from '@sotto/hub-api';

/** Kinds of items with similar pages, and their paths. */
export const RESOURCE_KINDS = {
  skillset: {
    noun: 'ability set',
    title: 'Abilities',
    path: '/skillsets',
    api: '/skillset',
    item: skillsetSchema,
    fields: skillsetCreateRequestSchema,
  },
  bot: { noun: 'bot', title: 'Bots', path: '/bots', api: '/bot', item: botSchema, fields: botCreateRequestSchema },
  dataset: {
    noun: 'knowledge base',
    title: 'Knowledge',
    path: '/datasets',
    api: '/dataset',
    item: datasetSchema,
    fields: datasetCreateRequestSchema,
  },
  blueprint: {
    noun: 'blueprint',
    title: 'Blueprints',
    path: '/blueprints',
    api: '/blueprint',
    item: blueprintSchema,
    fields: blueprintCreateRequestSchema,
  },
} as const;

/** See {@link RESOURCE_KINDS}. */
export type ResourceKind = keyof typeof RESOURCE_KINDS;
