import { conversationUpdateResponseSchema, personMessageRequestSchema } from '@sotto/hub-api';
import { idResponseSchema } from '@sotto/widget-core/api';
import * as v from 'valibot';
import { redirect, type PageRequest } from '../../site/route';
import { BUTTON_ONLY, submitForm, type FormState } from '../forms/formState';

/** What the buttons of a conversation's page ask of the API. */
const CALLS: Readonly<Record<string, readonly [path: string, body: object]>> = {
  'take-over': ['take-over', {}],
  'hand-back': ['hand-back', {}],
  solve: ['update', { state: 'solved', isRead: true }],
  reopen: ['update', { state: 'open' }],
};

/** Does what a form of a conversation's page asks for. @returns the form as it was sent, when it was refused */
export async function answerConversation({ form, hub, params, href }: PageRequest): Promise<Response | FormState> {
  const id = encodeURIComponent(params['id'] ?? '');
  const name = form.get('form') ?? '';
  const call = CALLS[name];
  const submitted = call
    ? await submitForm(BUTTON_ONLY, v.object({}), {}, () =>
        hub.post(`/conversation/${id}/${call[0]}`, conversationUpdateResponseSchema, call[1]),
      )
    : await submitForm(
        form,
        v.pick(personMessageRequestSchema, ['text']),
        { text: form.get('text') ?? '' },
        ({ text }) => hub.post(`/conversation/${id}/message/answer`, idResponseSchema, { text }),
      );
  if ('state' in submitted) return submitted.state;
  return redirect(href(name === 'solve' ? '/inbox' : `/conversations/${id}#answer-panel`));
}
