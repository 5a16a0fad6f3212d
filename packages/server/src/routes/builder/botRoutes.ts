import { botCreateRequestSchema, botListResponseSchema, botSchema, botUpdateRequestSchema } from '@sotto/hub-api';
import type { Endpoint } from '../../http/endpoint';
import { showItem, resourceEndpoints } from './resourceRoutes';
import type { Services } from '../services';

/** Bots: who answers, with which abilities, from which documents. */
export function botEndpoints(services: Services): Endpoint[] {
  return resourceEndpoints(services, {
    kind: 'bot',
    path: '/bot',
    noun: 'a bot',
    create: botCreateRequestSchema,
    update: botUpdateRequestSchema,
    item: botSchema,
    list: botListResponseSchema,
    show: (row) => ({
      ...showItem(row),
      backstory: row.backstory,
      model: row.model,
      temperature: row.temperature,
      skillsets: row.skillsets,
      datasets: row.datasets,
    }),
  });
}
