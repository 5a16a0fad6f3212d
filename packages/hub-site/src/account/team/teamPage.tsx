import {
  emptyResponseSchema,
  memberListResponseSchema,
  memberUpdateRequestSchema,
  receiptSchema,
  teamCreateRequestSchema,
  teamDeleteRequestSchema,
  workspaceInvitationCreateRequestSchema,
  workspaceInvitationCreateResponseSchema,
  workspaceInvitationListResponseSchema,
} from '@sotto/hub-api';
import { idResponseSchema } from '@sotto/widget-core/api';
import { redirect, type Page, type PageRequest, type Route } from '../../site/route';
import { BUTTON_ONLY, submitForm, UNSENT, type FormState } from '../forms/formState';
import { accountPage, ownRoute } from '../pages/accountPage';
import { NewTeam } from './NewTeam';
import { TeamMembers, type Sent } from './TeamMembers';

/** Upper limit, above any team's size. */
const SHOWN = 100;

/** /team: members; in a person's own workspace, their teams and a form to create one. */
export const teamRoute: Route = ownRoute({ path: '/team', show: (request) => show(request), act });

async function show(request: PageRequest, state: FormState = UNSENT, sentTo?: Sent): Promise<Page> {
  const { hub, workspaces } = request;
  const current = workspaces.find(({ isCurrent }) => isCurrent);
  if (current?.isTeam !== true)
    return accountPage(request, {
      title: 'Team',
      state,
      body: <NewTeam teams={workspaces.filter(({ isTeam }) => isTeam)} state={state} />,
    });
  const isOwner = current.role === 'owner';
  const [members, invitations] = await Promise.all([
    hub.get('/workspace/member/list', memberListResponseSchema, { take: SHOWN }),
    isOwner ? hub.get('/workspace/invitation/list', workspaceInvitationListResponseSchema, { take: SHOWN }) : undefined,
  ]);
  return accountPage(request, {
    title: current.name,
    state,
    body: (
      <TeamMembers
        team={current}
        members={members.items}
        invitations={invitations?.items ?? []}
        sent={sentTo}
        state={state}
        now={Date.now()}
      />
    ),
  });
}

async function act(request: PageRequest): Promise<Page | Response> {
  const { form, hub, href } = request;
  const [kind = '', ...rest] = (form.get('form') ?? '').split('-');
  const id = rest.join('-');
  const press = (path: string, body?: object) =>
    submitForm(BUTTON_ONLY, emptyResponseSchema, {}, () => hub.post(path, emptyResponseSchema, body));
  const goTo = (answer: { done: unknown } | { state: FormState }, path: string): Page | Response | Promise<Page> =>
    'done' in answer ? redirect(href(path)) : show(request, answer.state);
  switch (kind) {
    case 'select':
      return goTo(await press('/workspace/select', { workspaceId: form.get('id') ?? '' }), '/overview');
    case 'new': {
      const fields = { name: form.get('name') ?? '', takesOver: form.has('takesOver') };
      const create = (value: object) => hub.post('/workspace/create', idResponseSchema, value);
      return goTo(await submitForm(form, teamCreateRequestSchema, fields, create), '/team?saved');
    }
    case 'invite':
      return invite(request);
    case 'role': {
      const fields = { role: form.get('role') ?? '' };
      const save = (value: object) => hub.post(`/workspace/member/${id}/update`, idResponseSchema, value);
      return goTo(await submitForm(form, memberUpdateRequestSchema, fields, save), '/team?saved');
    }
    case 'remove':
      return goTo(await press(`/workspace/member/${encodeURIComponent(id)}/delete`), '/team?saved');
    case 'uninvite':
      return goTo(await press(`/workspace/invitation/${encodeURIComponent(id)}/delete`), '/team?saved');
    case 'leave':
      return goTo(await press('/workspace/leave', { workspaceId: form.get('id') ?? '' }), '/team?saved');
    case 'delete': {
      const remove = (value: object) => hub.post('/workspace/delete', receiptSchema, value);
      const answer = await submitForm(form, teamDeleteRequestSchema, { name: form.get('name') ?? '' }, remove);
      return goTo(answer, '/team?saved');
    }
    default:
      return show(request);
  }
}

async function invite(request: PageRequest): Promise<Page> {
  const { form, hub } = request;
  const fields = { email: form.get('email') ?? '', role: form.get('role') ?? '' };
  const answer = await submitForm(form, workspaceInvitationCreateRequestSchema, fields, (value) =>
    hub.post('/workspace/invitation/create', workspaceInvitationCreateResponseSchema, value),
  );
  if ('state' in answer) return show(request, answer.state);
  return show(request, UNSENT, { email: fields.email.trim(), isMail: answer.done.sendsMail });
}
