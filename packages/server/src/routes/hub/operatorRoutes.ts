import { emptyResponseSchema } from '@sotto/hub-api';
import * as v from 'valibot';
import { answer, endpoint, type Endpoint } from '../../http/endpoint';
import { record } from '../../http/record';
import type { Services } from '../services';

/** What only operators may do. */
export function operatorEndpoints(services: Services): Endpoint[] {
  const { users, killSwitch } = services;
  return [
    endpoint(
      {
        method: 'POST',
        path: '/operator/pause',
        summary: 'Pause all replies of this server, or let them go on',
        auth: 'operator',
        body: v.object({ isPaused: v.boolean() }),
        answer: emptyResponseSchema,
        errors: ['NOT_AUTHORIZED'],
      },
      async (context, read) => {
        const caller = await users.requireOperator(context);
        const { isPaused } = (await read.body()).value;
        await killSwitch.set(isPaused);
        await record(context, services, caller, isPaused ? 'server.pause' : 'server.resume', { accountId: null });
        return answer(context, {});
      },
    ),
  ];
}
