import { createId, type ActivityMessage, type Clock, type Message } from '@sotto/widget-core/api';
import type { Database } from '../db/database';
import { readAttachments } from '../db/queries/files';
import { readHistory } from '../db/queries/messages';
import { readBot } from '../db/queries/widgets';
import type { Channels } from '../events/channels';
import type { ChatModel } from '../model/chatModel';
import { buildPrompt } from '../model/prompt';
import { runTurn } from '../model/runTurn';
import type { Tool } from '../model/tools/tool';
import { createClientFunctions } from '../model/tools/clientFunctions';
import type { Answerer, AnswerTask } from './answerer';
import { toMessage } from './messageView';
import { maskPersonalData } from './privacy';

/** What a model is told of a conversation. */
const TOLD_TYPES = ['user', 'input', 'bot', 'context', 'activity'];
/** How many of the last messages a model may be told; the prompt takes what fits its window. */
const HISTORY_LENGTH = 200;

/** What answering needs. `tools` are the server's own, offered beside the page's functions. */
export interface AnswererDeps {
  db: Database;
  clock: Clock;
  channels: Channels;
  model: ChatModel;
  tools: readonly Tool[];
}

/** Answers with a model: the bot's instructions and the conversation so far become a prompt, the page's functions become tools. */
export function createAnswerer(deps: AnswererDeps): Answerer {
  const { db, clock, channels, model } = deps;

  async function readHistoryOf({ conversation, widget, fork }: AnswerTask): Promise<(Message | ActivityMessage)[]> {
    // A fork without a parent begins the conversation: the first message has place 1.
    const upTo = fork && (fork.parent?.sequence ?? 0);
    const stored = await readHistory(db, conversation.id, { types: TOLD_TYPES, take: HISTORY_LENGTH, upTo });
    // The opening line is the owner's, so it comes from the settings and not from what a browser says it was.
    const initial = widget.config['initial'];
    const opening: Message[] = typeof initial === 'string' && initial.trim() !== '' ? [{ id: 'initial', type: 'initial', text: initial }] : [];
    const isPrivate = widget.config['privacy'] === true;
    return [...opening, ...stored.map((message) => toMessage(message))].map((message) => (isPrivate ? { ...message, text: maskPersonalData(message.text) } : message));
  }

  async function readFileTexts({ conversation, widget }: AnswerTask, history: readonly (Message | ActivityMessage)[]): Promise<Map<string, string>> {
    const ids = history.flatMap((message) => (message.attachments ?? []).flatMap(({ id }) => id ?? []));
    const files = await readAttachments(db, conversation.id, ids);
    const isPrivate = widget.config['privacy'] === true;
    return new Map(files.flatMap(({ id, text }) => (text === null ? [] : [[id, isPrivate ? maskPersonalData(text) : text] as const])));
  }

  return {
    async *answer(task, signal) {
      const { conversation, widget, options } = task;
      const bot = await readBot(db, widget.botId);
      const functions = createClientFunctions(options.functions ?? {}, {
        canWait: options.canWaitForBrowser,
        channels: {
          open: () => channels.open(conversation.id),
          claim: (channel) => channels.claim(channel, conversation.id),
          wait: (channel, timeoutMs, waitSignal) => channels.wait(channel, timeoutMs, waitSignal),
        },
      });
      const history = await readHistoryOf(task);
      const messages = buildPrompt({
        backstory: bot?.backstory ?? '',
        history,
        fileTexts: await readFileTexts(task, history),
        language: options.language,
        timeZone: options.timezone,
        now: clock.now(),
      });
      const { iterations, calls } = options.limits ?? {};
      yield* runTurn(
        {
          model,
          messages,
          tools: [...deps.tools, ...functions],
          clock,
          createId: (prefix) => createId(prefix, clock),
          ...(options.language !== undefined && { language: options.language }),
          limits: { ...(iterations !== undefined && { iterations: Math.min(iterations, 20) }), ...(calls !== undefined && { calls: Math.min(calls, 100) }) },
        },
        signal,
      );
    },
  };
}
