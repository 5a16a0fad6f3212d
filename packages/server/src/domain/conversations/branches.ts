import type { Clock } from '@sotto/widget-core/api';
import { ApiError } from '../../lib/apiError';
import type { Database } from '../../db/database';
import { touchConversation } from '../../db/queries/conversations/conversationQueries';
import {
  cutBranch,
  joinBranch,
  listPlaces,
  listVersions,
  readHistory,
  readMessage,
  readMessageByClientId,
  type MessagePlace,
  type StoredMessage,
} from '../../db/queries/conversations/messageQueries';
import { readRunningRun } from '../../db/queries/conversations/runQueries';

/** A fork: where another version of a message begins. */
export interface Fork {
  /** The message before both versions; undefined at the start of the conversation. */
  readonly parent: Pick<StoredMessage, 'id' | 'sequence'> | undefined;
  /** The first version. */
  readonly versionOf: string;
}

/** What a reply looked up before its text, which is part of its turn. */
const STEP_TYPES = ['activity', 'reasoning'];
/** Types of messages with text. */
export const SPOKEN_TYPES = ['user', 'input', 'bot', 'context'];

/**
 * Finds the fork for replacing a message.
 *
 * @param id - the message's id, or its client id
 * @param types - types that may be replaced
 * @throws ApiError 404 if the message is not in this conversation, 422 for another type, or if it follows a hidden
 *   version
 */
export async function readFork(
  db: Database,
  conversationId: string,
  id: string,
  types: readonly string[],
): Promise<Fork> {
  const message = (await readMessage(db, conversationId, id)) ?? (await readMessageByClientId(db, conversationId, id));
  if (!message) throw new ApiError('NOT_FOUND', 'The message to replace is not part of this conversation');
  if (!types.includes(message.type))
    throw new ApiError('UNPROCESSABLE_ENTITY', `Only a message of type ${types.join(' or ')} can be replaced here`);
  const readParent = async ({ parentId }: StoredMessage): Promise<StoredMessage | undefined> =>
    parentId === null ? undefined : readMessage(db, conversationId, parentId);
  let parent = await readParent(message);
  while (message.type === 'bot' && parent && STEP_TYPES.includes(parent.type)) parent = await readParent(parent);
  if (parent?.isCurrent === false)
    throw new ApiError('UNPROCESSABLE_ENTITY', 'The message to replace follows a version that is not shown');
  return { parent, versionOf: message.versionOf ?? message.id };
}

/**
 * Fork for another version of an interrupted reply; undefined if nothing of it was written, or newer messages exist.
 */
export async function readBrokenFork(db: Database, conversationId: string, id: string): Promise<Fork | undefined> {
  const [last] = await readHistory(db, conversationId, { types: SPOKEN_TYPES, take: 1 });
  return last?.id === id ? readFork(db, conversationId, id, ['bot']) : undefined;
}

/** Shows a new version instead of the messages after the fork. */
export async function enterFork(
  db: Database,
  conversationId: string,
  { parent }: { readonly parent?: Pick<StoredMessage, 'sequence'> | undefined },
  ids: readonly string[],
): Promise<void> {
  await cutBranch(db, conversationId, parent?.sequence ?? 0);
  await joinBranch(db, conversationId, ids);
}

/**
 * Shows a version of a message with the messages that followed it; other versions stay stored.
 *
 * @throws ApiError 404 if the message is not in this conversation, 409 while a reply is streaming
 */
export async function chooseVersion(db: Database, clock: Clock, conversationId: string, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    await touchConversation(tx, conversationId, clock.now());
    if (!(await readMessage(tx, conversationId, id))) throw new ApiError('NOT_FOUND');
    if (await readRunningRun(tx, conversationId))
      throw new ApiError('CONFLICT', 'A reply is still being written', { retryAfterSeconds: 1 });
    const branch = branchThrough(await listPlaces(tx, conversationId), id);
    await cutBranch(tx, conversationId, 0);
    await joinBranch(tx, conversationId, branch);
  });
}

/** The branch that contains a message, up to its newest descendant. @returns ids */
export function branchThrough(places: readonly MessagePlace[], id: string): string[] {
  const byId = new Map(places.map((place) => [place.id, place]));
  const behind = new Set<string>();
  let newest = id;
  // Messages come after their parents, so one pass finds all descendants.
  for (const { id: own, parentId, type } of places) {
    if (own !== id && (parentId === null || !behind.has(parentId))) continue;
    behind.add(own);
    if (SPOKEN_TYPES.includes(type)) newest = own;
  }
  const branch: string[] = [];
  for (let place = byId.get(newest); place; place = place.parentId === null ? undefined : byId.get(place.parentId))
    branch.push(place.id);
  return branch;
}

/** Versions of each message that has several, by each of their ids; oldest first. */
export async function readVersions(
  db: Database,
  conversationId: string,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const groups = new Map<string, string[]>();
  for (const { id, versionOf } of await listVersions(db, conversationId)) {
    if (versionOf === null) continue;
    groups.set(versionOf, [...(groups.get(versionOf) ?? [versionOf]), id]);
  }
  return new Map([...groups.values()].flatMap((group) => group.map((id) => [id, group] as const)));
}
