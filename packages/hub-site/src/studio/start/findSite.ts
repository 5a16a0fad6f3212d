import { botSchema, datasetSiteListResponseSchema, type DatasetSiteItem } from '@sotto/hub-api';
import type { PageRequest } from '../../site/route';

/** The first site in a bot's datasets. */
export async function findSite(
  { hub }: Pick<PageRequest, 'hub'>,
  botId: string,
): Promise<{ dataset: string; site: DatasetSiteItem } | undefined> {
  const bot = await hub.find(`/bot/${encodeURIComponent(botId)}/fetch`, botSchema);
  for (const dataset of bot?.datasets ?? []) {
    const list = await hub.find(`/dataset/${dataset}/site/list`, datasetSiteListResponseSchema);
    const [site] = list?.items ?? [];
    if (site) return { dataset, site };
  }
  return undefined;
}
