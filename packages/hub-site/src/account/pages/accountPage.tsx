import type { ReactNode } from 'react';
import { usageResponseSchema, type Usage } from '@sotto/hub-api';
import { alertFor } from '../../site/alerts';
import { AlertPanel } from '../../alerts/AlertPanel';
import { ApiFailure } from '../../site/hubClient';
import { signInFirst, type Page, type PageRequest, type Route } from '../../site/route';
import type { FormState } from '../forms/formState';

interface AccountPage {
  readonly title: string;
  /** Link back, for example to a list. */
  readonly trail?: readonly (readonly [path: string, label: string])[];
  readonly state?: FormState;
  readonly body: ReactNode;
}

/** A page for signed-in users only: never indexed by search engines, with the popup for a refused form. */
export async function accountPage(request: PageRequest, { title, state, body }: AccountPage): Promise<Page> {
  const code = state?.failure?.code;
  const alert = code === undefined ? undefined : alertFor(code, await surroundings(request));
  return {
    shell: request.viewer ? 'workspace' : 'hub',
    status: statusOf(state),
    head: { title: `${title} | Sotto`, noindex: true },
    body: (
      <div className="column account">
        {alert && <AlertPanel alert={alert} returnTo={pathOf(request)} />}
        {state?.failure && state.name === '' && (
          <p className="complaint" role="alert">
            {state.failure.message}
          </p>
        )}
        {!hasComeBack(state) && <SavedNotice saved={request.url.searchParams.get('saved')} />}
        {body}
      </div>
    ),
  };
}

/** Whether a submitted form is shown again. */
function hasComeBack(state: FormState | undefined): boolean {
  return state !== undefined && (state.name !== '' || state.failure !== undefined);
}

function statusOf(state: FormState | undefined): number {
  if (state?.failure?.code === 'CONFLICT') return 409;
  return state?.failure || (state && Object.keys(state.errors).length > 0) ? 422 : 200;
}

/** Confirms that a form was saved; never on a page whose form was refused. */
function SavedNotice({ saved }: { saved: string | null }) {
  if (saved === null) return null;
  return (
    <p className="notice" role="status">
      Saved.{saved === 'merged' && ' Changes made elsewhere in the meantime were kept, too.'}
    </p>
  );
}

/** A route for signed-in users; others are redirected to sign in and return, with the address they typed. */
export function ownRoute({ path, show, act }: Route): Route {
  const guard =
    (handle: Route['show']): Route['show'] =>
    (request) => {
      if (request.viewer) return handle(request);
      const typed = request.form.get('url');
      if (typed !== null) request.url.searchParams.set('url', typed);
      return signInFirst(request);
    };
  return { path, show: guard(show), ...(act && { act: guard(act) }) };
}

/** Usage of the account. If it cannot be loaded, the page is shown without it. */
export async function readUsage({ hub, viewer }: PageRequest): Promise<Usage | undefined> {
  if (!viewer) return undefined;
  return hub.get('/usage/fetch', usageResponseSchema).catch((error: unknown) => {
    if (error instanceof ApiFailure) return undefined;
    throw error;
  });
}

async function surroundings(request: PageRequest) {
  const usage = await readUsage(request);
  return {
    path: pathOf(request),
    isSignedIn: request.viewer !== null,
    plan: usage?.plan ?? 'free',
    hasTrial: usage?.hasTrial ?? false,
  } as const;
}

function pathOf({ url }: PageRequest): string {
  return url.pathname + url.search;
}
