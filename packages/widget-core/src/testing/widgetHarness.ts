import type { Integration } from '../api/responses';
import { createWidget } from '../createWidget';
import type { WidgetOptions } from '../widget/widgetCore';
import type { Widget } from '../widget/widget';
import { createFakeBrowser, type FakeBrowser, type FakeTab } from './fakeBrowser';
import { createFakeServer, type FakeServer } from './fakeServer';
import { createManualClock, type ManualClock } from './manualClock';

// What a widget loads when it is first needed is here before a test begins: how long loading takes says nothing about
// the widget.
import '../conversation/runners/functions';
import '../features/lazyFeatures';
import '../http/readReply';

/** A widget's public settings as a server would answer them. */
export const INTEGRATION: Integration = {
  integrationId: 'demo',
  version: 1,
  updatedAt: 0,
  config: {},
  allowedOrigins: [],
  imageOrigins: [],
  formOrigins: [],
  languages: [],
  features: { synthesize: false, unfurl: false, upload: false },
  limits: { attachmentMaxBytes: 10_485_760, attachmentsPerMessage: 10, textMaxLength: 32_768 },
};

/** A visitor's browser, a server, and widgets in tabs of that browser. */
export interface Harness {
  readonly clock: ManualClock;
  readonly server: FakeServer;
  readonly browser: FakeBrowser;
  openTab(): FakeTab;
  /** A widget in a tab; a new tab unless one is given. */
  open(tab?: FakeTab, options?: Partial<WidgetOptions>): Widget;
  /** The page of a tab is loaded again: the old widget hears nothing more. */
  reload(tab: FakeTab, old: Widget): Widget;
}

/** @param chunkBytes - bytes a chunk of the server's streams */
export function createHarness(chunkBytes?: number): Harness {
  const clock = createManualClock();
  const server = createFakeServer({ clock, ...(chunkBytes !== undefined && { chunkBytes }) });
  const browser = createFakeBrowser(server.fetch, clock);
  const open: Harness['open'] = (tab = browser.openTab(), options = {}) =>
    createWidget({
      integration: INTEGRATION,
      base: 'https://chat.example.com',
      environment: tab.environment,
      ...options,
    } as WidgetOptions);
  return {
    clock,
    server,
    browser,
    openTab: browser.openTab,
    open,
    reload(tab, old) {
      tab.leave();
      old.close();
      return open(tab);
    },
  };
}

/** What a visitor reads, one line a message. */
export function readTexts(widget: Widget): string[] {
  return widget.conversation.getState().messages.map(({ type, text }) => `${type}: ${text}`);
}

/** Id of the first message with this text; '' where there is none. */
export function findId(widget: Widget, text: string): string {
  return widget.conversation.getState().messages.find((message) => message.text === text)?.id ?? '';
}

/** A widget in which “One” and “Two” were asked and answered by “One answer” and “Two answer”. */
export async function openAnswered({ clock, server, open }: Harness, tab?: FakeTab): Promise<Widget> {
  const widget = open(tab);
  server.answerWith((text) => [`${text ?? 'Another'} answer`]);
  await finish(clock, widget.conversation.send({ message: 'One' }));
  await finish(clock, widget.conversation.send({ message: 'Two' }));
  return widget;
}

/** What a server keeps, one line a message. */
export function readServerTexts(server: FakeServer): string[] {
  return [...server.conversations.values()].flatMap(({ messages }) =>
    messages.map(({ type, text }) => `${type}: ${text}`),
  );
}

/** Gives a promise the time that a reply takes. */
export async function finish<Result>(clock: Pick<ManualClock, 'advance'>, sent: Promise<Result>): Promise<Result> {
  sent.catch(() => undefined);
  await clock.advance(300);
  return sent;
}
