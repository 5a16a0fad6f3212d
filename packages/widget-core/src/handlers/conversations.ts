import { WidgetError } from '../errors';
import { createConversationTree, type ConversationTree } from './conversationTree';
import type { HandlerStore } from './handlerStore';

/** How long a conversation is kept after its last change, in milliseconds: 30 days. */
const LIFETIME_MS = 2_592_000_000;

/** The stored conversations. Within a process, changes of one conversation run one after the other. */
export interface Conversations {
  /** @throws WidgetError `NOT_FOUND` */
  readonly read: (id: string) => Promise<ConversationTree>;
  /** Reads a conversation, applies `change` and stores it. If `change` throws, nothing is stored. */
  readonly change: <Result>(id: string, change: (conversation: ConversationTree) => Result) => Promise<Result>;
  readonly make: (id: string, change: (conversation: ConversationTree) => void) => Promise<void>;
}

/** @see Conversations */
export function createConversations(store: HandlerStore): Conversations {
  const last = new Map<string, Promise<unknown>>();
  const inTurn = <Result>(id: string, work: () => Promise<Result>): Promise<Result> => {
    const turn = (last.get(id) ?? Promise.resolve()).then(work, work);
    last.set(id, turn);
    const end = (): void => {
      if (last.get(id) === turn) last.delete(id);
    };
    turn.then(end, end);
    return turn;
  };
  const keyOf = (id: string): string => `sotto:conversation:${id}`;
  const read = async (id: string): Promise<ConversationTree> => {
    const json = await store.get(keyOf(id));
    if (json === undefined) throw new WidgetError('NOT_FOUND');
    return createConversationTree(json);
  };
  const write = (id: string, tree: ConversationTree): Promise<void> => store.set(keyOf(id), tree.toJson(), LIFETIME_MS);
  return {
    read,
    change: (id, change) =>
      inTurn(id, async () => {
        const tree = await read(id);
        const result = change(tree);
        await write(id, tree);
        return result;
      }),
    make: (id, change) =>
      inTurn(id, async () => {
        const tree = createConversationTree(undefined);
        change(tree);
        await write(id, tree);
      }),
  };
}
