import { emptyResponseSchema } from '@sotto/hub-api';
import * as v from 'valibot';
import { answer, endpoint, type Endpoint } from '../http/endpoint';
import type { Services } from './services';

/** What only operators may do. */
export function operatorEndpoints({ users, killSwitch }: Services): Endpoint[] {
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
        await users.requireOperator(context);
        await killSwitch.set((await read.body()).value.isPaused);
        return answer(context, {});
      },
    ),
  ];
}
