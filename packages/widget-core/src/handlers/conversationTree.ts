import * as v from 'valibot';
import { attachmentSchema, messageSchema, type Attachment, type Message } from '../api/message';
import { WidgetError } from '../errors';
import { parseJson } from '../lib/json';

/**
 * A stored conversation: each message with the id of the previous one. Versions of a message have the same previous
 * message.
 */
const storedSchema = v.object({
  nodes: v.array(v.object({ message: messageSchema, after: v.string() })),
  chosen: v.record(v.string(), v.string()),
  files: v.record(v.string(), attachmentSchema),
});
type Stored = v.InferOutput<typeof storedSchema>;

/** Previous id of the first message. */
const ROOT = '';

/** A conversation with versions of messages: a tree, of which one path is shown. */
export interface ConversationTree {
  /** The shown path, oldest first. */
  readonly shown: () => readonly Message[];
  /** All messages in the order of storage; hidden ones are marked, versions refer to each other. */
  readonly all: () => readonly Message[];
  readonly find: (id: string) => Message | undefined;
  /** Adds a message after the newest shown one. */
  readonly append: (message: Message) => void;
  /** Adds another version of a shown message and shows it instead, without the messages after it. */
  readonly replace: (id: string, message: Message) => void;
  /** Updates a message with more content. */
  readonly update: (message: Message) => void;
  /** Shows a version again, with the messages that last followed it. */
  readonly choose: (id: string) => void;
  /** An uploaded file that may be sent with a message. */
  readonly file: (id: string) => Attachment | undefined;
  readonly keepFile: (id: string, file: Attachment) => void;
  readonly toJson: () => string;
}

/** @throws WidgetError `NOT_FOUND` for unknown ids */
export function createConversationTree(json: string | undefined): ConversationTree {
  const read = v.safeParse(storedSchema, json === undefined ? { nodes: [], chosen: {}, files: {} } : parseJson(json));
  if (!read.success) throw new WidgetError('INTERNAL_SERVER_ERROR');
  const { nodes, chosen, files } = read.output;

  const nodeOf = (id: string): { message: Message; after: string } => {
    const node = nodes.find(({ message }) => message.id === id);
    if (!node) throw new WidgetError('NOT_FOUND');
    return node;
  };
  const shown = (): readonly Message[] => {
    const path: Message[] = [];
    for (let id = chosen[ROOT]; id !== undefined; id = chosen[id]) path.push(nodeOf(id).message);
    return path;
  };
  const put = (after: string, message: Message): void => {
    nodes.push({ message, after });
    chosen[after] = message.id;
  };

  return {
    shown,
    all() {
      const path = new Set(shown().map(({ id }) => id));
      return nodes.map(({ message, after }) => {
        const versions = nodes.filter((node) => node.after === after).map((node) => node.message.id);
        return {
          ...message,
          ...(versions.length > 1 && { versions }),
          ...(!path.has(message.id) && { extra: { ...message.extra, visible: false } }),
        };
      });
    },
    find: (id) => nodes.find(({ message }) => message.id === id)?.message,
    append(message) {
      put(shown().at(-1)?.id ?? ROOT, message);
    },
    replace(id, message) {
      put(nodeOf(id).after, message);
    },
    update(message) {
      nodeOf(message.id).message = message;
    },
    choose(id) {
      for (let node = nodeOf(id); ; node = nodeOf(node.after)) {
        chosen[node.after] = node.message.id;
        if (node.after === ROOT) return;
      }
    },
    file: (id) => (Object.hasOwn(files, id) ? files[id] : undefined),
    keepFile(id, file) {
      files[id] = file;
    },
    toJson: () => JSON.stringify({ nodes, chosen, files } satisfies Stored),
  };
}
