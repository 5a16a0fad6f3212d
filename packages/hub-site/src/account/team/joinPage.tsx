import {
  emptyResponseSchema,
  workspaceInvitationAcceptRequestSchema,
  workspaceInvitationReadResponseSchema,
} from '@sotto/hub-api';
import { redirect, type Page, type PageRequest, type Route } from '../../site/route';
import { A } from '../../site/SiteContext';
import { submitForm, UNSENT, type FormState } from '../forms/formState';
import { FormFrame } from '../forms/FormFrame';
import { accountPage, ownRoute } from '../pages/accountPage';
import { ApiFailure } from '../../site/hubClient';
import { ROLE_NOTES } from './roleNames';

/** /join/{token}: an invitation, and the button to accept it. */
export const joinRoute: Route = ownRoute({
  path: '/join/:token',
  show: (request) => show(request),
  async act(request) {
    const answer = await submitForm(
      request.form,
      workspaceInvitationAcceptRequestSchema,
      { token: request.params['token'] ?? '' },
      (value) => request.hub.post('/workspace/invitation/accept', emptyResponseSchema, value),
    );
    return 'done' in answer ? redirect(request.href('/team?saved')) : show(request, answer.state);
  },
});

async function show(request: PageRequest, state: FormState = UNSENT): Promise<Page> {
  const { hub, params, viewer } = request;
  const invitation = await hub
    .post('/workspace/invitation/read', workspaceInvitationReadResponseSchema, { token: params['token'] })
    .catch((error: unknown) => {
      if (error instanceof ApiFailure && ['NOT_FOUND', 'BAD_REQUEST'].includes(error.code)) return undefined;
      throw error;
    });
  if (!invitation) {
    const page = await accountPage(request, { title: 'Invitation', body: <Ended /> });
    return { ...page, status: 404 };
  }
  const { name, role, email } = invitation;
  const isForViewer = viewer?.displayEmail.toLowerCase() === email;
  return accountPage(request, {
    title: `Join ${name}`,
    state,
    body: (
      <div className="editor-main">
        <h1>
          Join <bdi>{name}</bdi>
        </h1>
        <p className="lead">
          As an {role}, you can {ROLE_NOTES[role]}.
        </p>
        {isForViewer ? (
          <FormFrame name="accept" state={state} submit="Join the team" keepsDraft={false}>
            {null}
          </FormFrame>
        ) : (
          <p className="complaint" role="alert">
            This invitation is for <bdi>{email}</bdi>. You are signed in as <bdi>{viewer?.displayEmail}</bdi>. Sign out,
            and open the link again.
          </p>
        )}
      </div>
    ),
  });
}

function Ended() {
  return (
    <div className="editor-main">
      <h1>This invitation is no longer valid</h1>
      <p className="lead">
        An invitation can be used once, within seven days. Ask the person who invited you for a new one.
      </p>
      <p className="actions">
        <A className="button quiet" to="/team">
          Your teams
        </A>
      </p>
    </div>
  );
}
