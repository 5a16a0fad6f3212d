import {
  abilityImportResponseSchema,
  curlImportRequestSchema,
  openApiImportRequestSchema,
  openApiReadRequestSchema,
  openApiReadResponseSchema,
} from '@sotto/hub-api';
import type { UserCaller } from '../../accounts/userCaller';
import { countAbilities } from '../../db/queries/hub/abilityQueries';
import { listAbilitySecrets } from '../../db/queries/hub/abilitySecretQueries';
import {
  ABILITIES_MAX,
  createAbility,
  requireRequests,
  withRequest,
  type AbilitiesOptions,
} from '../../domain/hub/abilities';
import { ImportRefused } from '../../model/tools/importRequests/draft';
import { readCurl } from '../../model/tools/importRequests/readCurl';
import type { AppContext, Pass } from '../../http/appEnv';
import { answer, endpoint, type Endpoint } from '../../http/endpoint';
import { pathId } from '../../http/pathId';
import { ApiError } from '../../lib/apiError';
import { IMPORT_LIMITS } from '../../reading/readLimits';
import type { AbilityDraft, OpenApiRead } from '../../reading/readingJobs';
import { FetchRefused } from '../../unfurl/readBody';
import type { Services } from '../services';
import { keepSecret } from './abilitySecretRoutes';

/** Makes what records decisions about visitors in the audit log. */
type NoteTrust = (context: AppContext, caller: UserCaller) => AbilitiesOptions['noteTrust'];

/** Most bytes of a document that is fetched (4 MiB), and how long that may take, in milliseconds. */
const DOCUMENT_MAX_BYTES = 4_194_304;
const FETCH_MS = 10_000;

/** Abilities from what developers have: a curl command, or an OpenAPI document. */
export function abilityImportEndpoints(services: Services, noteTrust: NoteTrust): Endpoint[] {
  const { resources, idempotency } = services;
  const keep = (context: AppContext, caller: UserCaller, skillsetId: string, drafts: readonly AbilityDraft[]) =>
    keepDrafts(services, { caller, skillsetId, drafts, noteTrust: noteTrust(context, caller) });
  const requireSkillset = async (context: AppContext, caller: UserCaller): Promise<string> =>
    (await resources.require('skillset', caller, pathId(context, 'skillsetId'))).id;
  const curl = endpoint(
    {
      method: 'POST',
      path: '/skillset/:skillsetId/ability/import/curl',
      summary: 'Create an ability of a curl command; keys in its headers become secrets',
      auth: 'user',
      cost: 'none',
      body: curlImportRequestSchema,
      answer: abilityImportResponseSchema,
      errors: ['NOT_AUTHORIZED', 'NO_SUBSCRIPTION', 'NOT_FOUND', 'UNPROCESSABLE_ENTITY'],
    },
    async (context, { caller, body }) => {
      const skillsetId = await requireSkillset(context, caller);
      const { value, raw } = await body();
      const made = await idempotency.once(context, caller.user.id, raw, async () => {
        const draft = readCurl(value.command, new Set(await secretNames(services, skillsetId)));
        return keep(context, caller, skillsetId, [draft]);
      });
      return answer(context, made);
    },
  );
  const read = endpoint(
    {
      method: 'POST',
      path: '/skillset/:skillsetId/ability/import/openapi/read',
      summary: 'List the operations of an OpenAPI document that abilities can be made of',
      auth: 'user',
      cost: 'request',
      body: openApiReadRequestSchema,
      answer: openApiReadResponseSchema,
      errors: ['NOT_AUTHORIZED', 'NOT_FOUND', 'UNPROCESSABLE_ENTITY', 'SERVICE_UNAVAILABLE'],
    },
    async (context, { caller, body, pass }) => {
      await requireSkillset(context, caller);
      const { value } = await body();
      const { title, operations } = await readDocument(services, value, { caller, pass, keys: [], taken: [] });
      return answer(context, { title, operations: [...operations] });
    },
  );
  const openApi = endpoint(
    {
      method: 'POST',
      path: '/skillset/:skillsetId/ability/import/openapi',
      summary: 'Make abilities of operations of an OpenAPI document',
      auth: 'user',
      cost: 'request',
      body: openApiImportRequestSchema,
      answer: abilityImportResponseSchema,
      errors: ['NOT_AUTHORIZED', 'NO_SUBSCRIPTION', 'NOT_FOUND', 'UNPROCESSABLE_ENTITY', 'SERVICE_UNAVAILABLE'],
    },
    async (context, { caller, body, pass }) => {
      const skillsetId = await requireSkillset(context, caller);
      const { value, raw } = await body();
      const made = await idempotency.once(context, caller.user.id, raw, async () => {
        const taken = await secretNames(services, skillsetId);
        const { drafts } = await readDocument(services, value, { caller, pass, keys: value.operations, taken });
        return keep(context, caller, skillsetId, drafts);
      });
      return answer(context, made);
    },
  );
  return [curl, read, openApi];
}

async function secretNames({ db }: Services, skillsetId: string): Promise<string[]> {
  return (await listAbilitySecrets(db, skillsetId)).map(({ name }) => name);
}

/** Reads a document that was sent, or fetches it, in a thread. */
async function readDocument(
  { reading, crawlerFor }: Services,
  { document, url }: { document?: string | undefined; url?: string | undefined },
  {
    caller,
    pass,
    keys,
    taken,
  }: { caller: UserCaller; keys: readonly string[]; taken: readonly string[] } & { pass: Pass<'request'> },
): Promise<OpenApiRead> {
  const counted = await pass.enter({ accountId: caller.workspaceId });
  let text = document?.trim() ?? '';
  if (text === '') {
    if (url === undefined) throw new ImportRefused('Paste the document, or its address');
    try {
      const { status, bytes } = await crawlerFor(counted).fetcher(url, {
        accept: 'application/json, application/yaml;q=0.9, text/*;q=0.8, */*;q=0.1',
        maxBytes: DOCUMENT_MAX_BYTES,
        whenLonger: 'refuse',
        timeoutMs: FETCH_MS,
      });
      if (status !== 200) throw new FetchRefused(`The address answered with the status ${String(status)}`);
      text = new TextDecoder().decode(bytes);
    } catch (error) {
      throw new ApiError(
        'UNPROCESSABLE_ENTITY',
        error instanceof FetchRefused ? error.message : 'The address could not be reached',
      );
    }
  }
  return reading.owners.run('openApi', { text, address: document ? undefined : url, keys, taken }, IMPORT_LIMITS);
}

/** Stores abilities with their secrets. All are checked first, so that an import is whole or not at all. */
async function keepDrafts(
  services: Services,
  {
    caller,
    skillsetId,
    drafts,
    noteTrust,
  }: {
    caller: UserCaller;
    skillsetId: string;
    drafts: readonly AbilityDraft[];
    noteTrust: AbilitiesOptions['noteTrust'];
  },
): Promise<{ ids: string[]; missing: string[] }> {
  for (const { request } of drafts) requireRequests(withRequest({ request }), services.isTrustedHost);
  if ((await countAbilities(services.db, skillsetId)) + drafts.length > ABILITIES_MAX)
    throw new ImportRefused(`A skillset has at most ${String(ABILITIES_MAX)} abilities`);
  const missing = new Set<string>();
  for (const { name, value } of drafts.flatMap(({ secrets }) => secrets)) {
    if (value === undefined) missing.add(name);
    else await keepSecret(services, caller, skillsetId, { name, value });
  }
  const deps = { ...services, noteTrust };
  const ids: string[] = [];
  for (const { secrets: _, ...fields } of drafts) ids.push((await createAbility(deps, caller, skillsetId, fields)).id);
  return { ids, missing: [...missing] };
}
