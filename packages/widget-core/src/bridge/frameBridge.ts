import { WidgetError } from '../errors';
import { jsonSchema } from '../lib/json';
import type { Message } from '../api/message';
import type { HostConnection } from '../protocol/connection';
import { frameEvents } from '../protocol/frameEvents';
import type { FrameEventName, FrameToHost, HostMessage } from '../protocol/payloads';
import type { Payload } from '../protocol/messageMap';
import type { Widget } from '../widget/widget';
import type { WidgetEventMap } from '../widget/widgetEvents';
import { createNewestMessages } from './newestMessages';
import { readOverlayUrl } from './overlayUrl';
import * as v from 'valibot';

/** Maps host messages to widget actions, and widget events to host messages. */
export interface FrameBridge {
  /** Requests that the host follows a link. False: it did not, and the frame may open the link itself. */
  navigate(url: string, target: '_top' | '_blank'): Promise<boolean>;
  /** Sends the host the size that the frame needs, in CSS pixels. */
  resize(
    width: number,
    height: number,
    reason: 'launcher' | 'peek' | 'panel' | 'maximize' | 'content' | 'overlay',
  ): void;
  /** Requests that the host opens or closes the widget and discards earlier sizes. */
  reset(open: boolean): void;
  close(): void;
}

/** Options of `createFrameBridge`. */
export interface FrameBridgeOptions {
  readonly widget: Widget;
  readonly connection: HostConnection;
  /** Version and build of the frame, for `onReady`. */
  readonly build: string;
  readonly protocol: number;
  /** The page's record of earlier messages, shown if the widget has no conversation yet. */
  readonly past?: readonly HostMessage[] | undefined;
  /** Focuses the text box. */
  readonly focusInput?: () => void;
  /** Offers a text as a file download. */
  readonly saveFile?: (file: { readonly fileName: string; readonly text: string }) => void;
}

/**
 * Connects a widget and a host page: messages of the page become actions, events become messages [W-37, W-38] (contract
 * 2.4, 2.5).
 */
export function createFrameBridge(options: FrameBridgeOptions): FrameBridge {
  const { widget, connection, past } = options;
  const { conversationId, messages } = widget.conversation.getState();
  if (past && conversationId === undefined && !messages[0]) widget.conversation.setMessages(past.map(toMessage));
  const stops = [...answerMessageCalls(options), ...answerSettingCalls(options), ...notifyHost(options)];

  connection.start();
  widget.functions.setCaller(async ({ name, args, callId, timeoutMs }) => {
    const outcome = await connection.request('callFunction', { name, args, callId }, { timeoutMs });
    if ('abort' in outcome) return outcome;
    return { value: outcome.value ?? null };
  });
  connection.note('onReady', {
    protocol: options.protocol,
    build: options.build,
    conversationId: widget.conversation.getState().conversationId ?? null,
  });
  // The host's own texts are English until it receives another language.
  const { language } = widget.view.getState();
  if (language !== 'en') connection.note('onLanguageChange', { value: language });

  return {
    async navigate(url, target) {
      const { handled } = await connection.request('navigate', { url, target });
      return handled;
    },
    resize(width, height, reason) {
      connection.note('resize', { width, height, reason });
    },
    reset(open) {
      connection.note('reset', { open });
    },
    close() {
      widget.functions.setCaller(undefined);
      for (const stop of stops) stop();
    },
  };
}

/** Handles messages of contract 2.4 about the conversation. */
function answerMessageCalls({ widget, connection, saveFile }: FrameBridgeOptions): (() => void)[] {
  const newestMessages = createNewestMessages();
  return [
    connection.answer('sendMessage', ({ message, hidden, respond, meta, attachments }) =>
      widget.conversation.send({
        message,
        hidden,
        respond,
        ...(meta && { meta }),
        ...(attachments.length > 0 && { attachments }),
      }),
    ),
    connection.answer('receiveMessage', ({ message, type, meta, peek }) =>
      widget.conversation.receive({ message, type, peek, ...(meta && { meta }) }),
    ),
    connection.answer('initiateMessage', async ({ message, meta }) => {
      await widget.conversation.initiate({ ...(message !== undefined && { message }), ...(meta && { meta }) });
      return {};
    }),
    connection.answer('restartConversation', async ({ confirm }) => {
      if (confirm) await confirmRestart(widget);
      else await widget.conversation.restart();
      return {};
    }),
    connection.answer('downloadConversation', async ({ as }) => {
      if (as === 'json') return { text: JSON.stringify(widget.conversation.getState().messages) };
      const file = await widget.conversation.transcript();
      if (as === 'text') return { text: file.text };
      saveFile?.(file);
      return {};
    }),
    connection.answer('stop', async () => {
      await widget.conversation.stop();
      return {};
    }),
    connection.answer('retry', async () => {
      await widget.conversation.retry();
      return {};
    }),
    connection.answer('continueReply', async ({ id }) => {
      await widget.messages.continueReply(id);
      return {};
    }),
    connection.answer('getMessages', () => ({ value: newestMessages(widget.conversation.getState().messages) })),
    connection.answer('setMessages', ({ messages }) => {
      widget.conversation.setMessages(messages.map(toMessage));
      return {};
    }),
    connection.answer('publish', ({ channel, message }) => widget.conversation.publish(channel, message)),
    connection.answer('assignContact', (contact) => widget.contact.assign(contact)),
    connection.answer('logout', async () => {
      await widget.logout();
      return {};
    }),
  ];
}

/** Handles messages of contract 2.4 about the widget's state and settings. */
function answerSettingCalls({ widget, connection, focusInput }: FrameBridgeOptions): (() => void)[] {
  return [
    connection.on('setOpen', ({ open, focus }) => {
      widget.view.setOpen(open);
      if (open && focus === true) focusInput?.();
    }),
    connection.on('setMaximize', ({ maximize }) => {
      widget.view.setMaximize(maximize);
    }),
    connection.on('media', (media) => {
      widget.view.setMedia(media);
    }),
    connection.on('focus', () => {
      focusInput?.();
    }),
    connection.on('page', (page) => {
      widget.meta.set({ ...widget.meta.get(), page });
    }),
    connection.answer('render', ({ frame, title }) => {
      const url = frame === null ? undefined : readOverlayUrl(frame, widget.base);
      if (frame !== null && url === undefined)
        throw new WidgetError('not_allowed', {
          message: 'frame must be an https address, an http address of localhost, or a path of the server',
        });
      widget.view.setOverlay(url === undefined ? undefined : { url, title });
      return {};
    }),
    connection.answer('setInput', ({ text, focus }) => {
      widget.draft.set(text);
      if (focus) focusInput?.();
      return {};
    }),
    connection.answer('setLanguage', ({ language }) => {
      widget.view.setLanguage(language);
      return {};
    }),
    connection.answer('configure', (settings) => {
      widget.config.update(settings);
      return {};
    }),
    connection.answer('notify', ({ notifications }) => {
      widget.view.notify(notifications);
      return {};
    }),
    connection.answer('getFunctions', () => ({ value: Object.keys(widget.functions.get()) })),
    connection.answer('setFunctions', ({ functions }) => {
      widget.functions.set(functions);
      return {};
    }),
    connection.answer('getMeta', () => ({ value: widget.meta.get() })),
    connection.answer('setMeta', ({ meta }) => {
      widget.meta.set(meta);
      return {};
    }),
    connection.answer('getContact', () => ({ value: widget.contact.get() })),
    connection.answer('setContact', ({ contact }) => {
      widget.contact.set(contact);
      return {};
    }),
  ];
}

/** Payloads of widget events that differ from their details; undefined: the event is not sent. */
type ToPayload = { readonly [Name in keyof WidgetEventMap]?: (detail: WidgetEventMap[Name]) => unknown };

/**
 * Forwards the events of `frameEvents` to the host, except `ready`, `resize` and `reset`, which the widget does not
 * emit.
 */
function notifyHost({ widget, connection }: FrameBridgeOptions): (() => void)[] {
  const newestMessages = createNewestMessages();
  const toPayload: ToPayload = {
    item({ type, data, messageId }) {
      const checked = v.safeParse(jsonSchema, data);
      return checked.success ? { type, data: checked.output, messageId } : undefined;
    },
    messageschange: ({ value }) => ({ value: newestMessages(value) }),
    functionschange: ({ value }) => ({ value: Object.keys(value) }),
    error: ({ code, message }) => ({ code, message }),
  };
  return (Object.keys(frameEvents) as FrameEventName[]).map((name) => {
    const event = frameEvents[name].event as keyof WidgetEventMap;
    const convert = (toPayload[event] ?? ((detail: unknown) => detail)) as (
      detail: unknown,
    ) => Payload<FrameToHost, typeof name> | undefined;
    return widget.on(event, (detail) => {
      const payload = convert(detail);
      if (payload) connection.note(name, payload);
    });
  });
}

/** Resolves when the visitor has confirmed and everything is cleared; rejects with `ABORTED` otherwise. */
async function confirmRestart(widget: Widget): Promise<void> {
  widget.view.askRestart();
  const { generation } = widget.conversation.getState();
  await new Promise<void>((resolve) => {
    const stop = widget.view.subscribe(({ isConfirmingRestart }) => {
      if (isConfirmingRestart) return;
      stop();
      resolve();
    });
  });
  await Promise.resolve();
  if (widget.conversation.getState().generation === generation) throw new WidgetError('ABORTED');
}

/** A host may omit the id: then the position in its list becomes the id. */
function toMessage(message: HostMessage, index: number): Message {
  return { ...message, id: message.id ?? `host_${String(index + 1)}` };
}
