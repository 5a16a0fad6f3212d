import { ChatWidget, type HostedWidgetProps } from '@sotto/widget-react';
import { hubSessionCreateResponseSchema } from '@sotto/hub-api';
import type { JsonObject } from '@sotto/widget-core/api';
import { createRoot } from 'react-dom/client';
import * as v from 'valibot';
import { callApi, isCallFailure } from '../../browser/callApi';
import { keepConversationToken } from '../conversationTokens';
import { closeFacade } from './firstQuestion';
import { alertRefusals } from './refusals';
import { carryRefused } from './refusedQuestion';
import { focusComposer, takeOver } from './takeOver';
import { showTrialCount } from './trialCount';

const propsSchema = v.object({
  base: v.string(),
  id: v.string(),
  session: v.string(),
  type: v.picklist(['skillset', 'bot', 'dataset', 'widget']),
  isVerbose: v.boolean(),
  style: v.string(),
  conversations: v.string(),
  intro: v.string(),
  theme: v.optional(v.any()),
});

type ReadyWidget = Parameters<NonNullable<HostedWidgetProps['onReady']>>[0]['widget'];

/** Starts the chat in place of its facade: a question asked there is sent, and buttons of the page control it [H-3]. */
export function mount(element: HTMLElement, data: JsonObject): void {
  const props = v.parse(propsSchema, data);
  const page = element.closest<HTMLElement>('.item-page') ?? document.body;
  const place = element.appendChild(document.createElement('div'));
  place.className = 'chat-place';
  place.inert = true;
  const style = addStyle(props.style);
  const base = location.origin + props.base;
  let showTrials = (_left: number | undefined): void => undefined;
  const session = createSessions(
    base,
    props,
    (reason) => {
      note(page, element, reason);
    },
    (left) => {
      showTrials(left);
    },
  );

  const onReady = ({ widget }: { widget: ReadyWidget }): void => {
    showTrials = showTrialCount(page, widget.conversation);
    session.prepare(widget.conversation.getState().conversationId ?? null);
    connectPage(page, element, widget);
    // A resumed conversation exists from the start and does not change the session.
    const link = ({ conversationId = null }: { readonly conversationId?: string | null | undefined }): void => {
      showConversation(page, props.conversations, conversationId);
    };
    link(widget.conversation.getState());
    widget.conversation.subscribe(link);
    alertRefusals(widget.conversation, document);
    carryRefused(window, props.id, props.session, widget);
    takeOver(element, place, widget, () => style?.sheet !== null);
  };
  createRoot(place).render(
    <ChatWidget
      base={base}
      widget={props.type === 'widget' ? props.id : 'hub'}
      layout="stretch"
      session={props.session}
      verbose={props.isVerbose}
      hideBar
      {...(props.intro !== '' && { intro: props.intro })}
      attachments
      restartConversation
      theme={props.theme as HostedWidgetProps['theme']}
      createSession={props.type === 'widget' ? undefined : session.create}
      onReady={onReady}
      onError={(error) => {
        if (!place.classList.contains('ready')) note(page, element, error.message);
      }}
    />,
  );
}

/** Sessions of this thing. One is created before the first message, so that an unavailable chat is reported at once. */
function createSessions(
  base: string,
  { id, type }: { id: string; type: string },
  onFailure: (reason: string) => void,
  onTries: (left: number | undefined) => void,
) {
  const make = async () => {
    const made = await callApi(`${base}/api/v1/hub/${type}/${id}/session/create`, hubSessionCreateResponseSchema, {
      body: {},
      failure: 'The chat could not be started',
    });
    keepConversationToken(window, made, Date.now());
    onTries(made.triesLeft);
    return { conversationId: made.id, token: made.token, expiresAt: made.expiresAt };
  };
  let prepared: ReturnType<typeof make> | undefined;
  return {
    prepare(conversationId: string | null): void {
      if (conversationId !== null || type === 'widget') return;
      prepared = make();
      prepared.catch((error: unknown) => {
        prepared = undefined;
        onFailure(isCallFailure(error) ? error.message : 'The chat could not be started');
      });
    },
    create: async () => {
      const ready = prepared;
      prepared = undefined;
      return ready ?? make();
    },
  };
}

function connectPage(page: HTMLElement, element: HTMLElement, widget: ReadyWidget): void {
  page.addEventListener('sotto:try', (event) => {
    if (event instanceof CustomEvent && typeof event.detail === 'string') widget.draft.set(event.detail);
    focusComposer(element);
  });
  const restart = page.querySelector<HTMLButtonElement>('[data-restart]');
  if (!restart) return;
  restart.hidden = false;
  restart.addEventListener('click', () => {
    void widget.conversation.restart();
  });
}

function showConversation(page: HTMLElement, path: string, conversationId: string | null): void {
  const link = page.querySelector<HTMLAnchorElement>('[data-view-conversation]');
  if (!link) return;
  link.hidden = conversationId === null;
  if (conversationId !== null) link.href = `${path}${conversationId}`;
}

function note(page: HTMLElement, element: HTMLElement, reason: string): void {
  const line = page.querySelector<HTMLElement>('[data-chat-note]');
  if (line) line.textContent = reason;
  closeFacade(element);
}

function addStyle(href: string): HTMLLinkElement | undefined {
  if (href === '') return undefined;
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = href;
  document.head.append(link);
  return link;
}
