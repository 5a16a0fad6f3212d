import { activityMessageSchema, idSchema, jsonObjectSchema, messageSchema, timeSchema } from '@sotto/widget-core/api';
import { REASONING, webAddress } from '@sotto/widget-core/internal/server';
import * as v from 'valibot';
import { abilitySchema, mcpServerSchema } from './abilities';
import { officeHoursSchema } from './officeHours';

const nameSchema = v.pipe(v.string(), v.maxLength(200));
const descriptionSchema = v.pipe(v.string(), v.maxLength(4000));
const backstorySchema = v.pipe(v.string(), v.maxLength(32_768));
const idsSchema = v.pipe(v.array(idSchema), v.maxLength(20, 'At most 20'));
const originSchema = v.pipe(
  v.string(),
  v.regex(/^https?:\/\/(?:\*\.)?[A-Za-z0-9.-]+(?::\d{1,5})?$/, 'Expected an origin such as https://example.com'),
);
const originsSchema = v.pipe(v.array(originSchema), v.maxLength(100));

/** Visibility: only its author; anybody with its address; everybody, in lists. */
export const VISIBILITIES = ['private', 'protected', 'public'] as const;

const itemFields = {
  name: v.optional(nameSchema),
  description: v.optional(descriptionSchema),
  visibility: v.optional(v.picklist(VISIBILITIES)),
  /** One emoji. */
  icon: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(16))),
  tags: v.optional(
    v.pipe(
      v.array(
        v.pipe(
          v.string(),
          v.trim(),
          v.toLowerCase(),
          v.regex(
            /^[\p{L}\p{N}](?:[\p{L}\p{N} -]{0,38}[\p{L}\p{N}])?$/u,
            'A tag has 1 to 40 letters, digits, spaces and hyphens',
          ),
        ),
      ),
      v.maxLength(10, 'At most 10'),
    ),
  ),
  /** A language tag such as `en`. */
  language: v.optional(
    v.pipe(v.string(), v.regex(/^(?:[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*)?$/, 'Expected a language such as en')),
  ),
  /** Such as `MIT` or `CC-BY-4.0`. */
  licence: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(60))),
};
/**
 * The version that is being edited: 409 without changes if another one is stored. Undefined: overwrites any version.
 */
const versionFields = { version: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))) };
/** Response of every update: the new version. */
export const updateResponseSchema = v.object({ id: idSchema, version: v.number() });
const cloneFields = { clonedFrom: v.optional(v.object({ id: idSchema, version: v.optional(v.number()) })) };

const itemEntries = {
  id: idSchema,
  slug: v.nullable(v.string()),
  name: v.string(),
  description: v.string(),
  visibility: v.picklist(VISIBILITIES),
  icon: v.string(),
  tags: v.array(v.string()),
  language: v.string(),
  licence: v.string(),
  version: v.number(),
  clonedFrom: v.nullish(v.object({ id: idSchema, version: v.optional(v.number()) })),
  createdAt: timeSchema,
  updatedAt: timeSchema,
};

/** A page of a list; `cursor` requests the next one, null at the end. */
export const listOf = <Item extends v.GenericSchema>(item: Item) =>
  v.object({ items: v.array(item), cursor: v.nullable(v.string()) });

/** Query of lists of the caller's items. */
export const itemListQuerySchema = v.object({
  cursor: v.optional(v.pipe(v.string(), v.maxLength(200))),
  take: v.optional(v.pipe(v.string(), v.toNumber(), v.integer(), v.minValue(1), v.maxValue(100)), '20'),
});

/** POST /v1/skillset/create [S-2] and …/update. */
const skillsetFields = { ...itemFields, page: v.optional(jsonObjectSchema) };
export const skillsetCreateRequestSchema = v.object({ ...skillsetFields, ...cloneFields });
export const skillsetUpdateRequestSchema = v.object({ ...skillsetFields, ...versionFields });
/** POST /v1/skillset/{id}/secret/upsert: a secret that abilities use as `{{secret.NAME}}`. */
export const abilitySecretRequestSchema = v.object({
  name: v.pipe(v.string(), v.regex(/^[A-Za-z_][A-Za-z0-9_]{0,63}$/, 'Expected letters, digits and _')),
  value: v.pipe(v.string(), v.minLength(1), v.maxLength(4096)),
});
/** GET /v1/skillset/{id}/secret/list: names only; values are write-only. */
export const abilitySecretListResponseSchema = listOf(
  v.object({ id: idSchema, name: v.string(), createdAt: timeSchema, updatedAt: timeSchema }),
);
/** GET /v1/skillset/{id}/fetch. */
export const skillsetSchema = v.object({
  ...itemEntries,
  page: jsonObjectSchema,
  abilities: v.array(abilitySchema),
  mcpServers: v.array(mcpServerSchema),
});
export type Skillset = v.InferOutput<typeof skillsetSchema>;

const botFields = {
  ...itemFields,
  backstory: v.optional(backstorySchema),
  model: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(200)))),
  temperature: v.optional(v.nullable(v.pipe(v.number(), v.minValue(0), v.maxValue(2)))),
  skillsets: v.optional(idsSchema),
  datasets: v.optional(idsSchema),
};
/** POST /v1/bot/create and …/update. */
export const botCreateRequestSchema = v.object({ ...botFields, ...cloneFields });
export const botUpdateRequestSchema = v.object({ ...botFields, ...versionFields });
/** GET /v1/bot/{id}/fetch. */
export const botSchema = v.object({
  ...itemEntries,
  backstory: v.string(),
  model: v.nullable(v.string()),
  temperature: v.nullable(v.number()),
  skillsets: v.array(idSchema),
  datasets: v.array(idSchema),
});

/** POST /v1/dataset/create and …/update. */
export const datasetCreateRequestSchema = v.object({ ...itemFields, ...cloneFields });
export const datasetUpdateRequestSchema = v.object({ ...itemFields, ...versionFields });
/** A document of a dataset. `size` in bytes. */
export const datasetFileSchema = v.object({
  /** Its own heading, or its name. */
  title: v.string(),
  id: idSchema,
  name: v.string(),
  type: v.string(),
  size: v.number(),
  url: v.nullable(v.string()),
  passages: v.number(),
  createdAt: timeSchema,
  updatedAt: timeSchema,
});
/** GET /v1/dataset/{id}/file/{fileId}/passage/list: the text of a document, as bots find it. */
export const datasetPassageListResponseSchema = v.object({
  items: v.array(v.object({ number: v.number(), title: v.string(), text: v.string(), url: v.string() })),
  cursor: v.nullable(v.string()),
});
/** GET /v1/dataset/{id}/file/{fileId}/question/list: questions of visitors that it answered, newest first. */
export const datasetQuestionListResponseSchema = v.object({
  items: v.array(v.object({ conversationId: idSchema, text: v.string(), createdAt: timeSchema })),
  cursor: v.nullable(v.string()),
});
/** Query of POST /v1/dataset/{id}/file/upload: public address of the document. */
export const datasetUploadQuerySchema = v.object({
  url: v.optional(webAddress('http')),
});
/** `notes`: remarks for the owner on how it was read, such as a guessed encoding; usually empty. */
export const datasetUploadResponseSchema = v.object({ id: idSchema, notes: v.array(v.string()) });
/** POST /v1/dataset/{id}/search [H-16]. */
export const datasetSearchRequestSchema = v.object({ search: v.pipe(v.string(), v.minLength(1), v.maxLength(500)) });
/** The specification's sentence, and the results. */
export const datasetSearchResponseSchema = v.object({
  result: v.string(),
  passages: v.array(
    v.object({ number: v.number(), source: v.string(), title: v.string(), url: v.string(), text: v.string() }),
  ),
});
/** GET /v1/dataset/{id}/fetch. */
export const datasetSchema = v.object(itemEntries);

const partsSchema = v.object({
  skillsets: v.optional(idsSchema, []),
  datasets: v.optional(idsSchema, []),
  bots: v.optional(idsSchema, []),
  widgets: v.optional(idsSchema, []),
});
/** Contents of a blueprint: ids of items that work together, and setup steps in markdown. */
const blueprintFields = {
  ...itemFields,
  parts: v.optional(partsSchema),
  steps: v.optional(v.pipe(v.string(), v.maxLength(20_000))),
};
/** POST /v1/blueprint/create and …/update. */
export const blueprintCreateRequestSchema = v.object({ ...blueprintFields, ...cloneFields });
export const blueprintUpdateRequestSchema = v.object({ ...blueprintFields, ...versionFields });
/** GET /v1/blueprint/{id}/fetch. */
export const blueprintSchema = v.object({ ...itemEntries, parts: partsSchema, steps: v.string() });

const budgetSchema = v.object({
  messages: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
  tokens: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
  cost: v.optional(v.pipe(v.number(), v.minValue(0))),
});
/** Daily limits per visitor, per address and for the whole widget. `cost` in US dollars. */
const budgetsSchema = v.object({
  visitor: v.optional(budgetSchema),
  address: v.optional(budgetSchema),
  widget: v.optional(budgetSchema),
});

/** Who may read arguments and results of a widget's tools besides its owner: nobody, or its visitors. */
export const TOOL_RESULTS = ['private', 'shared'] as const;
export type ToolResults = (typeof TOOL_RESULTS)[number];

/**
 * Settings of a widget. Most are validated in the page (`WidgetConfig`); who may read tool results, and whether
 * visitors may ask for a person (`handover`), when people are there (`officeHours`), and the answer when nothing was
 * found (`nothingFound`), is enforced by the server.
 */
const widgetConfigSchema = v.pipe(
  jsonObjectSchema,
  v.check(
    ({ toolResults }) => toolResults === undefined || TOOL_RESULTS.some((name) => name === toolResults),
    'toolResults must be "private" or "shared"',
  ),
  v.check(
    ({ reasoning }) => reasoning === undefined || REASONING.some((name) => name === reasoning),
    'reasoning must be "hidden", "folded" or "open"',
  ),
  v.check(({ handover }) => handover === undefined || typeof handover === 'boolean', 'handover must be true or false'),
  v.check(
    ({ nothingFound = null }) => nothingFound === null || typeof nothingFound === 'string',
    'nothingFound must be text',
  ),
  v.check(
    ({ officeHours }) => officeHours === undefined || officeHours === null || v.is(officeHoursSchema, officeHours),
    'officeHours must be { timeZone, days: [{ day: 1 to 7, from: "09:00", to: "17:30" }] }',
  ),
);

const daysSchema = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(3650));

const widgetFields = {
  ...itemFields,
  botId: v.optional(idSchema),
  config: v.optional(widgetConfigSchema),
  allowedOrigins: v.optional(originsSchema),
  imageOrigins: v.optional(originsSchema),
  formOrigins: v.optional(originsSchema),
  languages: v.optional(v.pipe(v.array(v.pipe(v.string(), v.maxLength(35))), v.maxLength(100))),
  sessionDurationMs: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1_800_000), v.maxValue(2_592_000_000))),
  requiresIdentity: v.optional(v.boolean()),
  /** Maximum age of the proof behind a token, in milliseconds: 5 minutes to 24 hours. */
  identityFreshnessMs: v.optional(v.pipe(v.number(), v.integer(), v.minValue(300_000), v.maxValue(86_400_000))),
  /** Days without activity after which a conversation is deleted; null: never. */
  retentionDays: v.optional(v.nullable(daysSchema)),
  /** Days that visitors' files are kept; null: as long as their conversation. */
  attachmentRetentionDays: v.optional(v.nullable(daysSchema)),
  /** Whether visitors may delete their own conversation. */
  visitorsMayDelete: v.optional(v.boolean()),
  /** Whether visitors who have left get a person's answers by mail. */
  mailsAnswers: v.optional(v.boolean()),
  budgets: v.optional(budgetsSchema),
};
/** POST /v1/integration/widget/create and …/update. */
export const widgetCreateRequestSchema = v.object({ ...widgetFields, ...cloneFields, botId: idSchema });
export const widgetUpdateRequestSchema = v.object({ ...widgetFields, ...versionFields });
/** GET /v1/integration/widget/{id}/fetch. */
export const widgetSchema = v.object({
  ...itemEntries,
  botId: idSchema,
  config: jsonObjectSchema,
  allowedOrigins: v.array(v.string()),
  imageOrigins: v.array(v.string()),
  formOrigins: v.array(v.string()),
  languages: v.array(v.string()),
  sessionDurationMs: v.number(),
  /** Whether the host's backend can verify visitors. */
  hasIdentitySecret: v.boolean(),
  requiresIdentity: v.boolean(),
  identityFreshnessMs: v.number(),
  retentionDays: v.nullable(v.number()),
  attachmentRetentionDays: v.nullable(v.number()),
  visitorsMayDelete: v.boolean(),
  mailsAnswers: v.boolean(),
  budgets: budgetsSchema,
});
/** GET /v1/integration/widget/{id}/site/list: sites that have loaded the widget, most recent first. */
export const widgetSiteListResponseSchema = listOf(
  v.object({ origin: v.string(), firstSeenAt: timeSchema, lastSeenAt: timeSchema }),
);
/**
 * POST /v1/integration/widget/{id}/identity/create: the key is returned only here; the previous one becomes invalid.
 */
export const identitySecretResponseSchema = v.object({ secret: v.string() });

/** Lists of the caller's items. */
export const skillsetListResponseSchema = listOf(v.object({ ...itemEntries, page: jsonObjectSchema }));
export const botListResponseSchema = listOf(botSchema);
export const datasetListResponseSchema = listOf(datasetSchema);
export const widgetListResponseSchema = listOf(widgetSchema);
export const blueprintListResponseSchema = listOf(blueprintSchema);
export const datasetFileListResponseSchema = listOf(datasetFileSchema);

/**
 * POST /v1/hub/{skillset|dataset|bot}/{id}/session/create [S-1]. `id` in the response is that of the conversation.
 */
export const hubSessionCreateRequestSchema = v.object({
  backstory: v.optional(v.pipe(v.string(), v.maxLength(8000))),
  model: v.optional(v.pipe(v.string(), v.maxLength(200))),
});
export const hubSessionCreateResponseSchema = v.object({
  id: idSchema,
  token: v.string(),
  expiresAt: timeSchema,
  /** Messages that may still be sent to this item today; undefined for signed-in users. */
  triesLeft: v.optional(v.number()),
});

/** POST /v1/graphql [S-5]. */
export const graphqlRequestSchema = v.object({
  query: v.pipe(v.string(), v.maxLength(20_000)),
  variables: v.optional(v.nullable(jsonObjectSchema)),
  operationName: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(200)))),
});
export const graphqlResponseSchema = v.object({
  data: v.optional(v.nullable(jsonObjectSchema)),
  errors: v.optional(
    v.array(
      v.object({
        message: v.string(),
        path: v.optional(v.array(v.union([v.string(), v.number()]))),
        extensions: v.optional(v.object({ code: v.string() })),
      }),
    ),
  ),
});

/** Query of lists of visitors' actions: for all of the caller's widgets, or one. */
export const visitorListQuerySchema = v.object({ ...itemListQuerySchema.entries, widgetId: v.optional(idSchema) });
/** Query of their CSV exports. */
export const visitorExportQuerySchema = v.object({ widgetId: v.optional(idSchema) });

/**
 * Contact details as entered by a visitor. `isVerified`: verified by the host's backend, which calls the visitor
 * `externalId`.
 */
export const ownContactSchema = v.object({
  id: idSchema,
  conversationId: idSchema,
  widgetId: idSchema,
  name: v.nullable(v.string()),
  email: v.nullable(v.string()),
  phone: v.nullable(v.string()),
  externalId: v.nullable(v.string()),
  isVerified: v.boolean(),
  createdAt: timeSchema,
  updatedAt: timeSchema,
});
export type OwnContact = v.InferOutput<typeof ownContactSchema>;
/** GET /v1/contact/list: visitors of the caller's widgets, newest first. */
export const contactListResponseSchema = listOf(ownContactSchema);

/** A visitor's vote on a reply. `value`: 1 to 100 for up, -100 to -1 for down; `messageText`: the reply. */
const ownVoteSchema = v.object({
  conversationId: idSchema,
  widgetId: idSchema,
  messageId: idSchema,
  messageText: v.string(),
  direction: v.picklist(['up', 'down']),
  value: v.number(),
  reason: v.nullable(v.string()),
  createdAt: timeSchema,
  updatedAt: timeSchema,
});
export type OwnVote = v.InferOutput<typeof ownVoteSchema>;
/** GET /v1/vote/list: on replies in the caller's widgets, newest first. */
export const voteListResponseSchema = listOf(ownVoteSchema);

/**
 * A conversation in its owner's list: with one of their widgets, or one in which they tried something. `votes`:
 * number of each.
 */
const ownConversationSchema = v.object({
  id: idSchema,
  widgetId: idSchema,
  trial: v.nullable(v.object({ type: v.picklist(['skillset', 'dataset', 'bot']), id: idSchema })),
  contact: v.nullable(ownContactSchema),
  votes: v.object({ up: v.number(), down: v.number() }),
  createdAt: timeSchema,
  lastActivityAt: timeSchema,
});
/** GET /v1/conversation/list: of the caller's widgets and trials, newest first. */
export const conversationListResponseSchema = listOf(ownConversationSchema);
/** The person who answers instead of the bot. */
export const agentSchema = v.object({ name: v.string(), picture: v.nullable(v.string()) });
/** State for the people who answer: `waiting` for a person, `solved` if nothing is left to do. */
export const CONVERSATION_STATES = ['open', 'waiting', 'solved'] as const;
/** How a reply was generated. `tokens`: input and output, 0 if the model does not report them. */
const replySchema = v.object({
  messageId: idSchema,
  status: v.picklist(['running', 'done', 'failed', 'interrupted']),
  tokens: v.number(),
  startedAt: timeSchema,
  endedAt: v.nullable(timeSchema),
});
/** The member who is to answer. */
export const assigneeSchema = v.object({ id: idSchema, name: v.string() });
/** Where the visitor began a conversation; null if unknown. */
export const visitFields = {
  /** `meta.page` or `meta.url` of the page, otherwise its address without query and fragment. */
  page: v.nullable(v.string()),
  /** Preferred language of the browser, such as `pt-BR`. */
  language: v.nullable(v.string()),
  /** ISO 3166-1 alpha-2, by the operator's proxy. */
  country: v.nullable(v.string()),
};

/**
 * GET /v1/conversation/{id}/fetch: for the widget's owner, and for the person who tried something in it. The first
 * 500 messages, with the bot's steps and all votes.
 */
export const conversationSchema = v.object({
  ...ownConversationSchema.entries,
  ...visitFields,
  state: v.picklist(CONVERSATION_STATES),
  /** Null: the bot answers. */
  agent: v.nullable(agentSchema),
  assignee: v.nullable(assigneeSchema),
  /** Details of the visit, sent by the page. */
  meta: v.nullable(jsonObjectSchema),
  /** Whether the caller owns the widget and may answer. */
  canAnswer: v.boolean(),
  /** When the visitor was last signed out; null: never. */
  sessionsEndedAt: v.nullable(v.number()),
  votes: v.array(ownVoteSchema),
  messages: v.array(v.union([messageSchema, activityMessageSchema])),
  replies: v.array(replySchema),
});
