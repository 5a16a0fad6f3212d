import { isVisible, messageKey, type ConversationState, type LiveReply, type Message } from '@sotto/widget-core';
import type { Row, Speaker } from '../../hooks/messageContext';

/** Messages of one speaker nearer than this form a group, in milliseconds. */
const GROUP_MS = 120_000;

/**
 * What the list shows, top to bottom. The live reply has its place under the message it answers and keeps its
 * key when it is finished, so its row is never mounted again. The versions of a message share one row.
 */
export function toRows(
  messages: readonly Message[],
  reply: Pick<LiveReply, 'key' | 'startedAt' | 'replaces'> | undefined,
  isVerbose: boolean,
): readonly Row[] {
  const replaced = reply?.replaces === undefined ? -1 : messages.findIndex(({ id }) => id === reply.replaces);
  const shown: { key: string; speaker: Speaker; message: Message | undefined; at: number | undefined }[] = messages
    .filter(
      (message, index) =>
        message.type !== 'intro' &&
        isVisible(message, isVerbose) &&
        (replaced < 0 || index < replaced || message.extra?.local),
    )
    .map((message) => ({
      key: message.versions?.[0] ?? messageKey(message),
      speaker: speakerOf(message),
      message,
      at: message.createdAt ?? undefined,
    }));
  if (reply && !shown.some((row) => row.key === reply.key))
    shown.push({ key: reply.key, speaker: 'bot', message: undefined, at: reply.startedAt });
  return shown.map((row, index) => {
    const { key, speaker, message } = row;
    return {
      key,
      speaker,
      message,
      isFirst: !belongTogether(shown[index - 1], row),
      isLast: !belongTogether(row, shown[index + 1]),
    };
  });
}

/** Rows that are equal to those before keep their identity, so that only changed rows are drawn. */
function keepSameRows(before: readonly Row[], now: readonly Row[]): readonly Row[] {
  let known: ReadonlyMap<string, Row> | undefined;
  const rows = now.map((row, index) => {
    // Nearly always a row is where it was; looking for the others costs once.
    const there = before[index];
    const old =
      there?.key === row.key ? there : (known ??= new Map(before.map((each) => [each.key, each]))).get(row.key);
    return old &&
      old.message === row.message &&
      old.isFirst === row.isFirst &&
      old.isLast === row.isLast &&
      old.speaker === row.speaker
      ? old
      : row;
  });
  return rows.length === before.length && rows.every((row, index) => row === before[index]) ? before : rows;
}

/** Remembers the rows of before: those that are equal keep their identity. */
export function createRowKeeper(): (rows: readonly Row[]) => readonly Row[] {
  let kept: readonly Row[] = [];
  return (rows) => (kept = keepSameRows(kept, rows));
}

/** Keys of the rows that came after the first: they rise into place, and stored ones are simply there. */
export function createFreshRows(): (rows: readonly Row[]) => ReadonlySet<string> {
  const fresh = new Set<string>();
  let known: Set<string> | undefined;
  return (rows) => {
    known ??= new Set(rows.map(({ key }) => key));
    const added = rows.filter(({ key }) => known?.has(key) === false);
    // Many at once are a conversation that was read from storage or the server.
    if (added.length <= 2) for (const { key } of added) fresh.add(key);
    for (const { key } of added) known.add(key);
    return fresh;
  };
}

/** The reply's place in the list, without its text: a token changes nothing here. */
export function selectReplyKey(state: ConversationState): string | undefined {
  return state.reply?.key;
}

/** The reply that makes place for another version: one that broke off not before there is something to read instead. */
export function selectReplaced({ reply, messages }: ConversationState): string | undefined {
  const id = reply?.replaces;
  const isKept = reply?.state === 'thinking' && messages.some((message) => message.id === id && message.failure);
  return isKept ? undefined : id;
}

function speakerOf(message: Message): Speaker {
  if (message.type === 'user' || message.type === 'input') return 'user';
  return message.type === 'context' ? 'context' : 'bot';
}

interface SpokenMessage {
  readonly speaker: Speaker;
  readonly message: Message | undefined;
  readonly at: number | undefined;
}

function belongTogether(first: SpokenMessage | undefined, second: SpokenMessage | undefined): boolean {
  if (!first || !second || first.speaker !== second.speaker) return false;
  if (first.message?.author?.name !== second.message?.author?.name) return false;
  return first.at === undefined || second.at === undefined || second.at - first.at < GROUP_MS;
}

/** Messages that are drawn, and given up, together. */
export const CHUNK_SIZE = 20;
/**
 * How many of the newest messages are always drawn: a panel full. What a tall one shows beyond them is drawn a moment
 * later.
 */
const NEWEST_COUNT = 20;
/** The first piece that is always drawn: from there on are the newest messages. */
export function firstDrawnChunk(rowCount: number): number {
  return Math.max(0, Math.floor((rowCount - NEWEST_COUNT) / CHUNK_SIZE));
}
