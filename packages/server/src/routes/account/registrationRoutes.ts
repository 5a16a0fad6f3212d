import {
  emptyResponseSchema,
  invitationListResponseSchema,
  invitationRequestSchema,
  itemListQuerySchema,
  operatorClaimRequestSchema,
} from '@sotto/hub-api';
import { isEmailAddress } from '@sotto/widget-core/api';
import { deleteInvitation, insertInvitation, listInvitations } from '../../db/queries/accounts/invitationQueries';
import { answer, endpoint, type Endpoint } from '../../http/endpoint';
import { pageOf } from '../../lib/paging';
import { record } from '../../http/record';
import { ApiError, fieldError } from '../../lib/apiError';
import type { Services } from '../services';
import { spendSignIn } from './signInSteps';

/** Claiming the first operator role, and invitations. */
export function registrationEndpoints(services: Services): Endpoint[] {
  const { registration } = services;
  const claim = endpoint(
    {
      method: 'POST',
      path: '/auth/operator/claim',
      summary: 'Become the first operator, with the code in the server log',
      auth: 'person',
      cost: 'none',
      body: operatorClaimRequestSchema,
      answer: emptyResponseSchema,
      errors: ['NOT_AUTHORIZED', 'UNPROCESSABLE_ENTITY'],
    },
    async (context, { caller, body }) => {
      await spendSignIn(context, services);
      const { code } = (await body()).value;
      if (!(await registration.claimOperator(caller.user.id, code)))
        throw fieldError('code', 'This code is incorrect, or there is already an operator');
      await record(context, services, caller, 'operator.claim', { accountId: null });
      return answer(context, {});
    },
  );
  return [claim, ...invitationEndpoints(services)];
}

function invitationEndpoints(services: Services): Endpoint[] {
  const { db, clock } = services;
  const create = endpoint(
    {
      method: 'POST',
      path: '/operator/invitation/create',
      summary: 'Invite an address to create an account when REGISTRATION=invite',
      auth: 'operator',
      cost: 'none',
      body: invitationRequestSchema,
      answer: emptyResponseSchema,
      errors: ['NOT_AUTHORIZED', 'UNPROCESSABLE_ENTITY'],
    },
    async (context, { caller, body }) => {
      const email = (await body()).value.email.toLowerCase();
      if (!isEmailAddress(email)) throw fieldError('email', 'Enter an email address');
      await insertInvitation(db, { email, invitedBy: caller.user.id, createdAt: clock.now() });
      await record(context, services, caller, 'invitation.create', { accountId: null });
      return answer(context, {});
    },
  );
  const list = endpoint(
    {
      method: 'GET',
      path: '/operator/invitation/list',
      summary: 'Invited addresses that have not created an account yet',
      auth: 'operator',
      cost: 'none',
      query: itemListQuerySchema,
      answer: invitationListResponseSchema,
      errors: ['NOT_AUTHORIZED'],
    },
    async (context, { query }) => {
      const found = (await listInvitations(db)).map(({ email, createdAt }) => ({ id: email, email, createdAt }));
      const { items, cursor } = pageOf(found, query());
      return answer(context, { items: items.map(({ email, createdAt }) => ({ email, createdAt })), cursor });
    },
  );
  const remove = endpoint(
    {
      method: 'POST',
      path: '/operator/invitation/delete',
      summary: 'Withdraw an invitation',
      auth: 'operator',
      cost: 'none',
      body: invitationRequestSchema,
      answer: emptyResponseSchema,
      errors: ['NOT_AUTHORIZED', 'NOT_FOUND'],
    },
    async (context, { caller, body }) => {
      if (!(await deleteInvitation(db, (await body()).value.email))) throw new ApiError('NOT_FOUND');
      await record(context, services, caller, 'invitation.delete', { accountId: null });
      return answer(context, {});
    },
  );
  return [create, list, remove];
}
