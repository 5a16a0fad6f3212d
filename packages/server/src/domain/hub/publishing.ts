import type { HubType, Publishing as PublishingState } from '@sotto/hub-api';
import { ApiError } from '../../lib/apiError';
import type { Database } from '../../db/database';
import { listAbilities, type StoredAbility } from '../../db/queries/hub/abilityQueries';
import { countChecks } from '../../db/queries/hub/checkQueries';
import { listMcpServers } from '../../db/queries/hub/mcpServerQueries';
import { readResource, type NewResource, type ResourceRow } from '../../db/queries/hub/resourceQueries';
import { hasPassedTrial } from '../../db/queries/hub/trialQueries';
import { checkAbility, describeRequests } from '../../model/tools/abilities';
import { PUBLISHING, type Candidate, type PublishCheck } from './publishChecks';

/** An item as stored or about to be saved; without an id if it is new. */
interface Draft {
  readonly id?: string | undefined;
  readonly ownerId?: string | null | undefined;
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  readonly visibility?: ResourceRow<HubType>['visibility'] | undefined;
  /** Bots only. */
  readonly skillsets?: readonly string[] | undefined;
  /** Widgets only. */
  readonly botId?: string | undefined;
}

/** Checks requirements for publishing, and describes what becomes public. */
export interface Publishing {
  /** For the owner's page. */
  read(type: HubType, row: ResourceRow<HubType>): Promise<PublishingState>;
  /** @throws ApiError 422 for a new item that is to be public and fails a check */
  requireNew(type: HubType, fields: Partial<NewResource<HubType>>): Promise<void>;
  /** @throws ApiError 422 for a change that publishes a failing item, or makes a public one fail a further check */
  requireChange(type: HubType, row: ResourceRow<HubType>, changes: Partial<NewResource<HubType>>): Promise<void>;
}

const NO_CHECKS = { total: 0, passed: 0 };

/** Dependencies. `isOpen`: the operator allows publishing without checks. */
export interface PublishingOptions {
  readonly db: Database;
  /** Hosts of the operator's network. */
  readonly isTrustedHost: (url: URL) => boolean;
  readonly isOpen: boolean;
}

/** Checks what is published on this Hub. */
export function createPublishing({ db, isTrustedHost, isOpen }: PublishingOptions): Publishing {
  async function toCandidate(type: HubType, draft: Draft, abilities: readonly StoredAbility[]): Promise<Candidate> {
    const { id, ownerId, name = '', description = '' } = draft;
    const isChecked = id !== undefined && (type === 'bot' || type === 'skillset');
    return {
      name,
      description,
      checks: isChecked ? await countChecks(db, type, id) : NO_CHECKS,
      brokenAbilities: abilities
        .filter((ability) => checkAbility(ability, isTrustedHost).problems.length > 0)
        .map(nameOf),
      hasPassedTrial:
        id !== undefined && ownerId != null && type !== 'blueprint' && (await hasPassedTrial(db, ownerId, type, id)),
    };
  }

  /** Failed checks of an item. */
  async function failing(type: HubType, draft: Draft): Promise<{ check: PublishCheck; remedy: string }[]> {
    const abilities = await listAbilities(db, await skillsetsOf(db, type, draft));
    const candidate = await toCandidate(type, draft, abilities);
    return PUBLISHING.filter(({ types, passes }) => types.includes(type) && !passes(candidate)).map((check) => ({
      check,
      remedy: check.remedy(candidate),
    }));
  }

  function refuse(failed: readonly { check: PublishCheck; remedy: string }[]): void {
    if (failed.length === 0) return;
    throw new ApiError(
      'UNPROCESSABLE_ENTITY',
      `It cannot be public yet. ${failed.map(({ remedy }) => remedy).join(' ')}`,
      { details: failed.map(({ check, remedy }) => ({ path: check.field, message: remedy })) },
    );
  }

  return {
    async read(type, row) {
      const skillsets = await skillsetsOf(db, type, row);
      const [abilities, servers] = await Promise.all([listAbilities(db, skillsets), listMcpServers(db, skillsets)]);
      const candidate = await toCandidate(type, row, abilities);
      const tested =
        type === 'bot' || type === 'skillset'
          ? { total: candidate.checks.total, passed: candidate.checks.passed, path: `/checks?${type}=${row.id}` }
          : null;
      const isShown = ({ name, types }: PublishCheck): boolean =>
        types.includes(type) && (name !== 'checks' || candidate.checks.total > 0);
      const checks = PUBLISHING.filter(isShown).map(({ name, title, remedy, passes }) => ({
        name,
        title,
        passes: passes(candidate),
        remedy: remedy(candidate),
      }));
      return {
        visibility: row.visibility,
        isReady: isOpen || checks.every(({ passes }) => passes),
        checks,
        tested,
        shows: publicParts(type, abilities.length),
        runs: abilities.map((ability) => ({
          name: nameOf(ability),
          isActing: checkAbility(ability, isTrustedHost).isActing,
          asksFirst: ability.needsApproval !== false,
          needsProof: ability.requires === 'verified',
          ...describeRequests(ability),
        })),
        mcpServers: servers.map(({ name }) => name),
      };
    },
    async requireNew(type, fields) {
      if (isOpen || fields.visibility !== 'public') return;
      refuse(await failing(type, fields));
    },
    async requireChange(type, row, changes) {
      const next: Draft = { ...row, ...withoutUndefined(changes) };
      const isTouched = ['name', 'description', 'visibility'].some((field) => Object.hasOwn(changes, field));
      if (isOpen || next.visibility !== 'public' || !isTouched) return;
      const failed = await failing(type, next);
      if (failed.length === 0 || row.visibility !== 'public') {
        refuse(failed);
        return;
      }
      // Items published before these checks existed may be changed, but must not fail further checks.
      const before = new Set((await failing(type, row)).map(({ check }) => check.name));
      refuse(failed.filter(({ check }) => !before.has(check.name)));
    },
  };
}

function withoutUndefined<Fields extends object>(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Fields;
}

function nameOf({ id, name }: Pick<StoredAbility, 'id' | 'name'>): string {
  return name.trim() === '' ? id : name;
}

/** Skillsets whose abilities run in trials. */
async function skillsetsOf(db: Database, type: HubType, draft: Draft): Promise<readonly string[]> {
  const { id, botId, skillsets } = draft;
  if (type === 'skillset') return id === undefined ? [] : [id];
  if (type === 'widget' && botId !== undefined) return (await readResource(db, 'bot', botId))?.skillsets ?? [];
  return skillsets ?? [];
}

/** What everybody could read. */
function publicParts(type: HubType, abilities: number): string[] {
  const always = 'Its name, description, tags and page, and the name of its author';
  switch (type) {
    case 'skillset':
      return [
        always,
        abilities === 0
          ? 'The instructions of abilities that you add later'
          : `The whole instructions of its abilities (${String(abilities)}), with the addresses that they call. The values of secrets are never shown`,
        'A copy of it, for everybody who clones it',
      ];
    case 'bot':
      return [always, 'Its instructions (backstory)', 'Names of its abilities and knowledge that are public as well'];
    case 'dataset':
      return [always, 'The names and sizes of its documents', 'Passages of its documents, which answers quote'];
    case 'widget':
      return [always, 'Its settings, as a browser reads them', 'The name of its bot, if that is public as well'];
    case 'blueprint':
      return [always, 'Its steps', 'Names of its parts that are public as well'];
  }
}
