import { createId, type ActivityMessage, type Clock, type Message } from '@sotto/widget-core/api';
import type { Database } from '../../db/database';
import { outageOf } from '../../db/outage';
import { readAgent } from '../../db/queries/conversations/inboxQueries';
import { readHistory } from '../../db/queries/conversations/messageQueries';
import type { Channels } from '../../events/channels';
import type { Moderation } from '../../model/openAi/moderation';
import { deferred, observed } from '../../model/observed';
import { buildPrompt, CONTINUE_PROMPT, type HistoryMessage } from '../../model/prompt';
import { runTurn } from '../../model/runTurn';
import type { Tool } from '../../model/tools/tool';
import type { TurnEvent } from '../../model/turnEvents';
import { withoutRepetition } from '../../model/withoutRepetition';
import { replyToPersonRequest } from '../../lib/personRequests';
import { createHandoverTool } from '../../model/tools/handoverTool';
import { createClientFunctions } from '../../model/tools/clientFunctions';
import type { FileStore } from '../../uploads/fileStore';
import { createTracedModel } from '../../telemetry/tracedModel';
import type { Answerer, AnswerTask } from './answerer';
import type { Budgets } from '../accounts/budgets';
import { turnChannels } from './approvals';
import { earlierText } from './continuation';
import { readFileContents } from './fileContents';
import type { Handover } from '../conversations/handover';
import { toMessage } from '../conversations/messageView';
import { keepTrying } from '../../db/keepTrying';
import { maskPersonalData } from '../conversations/privacy';
import type { Profiles } from '../hub/profiles';

/** Types of the messages that are sent to the model. */
const PROMPT_TYPES = ['user', 'input', 'bot', 'context', 'activity'];
/** Maximum number of messages to load; the prompt takes as many as fit. */
const HISTORY_LENGTH = 200;

/** Response to a message that must not be answered: polite and neutral (contract 4.1). */
const REFUSAL = 'I cannot answer that. Is there something else I can help you with?';

/** A reply without a model. */
async function* spoken(text: string): AsyncGenerator<TurnEvent> {
  yield { type: 'token', data: { token: text } };
  yield { type: 'finish', data: { text, reason: 'stop', tokens: 0, references: [] } };
}

/** A person answers, so the bot sends no events. */
async function* noEvents(): AsyncGenerator<TurnEvent> {
  yield { type: 'finish', data: { text: '', reason: 'stop', tokens: 0, references: [] } };
}

/** Dependencies. */
export interface AnswererDeps {
  db: Database;
  /** Store of attached files. */
  store: FileStore;
  clock: Clock;
  channels: Channels;
  budgets: Budgets;
  profiles: Profiles;
  handover: Handover;
  /** Moderation for widgets with `moderation`; undefined if none is configured. */
  moderation: Moderation | undefined;
  /** Maximum history in tokens, and time limit of a reply in milliseconds. */
  limits?: { readonly historyTokens?: number | undefined; readonly modelTimeMs?: number | undefined } | undefined;
  /** Called with errors of background work. */
  onError: (error: unknown) => void;
}

/**
 * Generates replies with a model: the bot's instructions and the conversation become the prompt, functions of the
 * page become tools.
 */
export function createAnswerer(deps: AnswererDeps): Answerer {
  const { db, clock, channels } = deps;

  /** Asks for a person. @returns what to say while nobody is there */
  async function request(task: AnswerTask, language = languageOf(task)): Promise<string | undefined> {
    await deps.handover.request(task);
    return deps.handover.away(task, { language, timeZone: task.options.timezone });
  }

  /** Asks for a person because the bot could not do something. @returns what to add to the reply */
  function toolFailed(task: AnswerTask): Promise<string | undefined> {
    return deps.handover.toolFailed(task, { language: languageOf(task), timeZone: task.options.timezone });
  }

  /** The reply to a visitor who asks for a person, or leaves an address for the answer; undefined: the model replies. */
  async function handOver(task: AnswerTask, text: string, signal: AbortSignal): Promise<string | undefined> {
    const asked = replyToPersonRequest(text);
    const visitor = { language: languageOf(task), timeZone: task.options.timezone };
    return keepTrying(clock, signal, async () => {
      if (!asked) return deps.handover.takeAddress(task, visitor, text);
      const isTheirs = visitor.language.split('-')[0] === asked.language;
      const away = await request(task, isTheirs ? visitor.language : asked.language);
      return away === undefined ? asked.reply : `${asked.reply} ${away}`;
    });
  }

  async function begin(task: AnswerTask, signal: AbortSignal): Promise<AsyncIterable<TurnEvent>> {
    const { options, continued } = task;
    if (await keepTrying(clock, signal, () => readAgent(db, task.conversation.id))) return noEvents();
    const whole = await keepTrying(clock, signal, () => readHistoryOf(db, task));
    if (await isRefused(deps.moderation, task, whole, signal)) return spoken(REFUSAL);
    const questions = whole
      .filter(({ type }) => type === 'user' || type === 'input')
      .slice(-2)
      .map(({ text }) => text);
    const canHandOver = deps.handover.isOffered(task);
    if (canHandOver && !continued) {
      const reply = await handOver(task, questions.at(-1) ?? '', signal);
      if (reply !== undefined) return spoken(reply);
    }
    const { backstory, historyMessages, tools, model, temperature, firstTool } = await deps.profiles(
      task,
      questions,
      signal,
    );
    const history = historyMessages === undefined ? whole : whole.slice(-historyMessages - (continued ? 1 : 0));
    const messages = buildPrompt({
      backstory,
      history,
      ...(deps.limits?.historyTokens !== undefined && { historyTokens: deps.limits.historyTokens }),
      files: await readFileContents(deps, task, history),
      language: options.language,
      timeZone: options.timezone,
      now: clock.now(),
    });
    const answering = continued ? withoutRepetition(model, continued.text) : model;
    const botTools = canHandOver ? [...tools, createHandoverTool(() => request(task))] : tools;
    const own = new Set(botTools.map(({ name }) => name));
    const { iterations, calls } = options.limits ?? {};
    return runTurn(
      {
        model: task.span ? createTracedModel(answering, task.span) : answering,
        messages: continued ? [...messages, CONTINUE_PROMPT] : messages,
        ...(continued && { earlier: earlierText(continued) }),
        ...(canHandOver && { afterFailedTool: () => keepTrying(clock, signal, () => toolFailed(task)) }),
        // Functions of the page cannot override the bot's tools.
        tools: [...botTools, ...clientFunctions(channels, task).filter(({ name }) => !own.has(name))],
        clock,
        createId: (prefix) => createId(prefix, clock),
        ...(temperature !== undefined && { temperature }),
        // When continuing, a required first call has already been made.
        ...(firstTool !== undefined && !continued && { firstTool }),
        ...(options.language !== undefined && { language: options.language }),
        limits: {
          ...(deps.limits?.modelTimeMs !== undefined && { modelTimeMs: deps.limits.modelTimeMs }),
          ...(iterations !== undefined && { iterations: Math.min(iterations, 20) }),
          ...(calls !== undefined && { calls: Math.min(calls, 100) }),
        },
      },
      signal,
    );
  }

  return {
    answer(task, signal) {
      const used = { input: 0, output: 0 };
      return observed(
        deferred(() => begin(task, signal)),
        {
          see(event) {
            if (event.type !== 'usage') return;
            used.input += event.data.inputTokensUsed;
            used.output += event.data.outputTokensUsed;
          },
          // Stopped and failed replies cost tokens too.
          async end() {
            const { counters = [] } = task.options;
            if (counters.length === 0 || used.input + used.output === 0) return;
            await deps.budgets.add(counters, used).catch(async (error: unknown) => {
              if (outageOf(error) === undefined) throw error;
              // Usage is stored in the background.
              void keepTrying(clock, undefined, () => deps.budgets.add(counters, used)).catch(deps.onError);
            });
          },
        },
      );
    },
  };
}

/** The visitor's language; English unless it is a valid tag. */
function languageOf({ options: { language = 'en' } }: AnswerTask): string {
  try {
    return Intl.getCanonicalLocales(language)[0] ?? 'en';
  } catch {
    return 'en';
  }
}

async function readHistoryOf(
  db: Database,
  { conversation, widget, fork, continued }: AnswerTask,
): Promise<HistoryMessage[]> {
  // A fork without a parent is at the start: the first message has position 1.
  const upTo = fork && (fork.parent?.sequence ?? 0);
  const found = await readHistory(db, conversation.id, { types: PROMPT_TYPES, take: HISTORY_LENGTH, upTo });
  // Messages added by the page since must not be answered: the model's own text comes last.
  const stored = continued ? [...found.filter(({ id }) => id !== continued.id), continued] : found;
  // The opening message is taken from the settings, not from the browser.
  const initial = widget.config['initial'];
  const opening: Message[] =
    typeof initial === 'string' && initial.trim() !== '' ? [{ id: 'initial', type: 'initial', text: initial }] : [];
  const isPrivate = widget.config['privacy'] === true;
  const sent = stored.map((message) => ({ ...toMessage(message), isTrusted: message.isTrusted }));
  return [...opening, ...sent].map((message) =>
    isPrivate ? { ...message, text: maskPersonalData(message.text) } : message,
  );
}

function clientFunctions(channels: Channels, { conversation, options }: AnswerTask): Tool[] {
  return createClientFunctions(options.functions ?? {}, {
    canWait: options.canWaitForBrowser,
    channels: turnChannels(channels, conversation.id),
  });
}

async function isRefused(
  moderation: Moderation | undefined,
  { widget }: AnswerTask,
  history: readonly (Message | ActivityMessage)[],
  signal: AbortSignal,
): Promise<boolean> {
  const last = history.findLast(({ type }) => type === 'user' || type === 'input');
  if (!moderation || widget.config['moderation'] !== true || !last || last.text === '') return false;
  return !(await moderation(last.text, signal)).isAllowed;
}
