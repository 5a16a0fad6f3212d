import {
  conversationAssignRequestSchema,
  conversationUpdateResponseSchema,
  labelUpsertRequestSchema,
  noteCreateRequestSchema,
  personMessageRequestSchema,
  visitorSignOutResponseSchema,
} from '@sotto/hub-api';
import { idResponseSchema } from '@sotto/widget-core/api';
import * as v from 'valibot';
import { redirect, type PageRequest } from '../../site/route';
import { readQuery, withQuery } from './inboxQuery';
import { BUTTON_ONLY, submitForm, type FormState } from '../forms/formState';

/** The API calls of the buttons on a conversation's page. */
const CALLS: Readonly<Record<string, readonly [path: string, body: object]>> = {
  'take-over': ['take-over', {}],
  'hand-back': ['hand-back', {}],
  solve: ['update', { state: 'solved', isRead: true }],
  reopen: ['update', { state: 'open' }],
  'sign-out': ['sign-out', {}],
};
const ANSWER = v.union([conversationUpdateResponseSchema, visitorSignOutResponseSchema]);

/** Runs the action of a form on a conversation's page. @returns the form as it was submitted, if it was refused */
export async function answerConversation({ form, hub, params, href, url }: PageRequest): Promise<Response | FormState> {
  const id = encodeURIComponent(params['id'] ?? '');
  const name = form.get('form') ?? '';
  const query = readQuery({ url });
  const back = (anchor: string): Response =>
    redirect(href(`${withQuery(`/conversations/${id}`, query, { sent: '' })}${anchor}`));
  const beside = await changeBeside(name, { form, hub, id });
  if (beside) return 'state' in beside ? beside.state : back(`#${beside.anchor}`);
  const call = CALLS[name];
  const submitted = call
    ? await submitForm(BUTTON_ONLY, v.object({}), {}, () => hub.post(`/conversation/${id}/${call[0]}`, ANSWER, call[1]))
    : await submitForm(
        form,
        v.pick(personMessageRequestSchema, ['text']),
        { text: form.get('text') ?? '' },
        ({ text }) => hub.post(`/conversation/${id}/message/answer`, idResponseSchema, { text }),
      );
  if ('state' in submitted) return submitted.state;
  return name === 'solve' ? redirect(href(withQuery('/inbox', query))) : back('');
}

/** Actions of the forms for the assignment, labels and notes. @returns undefined for other forms */
async function changeBeside(
  name: string,
  { form, hub, id }: Pick<PageRequest, 'form' | 'hub'> & { readonly id: string },
): Promise<{ state: FormState } | { anchor: 'assignment' | 'labels' | 'notes' } | undefined> {
  const base = `/conversation/${id}`;
  const [kind = '', ...rest] = name.split('-');
  const other = encodeURIComponent(rest.join('-'));
  const remove = (path: string) =>
    submitForm(BUTTON_ONLY, v.object({}), {}, () => hub.post(`${base}/${path}/${other}/delete`, idResponseSchema));
  const done =
    name === 'assign'
      ? await submitForm(form, conversationAssignRequestSchema, { userId: form.get('userId') || null }, (value) =>
          hub.post(`${base}/assign`, idResponseSchema, value),
        )
      : kind === 'label'
        ? await submitForm(form, labelUpsertRequestSchema, { name: form.get('name') ?? '' }, (value) =>
            hub.post(`${base}/label/upsert`, idResponseSchema, value),
          )
        : kind === 'note'
          ? await submitForm(form, noteCreateRequestSchema, { text: form.get('text') ?? '' }, (value) =>
              hub.post(`${base}/note/create`, idResponseSchema, value),
            )
          : kind === 'unlabel'
            ? await remove('label')
            : kind === 'unnote'
              ? await remove('note')
              : undefined;
  if (done === undefined || 'state' in done) return done;
  if (name === 'assign') return { anchor: 'assignment' };
  return { anchor: kind.endsWith('label') ? 'labels' : 'notes' };
}
