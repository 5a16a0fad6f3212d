import { isVisible, messageKey, type ConversationState, type LiveReply, type Message } from '@sotto/widget-core';
import type { Row, Speaker } from '../../hooks/messageContext';

/** Messages of one author closer together than this form a group, in milliseconds. */
const GROUP_MS = 120_000;

/**
 * Rows of the list, top to bottom. The streaming reply is placed below the message it answers and keeps its key when
 * it ends, so its row is never remounted. All versions of a message share a row.
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

/** Rows equal to previous ones keep their identity, so that only changed rows are rendered. */
function keepSameRows(before: readonly Row[], now: readonly Row[]): readonly Row[] {
  let known: ReadonlyMap<string, Row> | undefined;
  const rows = now.map((row, index) => {
    // Most rows have kept their index; the others are searched.
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

/** Remembers the previous rows, so that equal ones keep their identity. */
export function createRowKeeper(): (rows: readonly Row[]) => readonly Row[] {
  let kept: readonly Row[] = [];
  return (rows) => (kept = keepSameRows(kept, rows));
}

/** Keys of rows added after the first render: they are animated, stored ones are not. */
export function createFreshRows(): (rows: readonly Row[]) => ReadonlySet<string> {
  const fresh = new Set<string>();
  let known: Set<string> | undefined;
  return (rows) => {
    known ??= new Set(rows.map(({ key }) => key));
    const added = rows.filter(({ key }) => known?.has(key) === false);
    // Several at once were loaded from storage or the server.
    if (added.length <= 2) for (const { key } of added) fresh.add(key);
    for (const { key } of added) known.add(key);
    return fresh;
  };
}

/** The reply's row without its text, so that tokens do not change it. */
export function selectReplyKey(state: ConversationState): string | undefined {
  return state.reply?.key;
}

/** The message that a new version replaces; an interrupted one stays until the new one has text. */
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

/** Number of messages that are rendered or reduced to text together. */
export const CHUNK_SIZE = 20;
/**
 * Number of newest messages that are always rendered: enough to fill a panel. In a tall panel more are rendered a
 * moment later.
 */
const NEWEST_COUNT = 20;
/** Index of the first chunk that is always rendered. */
export function firstDrawnChunk(rowCount: number): number {
  return Math.max(0, Math.floor((rowCount - NEWEST_COUNT) / CHUNK_SIZE));
}
