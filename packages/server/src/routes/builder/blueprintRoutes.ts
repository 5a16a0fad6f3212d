import {
  blueprintCreateRequestSchema,
  blueprintListResponseSchema,
  blueprintSchema,
  blueprintUpdateRequestSchema,
} from '@sotto/hub-api';
import type { Endpoint } from '../../http/endpoint';
import { showItem, resourceEndpoints } from './resourceRoutes';
import type { Services } from '../services';

/** Blueprints: things that work together, and how they are set up. */
export function blueprintEndpoints(services: Services): Endpoint[] {
  return resourceEndpoints(services, {
    kind: 'blueprint',
    path: '/blueprint',
    noun: 'a blueprint',
    create: blueprintCreateRequestSchema,
    update: blueprintUpdateRequestSchema,
    item: blueprintSchema,
    list: blueprintListResponseSchema,
    show: (row) => ({ ...showItem(row), parts: row.parts, steps: row.steps }),
  });
}
