import {
  CHECKS_MAX,
  checkCreateRequestSchema,
  checkFileQuerySchema,
  checkFileResponseSchema,
  checkImportRequestSchema,
  checkListQuerySchema,
  checkListResponseSchema,
  checkRunRequestSchema,
  checkRunResponseSchema,
  checkSchema,
  checkUpdateRequestSchema,
  type Check,
  type CheckFile,
} from '@sotto/hub-api';
import { createId, idResponseSchema } from '@sotto/widget-core/api';
import type { UserCaller } from '../../accounts/userCaller';
import {
  deleteCheck,
  insertChecks,
  listChecks,
  requestRuns,
  updateCheck,
  type ChecksOf,
  type StoredCheck,
} from '../../db/queries/hub/checkQueries';
import { writeCheckFile } from '../../reading/checkFile';
import { answer, endpoint, type Endpoint } from '../../http/endpoint';
import { pageOf } from '../../lib/paging';
import { pathId } from '../../http/pathId';
import { ApiError } from '../../lib/apiError';
import { IMPORT_LIMITS } from '../../reading/readLimits';
import type { Services } from '../services';

/** Checks of bots and skillsets. */
export function checkEndpoints(services: Services): Endpoint[] {
  // Before the calls with an id in the same place.
  return [...fileCalls(services), ...readCalls(services), ...writeCalls(services)];
}

function readCalls(services: Services): Endpoint[] {
  const { db } = services;
  const list = endpoint(
    {
      method: 'GET',
      path: '/check/list',
      summary: 'Checks of a bot, of a skillset or of the account, with their last results',
      auth: 'user',
      cost: 'none',
      query: checkListQuerySchema,
      answer: checkListResponseSchema,
      errors: ['BAD_REQUEST'],
    },
    async (context, { caller, query }) => {
      const { botId, skillsetId, ...page } = query();
      const rows = await listChecks(db, caller.workspaceId, { botId, skillsetId });
      return answer(
        context,
        pageOf(
          rows.map((row) => toCheck(services, row)),
          page,
        ),
      );
    },
  );
  const fetch = endpoint(
    {
      method: 'GET',
      path: '/check/:checkId/fetch',
      summary: 'A check with its last result and its last result that passed',
      auth: 'user',
      cost: 'none',
      answer: checkSchema,
      errors: [],
    },
    async (context, { caller }) => {
      const [row] = await listChecks(db, caller.workspaceId, { id: pathId(context, 'checkId') });
      if (!row) throw new ApiError('NOT_FOUND');
      return answer(context, toCheck(services, row));
    },
  );
  return [list, fetch];
}

function writeCalls(services: Services): Endpoint[] {
  const { db, clock, checks, plans } = services;
  const create = endpoint(
    {
      method: 'POST',
      path: '/check/create',
      summary: 'Create a check of a bot or a skillset; it runs at once',
      auth: 'user',
      cost: 'none',
      body: checkCreateRequestSchema,
      answer: idResponseSchema,
      errors: ['NO_SUBSCRIPTION', 'NOT_FOUND', 'UNPROCESSABLE_ENTITY'],
    },
    async (context, { caller, body }) => {
      const { value, raw } = await body();
      const made = await services.idempotency.once(context, `${caller.workspaceId} check`, raw, async () => {
        await plans.requireStanding(caller.workspaceId);
        const subject = await requireSubject(services, caller, value);
        const { name, turns } = value;
        const row = newCheck(services, caller, { ...subject, name, turns });
        await insert(services, caller, [row]);
        return { id: row.id };
      });
      return answer(context, made);
    },
  );
  const update = endpoint(
    {
      method: 'POST',
      path: '/check/:checkId/update',
      summary: 'Change a check; it runs again, and results of other questions are forgotten',
      auth: 'user',
      cost: 'none',
      body: checkUpdateRequestSchema,
      answer: idResponseSchema,
      errors: ['NO_SUBSCRIPTION'],
    },
    async (context, { caller, body }) => {
      const id = pathId(context, 'checkId');
      const { value } = await body();
      await plans.requireStanding(caller.workspaceId);
      const now = clock.now();
      const change = {
        ...(value.name !== undefined && { name: value.name }),
        ...(value.turns && { turns: value.turns, dueAt: now, cause: 'save' as const }),
        updatedAt: now,
      };
      if (!(await updateCheck(db, caller.workspaceId, id, change))) throw new ApiError('NOT_FOUND');
      checks.wake();
      return answer(context, { id });
    },
  );
  const remove = endpoint(
    {
      method: 'POST',
      path: '/check/:checkId/delete',
      summary: 'Delete a check with its results',
      auth: 'user',
      cost: 'none',
      answer: idResponseSchema,
      errors: [],
    },
    async (context, { caller }) => {
      const id = pathId(context, 'checkId');
      if (!(await deleteCheck(db, caller.workspaceId, id))) throw new ApiError('NOT_FOUND');
      return answer(context, { id });
    },
  );
  const run = endpoint(
    {
      method: 'POST',
      path: '/check/run',
      summary: 'Run checks now, in the background: one, those of a bot or skillset, or all',
      auth: 'user',
      cost: 'none',
      body: checkRunRequestSchema,
      answer: checkRunResponseSchema,
      errors: [],
    },
    async (context, { caller, body }) => {
      const { value } = await body();
      const ids = await requestRuns(db, caller.workspaceId, value, clock.now());
      checks.wake();
      return answer(context, { ids });
    },
  );
  return [create, update, remove, run];
}

function fileCalls(services: Services): Endpoint[] {
  const { db, clock, checks, plans, reading } = services;
  const read = endpoint(
    {
      method: 'GET',
      path: '/check/file/fetch',
      summary: 'The checks of a bot or a skillset as a file, in YAML or JSON',
      auth: 'user',
      cost: 'none',
      query: checkFileQuerySchema,
      answer: checkFileResponseSchema,
      errors: ['BAD_REQUEST', 'NOT_FOUND', 'UNPROCESSABLE_ENTITY'],
    },
    async (context, { caller, query }) => {
      const { format, ...of } = query();
      const { botId, skillsetId } = await requireSubject(services, caller, of);
      const rows = await listChecks(db, caller.workspaceId, of);
      const file: CheckFile = {
        ...(botId !== null && { botId }),
        ...(skillsetId !== null && { skillsetId }),
        checks: rows.map(({ check: { name, turns } }) => ({ name, turns })),
      };
      return answer(context, { content: writeCheckFile(file, format) });
    },
  );
  const imported = endpoint(
    {
      method: 'POST',
      path: '/check/import',
      summary: 'Import a file of checks: those of the same name are replaced, others stay; all of the file run at once',
      auth: 'user',
      cost: 'none',
      body: checkImportRequestSchema,
      answer: checkRunResponseSchema,
      errors: ['NO_SUBSCRIPTION', 'NOT_FOUND', 'UNPROCESSABLE_ENTITY'],
    },
    async (context, { caller, body }) => {
      const { value } = await body();
      const { content, ...given } = value;
      const { checks: wanted, ...named } = await reading.owners.run('checkFile', { content }, IMPORT_LIMITS);
      await plans.requireStanding(caller.workspaceId);
      const isGiven = given.botId !== undefined || given.skillsetId !== undefined;
      const subject = await requireSubject(services, caller, isGiven ? given : named);
      const of: ChecksOf = { botId: subject.botId ?? undefined, skillsetId: subject.skillsetId ?? undefined };
      const known = new Map((await listChecks(db, caller.workspaceId, of)).map(({ check }) => [check.name, check]));
      const added = [...new Map(wanted.map((each) => [each.name, each])).values()].map((each) => {
        const stored = known.get(each.name);
        return { stored, row: newCheck(services, caller, { ...subject, ...each }) };
      });
      await insert(
        services,
        caller,
        added.flatMap(({ stored, row }) => (stored ? [] : [row])),
      );
      const now = clock.now();
      for (const { stored, row } of added) {
        if (!stored) continue;
        const isSame = JSON.stringify(stored.turns) === JSON.stringify(row.turns);
        const change = isSame ? {} : { turns: row.turns, updatedAt: now };
        await updateCheck(db, caller.workspaceId, stored.id, { ...change, dueAt: now, cause: 'hand' });
      }
      checks.wake();
      return answer(context, { ids: added.map(({ stored, row }) => stored?.id ?? row.id) });
    },
  );
  return [read, imported];
}

interface Subject {
  readonly botId: string | null;
  readonly skillsetId: string | null;
}

/** @throws ApiError 404 for what is not theirs, 422 unless exactly one is named */
async function requireSubject(
  { resources }: Services,
  caller: UserCaller,
  { botId, skillsetId }: ChecksOf,
): Promise<Subject> {
  if ((botId === undefined) === (skillsetId === undefined))
    throw new ApiError('UNPROCESSABLE_ENTITY', 'Name either a bot (botId) or a skillset (skillsetId)');
  if (botId !== undefined) await resources.require('bot', caller, botId);
  else await resources.require('skillset', caller, skillsetId ?? '');
  return { botId: botId ?? null, skillsetId: skillsetId ?? null };
}

function newCheck(
  { clock }: Services,
  caller: UserCaller,
  fields: Subject & Pick<StoredCheck, 'name' | 'turns'>,
): StoredCheck {
  const now = clock.now();
  return {
    ...fields,
    id: createId('check', clock),
    ownerId: caller.workspaceId,
    last: null,
    lastGreen: null,
    dueAt: now,
    cause: 'save',
    takenUntil: 0,
    conversationId: null,
    createdAt: now,
    updatedAt: now,
  };
}

async function insert({ db, checks }: Services, caller: UserCaller, rows: readonly StoredCheck[]): Promise<void> {
  if (!(await insertChecks(db, caller.workspaceId, rows, CHECKS_MAX)))
    throw new ApiError('UNPROCESSABLE_ENTITY', `A workspace has at most ${String(CHECKS_MAX)} checks`);
  checks.wake();
}

function toCheck({ clock }: Services, { check, isRunning }: { check: StoredCheck; isRunning: boolean }): Check {
  const { id, botId, skillsetId, name, turns, last, lastGreen, createdAt, updatedAt } = check;
  // A nightly run that is due is waited for like any other.
  const isWaiting = check.cause !== 'night' || check.dueAt <= clock.now();
  return { id, botId, skillsetId, name, turns, isWaiting, isRunning, last, lastGreen, createdAt, updatedAt };
}
