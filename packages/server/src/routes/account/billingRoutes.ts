import { checkoutRequestSchema, checkoutResponseSchema, emptyResponseSchema } from '@sotto/hub-api';
import { answer, endpoint, type Endpoint } from '../../http/endpoint';
import { readBody } from '../../http/bodies';
import type { Services } from '../services';

/** Largest event of the payment provider, in bytes. */
const EVENT_MAX_BYTES = 262_144;

/** Buying a plan [S-4]. */
export function billingEndpoints({ billing, idempotency }: Services): Endpoint[] {
  const checkout = endpoint(
    {
      method: 'POST',
      path: '/billing/checkout',
      summary: 'Go and buy a plan, or change the one you have; also at /api/billing/checkout',
      auth: 'user',
      cost: 'none',
      body: checkoutRequestSchema,
      answer: checkoutResponseSchema,
      errors: ['NOT_AUTHORIZED', 'CONFLICT', 'BAD_GATEWAY', 'NOT_IMPLEMENTED'],
    },
    async (context, { caller: { user, workspaceId }, body }) => {
      const { value, raw } = await body();
      const made = await idempotency.once(context, user.id, raw, async () => ({
        redirectUrl: await billing.checkout(
          { id: workspaceId, email: user.email },
          { ...value, referral: value.referral },
        ),
      }));
      return answer(context, made);
    },
  );
  const webhook = endpoint(
    {
      method: 'POST',
      path: '/billing/webhook',
      summary: 'Events of the payment provider, signed by it',
      auth: 'public',
      cost: 'none',
      answer: emptyResponseSchema,
      errors: ['BAD_GATEWAY', 'NOT_IMPLEMENTED'],
    },
    async (context) => {
      await billing.takeIn(await readBody(context, EVENT_MAX_BYTES), context.req.header('stripe-signature'));
      return answer(context, {});
    },
  );
  return [checkout, webhook];
}
