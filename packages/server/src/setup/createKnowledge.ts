import type { Clock } from '@sotto/widget-core/api';
import type { Media } from '../domain/createMedia';
import { createLibrary, type Library } from '../datasets/library';
import type { Database } from '../db/database';
import { createProfiles, type Profiles } from '../domain/hub/profiles';
import { createVault } from '../accounts/vault';
import { createSkillsetSecrets, type SkillsetSecrets } from '../domain/hub/skillsetSecrets';
import { describeFailure, type Logger } from '../lib/logger';
import { OPENAI_BASE_URL } from '../config/modelSettings';
import { createOpenAiEmbeddings } from '../model/openAi/embeddings';
import { type Models } from '../model/models';
import { createOpenAiModeration, type Moderation } from '../model/openAi/moderation';
import { createMcpTools, type McpTools } from '../model/tools/mcp';
import type { Tool } from '../model/tools/tool';
import type { ReadingPool } from '../reading/readingPool';
import type { ServerConfig } from '../config/serverConfig';

/** What bots know and can do, and who judges what they are asked. */
export interface Knowledge {
  readonly library: Library;
  readonly profiles: Profiles;
  readonly moderation: Moderation | undefined;
  readonly secrets: SkillsetSecrets;
  readonly mcp: McpTools;
}

/**
 * What knowledge stands on. `houseTools` are for the server's own bots; a given `moderation` comes before the settings.
 */
export interface KnowledgeOptions {
  db: Database;
  clock: Clock;
  config: ServerConfig;
  logger: Logger;
  media: Media;
  /** Threads for documents of datasets. */
  reading: ReadingPool;
  models: Models;
  houseTools: readonly Tool[];
  moderation: Moderation | undefined;
  /** The server's own, which secrets are sealed with. */
  secret: string;
}

/** Puts the rooms of documents, abilities and trials together. */
export function createKnowledge({
  db,
  clock,
  config,
  logger,
  media,
  reading,
  models,
  houseTools,
  moderation,
  secret,
}: KnowledgeOptions): Knowledge {
  const endpoint = { baseUrl: config.openAi.baseUrl ?? OPENAI_BASE_URL, apiKey: config.openAi.apiKey, fetch };
  const library = createLibrary({
    db,
    clock,
    store: media.store,
    reading,
    embeddings:
      config.embeddingModel === undefined
        ? undefined
        : createOpenAiEmbeddings({ ...endpoint, model: config.embeddingModel }),
    onError: (error) => {
      logger.error({ event: 'embeddings', ...describeFailure(error) });
    },
  });
  const secrets = createSkillsetSecrets({ db, clock, vault: createVault(secret) });
  const mcp = createMcpTools({ fetcher: media.fetcher, clock });
  return {
    library,
    profiles: createProfiles({
      db,
      models,
      houseTools,
      library,
      fetcher: media.fetcher,
      mcp,
      secrets,
      trials: config.trials,
      docsUrl: `${config.publicUrl ?? ''}/docs`,
    }),
    secrets,
    mcp,
    moderation:
      moderation ??
      (config.moderationModel === undefined
        ? undefined
        : createOpenAiModeration({ ...endpoint, model: config.moderationModel })),
  };
}
