import type { AbilityRequirement, ToolEffect } from '@sotto/hub-api';
import type { JsonObject } from '@sotto/widget-core/api';
import { sql } from 'drizzle-orm';
import {
  bigint,
  bigserial,
  boolean,
  customType,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { users } from './accountSchema';
import { listed } from './hubSchema';

const moment = (name: string) => bigint(name, { mode: 'number' });

/** Visibility: its author; anyone with its address; anyone, in lists. */
export type Visibility = 'private' | 'protected' | 'public';

/** Common columns of everything people create. */
const owned = () => ({
  id: text('id').primaryKey(),
  ownerId: text('owner_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** Readable name for addresses. Never contains `_`, which all ids do, so that they cannot be confused. */
  slug: text('slug').notNull().unique(),
  name: text('name').notNull().default(''),
  description: text('description').notNull().default(''),
  visibility: text('visibility').$type<Visibility>().notNull().default('private'),
  ...listed(),
  /** Version number. */
  version: integer('version').notNull().default(1),
  /** The item it was copied from. */
  clonedFrom: jsonb('cloned_from').$type<{ id: string; version?: number | undefined }>(),
  createdAt: moment('created_at').notNull(),
  updatedAt: moment('updated_at').notNull(),
});

/** Origins an MCP App may access; empty for none. */
export interface AppPolicy {
  /** Requests: `fetch`, WebSocket. */
  readonly connect: readonly string[];
  /** Scripts, styles, pictures, fonts, sounds. */
  readonly resources: readonly string[];
  readonly frames: readonly string[];
  readonly base: readonly string[];
}

/** The MCP App of a tool. */
export interface PinnedApp {
  /** A `ui://` address. */
  readonly uri: string;
  /** Digest of its page and policy; empty if it could not be read. */
  readonly digest: string;
  readonly policy: AppPolicy;
  /** Whether it wants a border; undefined if unspecified. */
  readonly hasBorder?: boolean | undefined;
}

/** A tool of an MCP server as accepted by its owner. */
export interface PinnedTool {
  readonly title?: string | undefined;
  readonly description: string;
  readonly parameters: JsonObject;
  /** The server declares it read-only (`readOnlyHint`). */
  readonly isReadOnly: boolean;
  /** Whether visitors must approve, if the owner has decided. @default whether it acts */
  readonly needsApproval?: boolean | undefined;
  readonly app?: PinnedApp | undefined;
  /** Whether visitors see the app, which receives arguments and result. @default false */
  readonly showsApp?: boolean | undefined;
  /** Who may call it: `model`, `app`. @default both */
  readonly callers?: readonly string[] | undefined;
}

/** A set of abilities that a bot may use. */
export const skillsets = pgTable(
  'skillsets',
  {
    ...owned(),
    /** Further content of its page: theme, use cases, keywords. */
    page: jsonb('page').$type<JsonObject>().notNull().default({}),
  },
  (table) => [
    index('skillsets_owner').on(table.ownerId, table.createdAt, table.id),
    index('skillsets_visibility').on(table.visibility, table.createdAt),
    index('skillsets_hub_search').using('gin', table.hubSearch),
  ],
);

/** An ability. `sequence` is the order of creation. */
export const abilities = pgTable(
  'abilities',
  {
    sequence: bigserial('sequence', { mode: 'number' }).notNull().unique(),
    id: text('id').primaryKey(),
    skillsetId: text('skillset_id')
      .notNull()
      .references(() => skillsets.id, { onDelete: 'cascade' }),
    name: text('name').notNull().default(''),
    description: text('description').notNull().default(''),
    instruction: text('instruction').notNull().default(''),
    /** Effect of a call; null to derive it from the methods of its requests. */
    effect: text('effect').$type<ToolEffect>(),
    /** Whether visitors must approve calls. Null: created before this setting existed, so approval is required. */
    needsApproval: boolean('needs_approval').default(true),
    /** Question in the owner's words, with arguments as `{{name}}`; empty for a default one. */
    confirm: text('confirm').notNull().default(''),
    /** Who may use it; null for all visitors. */
    requires: text('requires').$type<AbilityRequirement>(),
    /** JSON Schemas of its arguments by their names. */
    parameters: jsonb('parameters').$type<JsonObject>().notNull().default({}),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [index('abilities_skillset').on(table.skillsetId, table.sequence)],
);

/** MCP servers of skillsets. */
export const mcpServers = pgTable(
  'mcp_servers',
  {
    id: text('id').primaryKey(),
    skillsetId: text('skillset_id')
      .notNull()
      .references(() => skillsets.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    url: text('url').notNull(),
    /** Sent with every request; write-only. */
    headers: jsonb('headers').$type<Record<string, string>>().notNull().default({}),
    /** The owner's sign-in, encrypted: JSON of `SignIn` in mcpSignIn.ts; null for none. */
    signIn: text('sign_in'),
    /** Accepted tools by name; null if their owner has not looked at them yet. */
    tools: jsonb('tools').$type<Record<string, PinnedTool>>(),
    /** Tools paused because they differ from the accepted ones. */
    paused: jsonb('paused').$type<string[]>().notNull().default([]),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [index('mcp_servers_skillset').on(table.skillsetId, table.createdAt)],
);

/** Pages of MCP Apps that were shown, each once: replies refer to the digest. Deleted with their server. */
export const mcpAppPages = pgTable(
  'mcp_app_pages',
  {
    serverId: text('server_id')
      .notNull()
      .references(() => mcpServers.id, { onDelete: 'cascade' }),
    digest: text('digest').notNull(),
    html: text('html').notNull(),
    policy: jsonb('policy').$type<AppPolicy>().notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.serverId, table.digest] }), index('mcp_app_pages_digest').on(table.digest)],
);

/** Secrets for requests of a skillset's abilities. Never disclosed to models, browsers or copies of the skillset. */
export const abilitySecrets = pgTable(
  'ability_secrets',
  {
    id: text('id').primaryKey(),
    skillsetId: text('skillset_id')
      .notNull()
      .references(() => skillsets.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    /** Encrypted with the server's key, see `accounts/vault.ts`. */
    sealed: text('sealed').notNull(),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [uniqueIndex('ability_secrets_name').on(table.skillsetId, table.name)],
);

/** Blueprints: items that work together, with setup steps. */
export const blueprints = pgTable(
  'blueprints',
  {
    ...owned(),
    /** Ids by kind. */
    parts: jsonb('parts')
      .$type<BlueprintParts>()
      .notNull()
      .default({ skillsets: [], datasets: [], bots: [], widgets: [] }),
    /** Markdown. */
    steps: text('steps').notNull().default(''),
  },
  (table) => [
    index('blueprints_owner').on(table.ownerId, table.createdAt, table.id),
    index('blueprints_visibility').on(table.visibility, table.createdAt),
    index('blueprints_hub_search').using('gin', table.hubSearch),
  ],
);

/** Items of a blueprint, by id. */
export interface BlueprintParts {
  skillsets: string[];
  datasets: string[];
  bots: string[];
  widgets: string[];
}

/** Datasets: documents a bot can search. */
export const datasets = pgTable('datasets', owned(), (table) => [
  index('datasets_owner').on(table.ownerId, table.createdAt, table.id),
  index('datasets_visibility').on(table.visibility, table.createdAt),
  index('datasets_hub_search').using('gin', table.hubSearch),
]);

/** Progress of reading a site. */
export type SiteState = 'queued' | 'reading' | 'done' | 'failed';

/** Changes found when reading a site again, as addresses. */
export interface SiteChanges {
  readonly added: string[];
  readonly changed: string[];
  readonly removed: string[];
}

/** A site whose pages are documents of a dataset; read again every week. */
export const datasetSites = pgTable(
  'dataset_sites',
  {
    id: text('id').primaryKey(),
    datasetId: text('dataset_id')
      .notNull()
      .references(() => datasets.id, { onDelete: 'cascade' }),
    url: text('url').notNull(),
    pagesMax: integer('pages_max').notNull(),
    state: text('state').$type<SiteState>().notNull().default('queued'),
    /** Why it could not be read; null on success. */
    error: text('error'),
    pagesDone: integer('pages_done').notNull().default(0),
    pagesFound: integer('pages_found').notNull().default(0),
    /** Pages that could not be read. */
    failures: jsonb('failures').$type<{ url: string; reason: string }[]>().notNull().default([]),
    /** Changes of the last run; null for the first. */
    changes: jsonb('changes').$type<SiteChanges>(),
    /** Until when a process has reserved it. */
    leasedUntil: moment('leased_until').notNull().default(0),
    /** Last complete run; null for none. */
    readAt: moment('read_at'),
    /** Next run. */
    renewAt: moment('renew_at').notNull(),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [
    index('dataset_sites_dataset').on(table.datasetId, table.createdAt),
    index('dataset_sites_renew').on(table.renewAt),
  ],
);

/** A document of a dataset; its bytes are in the file store under the same id. */
export const datasetFiles = pgTable(
  'dataset_files',
  {
    id: text('id').primaryKey(),
    datasetId: text('dataset_id')
      .notNull()
      .references(() => datasets.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    type: text('type').notNull(),
    /** In bytes. */
    size: integer('size').notNull(),
    /** Public address; null for none. */
    url: text('url'),
    passages: integer('passages').notNull().default(0),
    /** The site it belongs to; null if it was added separately. */
    siteId: text('site_id').references(() => datasetSites.id, { onDelete: 'cascade' }),
    /** SHA-256 of its bytes, for pages of sites. */
    hash: text('hash'),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [
    index('dataset_files_dataset').on(table.datasetId, table.createdAt, table.id),
    index('dataset_files_site').on(table.siteId),
  ],
);

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });

/** A passage of a document that can be found and quoted. */
export const passages = pgTable(
  'passages',
  {
    sequence: bigserial('sequence', { mode: 'number' }).primaryKey(),
    datasetId: text('dataset_id')
      .notNull()
      .references(() => datasets.id, { onDelete: 'cascade' }),
    fileId: text('file_id')
      .notNull()
      .references(() => datasetFiles.id, { onDelete: 'cascade' }),
    source: text('source').notNull(),
    page: text('page').notNull(),
    headings: jsonb('headings').$type<string[]>().notNull().default([]),
    title: text('title').notNull(),
    url: text('url').notNull(),
    text: text('text').notNull(),
    /** Search terms from `toTerms`, separated by spaces. */
    terms: text('terms').notNull(),
    search: tsvector('search').generatedAlwaysAs(sql`array_to_tsvector(string_to_array("terms", ' '))`),
    /** Embedding, if an embedding model is configured. */
    embedding: real('embedding').array(),
    /** Model of the embedding: vectors of different models cannot be compared. */
    embeddingModel: text('embedding_model'),
  },
  (table) => [
    index('passages_search').using('gin', table.search),
    index('passages_dataset').on(table.datasetId),
    index('passages_file').on(table.fileId),
  ],
);

/** Who answers: instructions and model of one or more widgets. */
export const bots = pgTable(
  'bots',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    /** Who made it; null: the server itself. */
    ownerId: text('owner_id').references(() => users.id, { onDelete: 'cascade' }),
    slug: text('slug').unique(),
    description: text('description').notNull().default(''),
    visibility: text('visibility').$type<Visibility>().notNull().default('private'),
    ...listed(),
    version: integer('version').notNull().default(1),
    clonedFrom: jsonb('cloned_from').$type<{ id: string; version?: number | undefined }>(),
    backstory: text('backstory').notNull().default(''),
    /** Name of a model of the server's settings; null: the server's default. */
    model: text('model'),
    /** 0 to 2; null: the model's own. */
    temperature: real('temperature'),
    /** What it may do and where it may look, by id. */
    skillsets: jsonb('skillsets').$type<string[]>().notNull().default([]),
    datasets: jsonb('datasets').$type<string[]>().notNull().default([]),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [
    index('bots_owner').on(table.ownerId, table.createdAt, table.id),
    index('bots_visibility').on(table.visibility, table.createdAt),
    index('bots_hub_search').using('gin', table.hubSearch),
  ],
);
