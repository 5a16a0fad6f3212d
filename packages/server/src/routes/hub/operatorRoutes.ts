import { emptyResponseSchema, pauseSchema } from '@sotto/hub-api';
import { answer, endpoint, type Endpoint } from '../../http/endpoint';
import { record } from '../../http/record';
import type { Services } from '../services';

/** What only operators may do. */
export function operatorEndpoints(services: Services): Endpoint[] {
  const { killSwitch } = services;
  return [
    endpoint(
      {
        method: 'GET',
        path: '/operator/pause/fetch',
        summary: 'Whether all replies of this server are paused',
        auth: 'operator',
        cost: 'none',
        answer: pauseSchema,
        errors: ['NOT_AUTHORIZED'],
      },
      async (context) => {
        return answer(context, { isPaused: await killSwitch.read() });
      },
    ),
    endpoint(
      {
        method: 'POST',
        path: '/operator/pause',
        summary: 'Pause all replies of this server, or let them go on',
        auth: 'operator',
        cost: 'none',
        body: pauseSchema,
        answer: emptyResponseSchema,
        errors: ['NOT_AUTHORIZED'],
      },
      async (context, { caller, body }) => {
        const { isPaused } = (await body()).value;
        await killSwitch.set(isPaused);
        await record(context, services, caller, isPaused ? 'server.pause' : 'server.resume', { accountId: null });
        return answer(context, {});
      },
    ),
  ];
}
