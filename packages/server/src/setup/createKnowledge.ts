import type { Clock } from '@sotto/widget-core/api';
import type { Media } from '../domain/createMedia';
import { createLibrary, type Library } from '../datasets/library';
import type { Crawler } from '../datasets/site/crawlSite';
import { createDatasetSites, type DatasetSites } from '../domain/hub/datasetSites';
import { readOwnerOfMcpServer } from '../db/queries/accounts/storageQueries';
import type { Plans } from '../domain/accounts/plans';
import type { Database } from '../db/database';
import type { Vectors } from '../db/vectors';
import { keepAppPage, notePausedMcpTools, readMcpServer, setMcpSignIn } from '../db/queries/hub/mcpServerQueries';
import { createApprovals } from '../domain/replies/approvals';
import type { Audit } from '../domain/accounts/audit';
import { createProfiles, type Profiles } from '../domain/hub/profiles';
import type { Vault } from '../accounts/vault';
import type { Channels } from '../events/channels';
import { createSkillsetSecrets, type SkillsetSecrets } from '../domain/hub/skillsetSecrets';
import { createVisitorTokens, type VisitorTokens } from '../domain/conversations/visitorTokens';
import { describeFailure, type Logger } from '../lib/logger';
import { createOpenAiEmbeddings } from '../model/openAi/embeddings';
import { OPENAI_BASE_URL } from '../config/modelSettings';
import type { Models } from '../model/models';
import { createOpenAiModeration, type Moderation } from '../model/openAi/moderation';
import { createMcpTools, type McpTools } from '../model/tools/mcp';
import { createMcpSignIns, type McpSignIns } from '../model/tools/mcpSignIn';
import type { Tool } from '../model/tools/tool';
import type { ReadingPool } from '../reading/readingPool';
import type { ServerConfig } from '../config/serverConfig';
import type { PublicFetch } from '../unfurl/publicFetch';
import { hostAndPort } from '../unfurl/publicTarget';

/** The knowledge and tools of bots, and the moderation of their input. */
export interface Knowledge {
  readonly library: Library;
  readonly sites: DatasetSites;
  readonly crawlerFor: () => Crawler;
  readonly profiles: Profiles;
  readonly moderation: Moderation | undefined;
  readonly secrets: SkillsetSecrets;
  readonly mcp: McpTools;
  readonly mcpSignIns: McpSignIns;
  readonly visitorTokens: VisitorTokens;
  readonly isTrustedHost: (url: URL) => boolean;
}

/** Dependencies of the knowledge. `houseTools` are for the server's own bots; `moderation` overrides the settings. */
export interface KnowledgeOptions {
  db: Database;
  vectors: Vectors;
  clock: Clock;
  config: ServerConfig;
  logger: Logger;
  media: Media;
  /** Threads that read documents of datasets. */
  reading: ReadingPool;
  models: Models;
  houseTools: readonly Tool[];
  moderation: Moderation | undefined;
  /** The channels for approvals, and their audit log. */
  channels: Channels;
  audit: Audit;
  /** The account's limits. */
  plans: Plans;
  fetcher: PublicFetch;
  /** The server's secret, which signs tokens of visitors. */
  secret: string;
  vault: Vault;
  /** The public address of the server. */
  baseUrl: () => string;
}

/** Whether a host belongs to the operator's network. */
export function trustedHosts({ intranetHosts }: Pick<ServerConfig, 'intranetHosts'>): (url: URL) => boolean {
  const intranet = new Set(intranetHosts);
  return (url) => intranet.has(hostAndPort(url));
}

/** Combines documents, abilities and trials. */
export function createKnowledge({
  db,
  vectors,
  clock,
  config,
  logger,
  media,
  reading,
  models,
  houseTools,
  moderation,
  channels,
  audit,
  plans,
  fetcher,
  secret,
  vault,
  baseUrl,
}: KnowledgeOptions): Knowledge {
  const endpoint = { baseUrl: config.openAi.baseUrl ?? OPENAI_BASE_URL, apiKey: config.openAi.apiKey, fetch };
  const library = createLibrary({
    db,
    clock,
    plans,
    store: media.store,
    reading,
    vectors,
    embeddings:
      config.embeddingModel === undefined
        ? undefined
        : createOpenAiEmbeddings({ ...endpoint, model: config.embeddingModel }),
    onError: (error) => {
      logger.error({ event: 'embeddings', ...describeFailure(error) });
    },
  });
  const secrets = createSkillsetSecrets({ db, clock, vault });
  const mcpSignIns = createMcpSignIns({
    fetcher,
    clock,
    pageOf: (skillsetId) => `${baseUrl()}/skillsets/${skillsetId}`,
    store: {
      async read(id) {
        const server = await readMcpServer(db, id);
        return server ? secrets.openServer(server).signIn : null;
      },
      write: (id, signIn) => setMcpSignIn(db, id, secrets.sealSignIn(id, signIn)),
    },
  });
  const mcp = createMcpTools({
    signIns: mcpSignIns,
    fetcher,
    clock,
    refusalOf: (tool) => models.refusalOf(tool),
    onLeftOut: ({ id }, tools) => {
      const names = tools.map(({ name, reason }) => `${name}: ${reason}`).join('; ');
      logger.info({ event: 'mcp-tools-left-out', server: id, tools: names });
    },
    onRefused: ({ id }, reason) => {
      logger.info({ event: 'mcp-refused', server: id, reason });
    },
    pins: {
      notePaused: (id, names) => notePausedMcpTools(db, id, names),
      async keepPage(serverId, page) {
        const owner = await readOwnerOfMcpServer(db, serverId);
        if (!owner) return;
        await plans.store(owner.ownerId, { kind: 'skillset', id: owner.skillsetId }, (tx) =>
          keepAppPage(tx, { ...page, serverId, createdAt: clock.now() }),
        );
      },
    },
  });
  const visitorTokens = createVisitorTokens(secret, baseUrl, clock);
  const isTrustedHost = trustedHosts(config);
  const crawler = { fetcher, reading, clock };
  return {
    library,
    crawlerFor: () => crawler,
    sites: createDatasetSites({
      ...crawler,
      db,
      library,
      plans,
      onError: (error) => {
        logger.error({ event: 'site', ...describeFailure(error) });
      },
    }),
    profiles: createProfiles({
      db,
      models,
      houseTools,
      library,
      fetcher,
      mcp,
      secrets,
      approvals: createApprovals({ channels, audit }),
      visitorTokens,
      isTrustedHost,
      trials: config.trials,
      docsUrl: `${config.publicUrl ?? ''}/docs`,
    }),
    secrets,
    mcp,
    mcpSignIns,
    visitorTokens,
    isTrustedHost,
    moderation:
      moderation ??
      (config.moderationModel === undefined
        ? undefined
        : createOpenAiModeration({ ...endpoint, model: config.moderationModel })),
  };
}
