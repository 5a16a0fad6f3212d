import { authSessionResponseSchema, checkoutResponseSchema, usageResponseSchema } from '@sotto/hub-api';
import { errorBodySchema, type ApiErrorCode } from '@sotto/widget-core/api';
import * as v from 'valibot';
import { alertFor, type Alert, type AlertAction } from '../../site/alerts';
import { openDialog } from '../../browser/dialog';
import { readReferral } from '../../browser/readReferral';

/** Loads what the popup depends on, and opens it. A failure while another popup is open shows none. */
export async function showAlert(page: Document, code: ApiErrorCode, callbackUrl?: string): Promise<void> {
  const isOpen = (): boolean => page.querySelector('dialog.alert[open]') !== null;
  if (isOpen()) return;
  const base = page.documentElement.dataset['base'] ?? '';
  const path = callbackUrl ?? (location.pathname + location.search + location.hash).slice(base.length);
  const alert = alertFor(code, { path, ...(await readAccount(base)) });
  // Another one may have opened meanwhile.
  if (!alert || isOpen()) return;
  const dialog = draw(page, alert, base, path);
  page.body.append(dialog);
  dialog.addEventListener('close', () => {
    dialog.remove();
  });
  openDialog(dialog);
}

/** Reads the account of the visitor; a failed read counts as signed out. */
async function readAccount(
  base: string,
): Promise<{ isSignedIn: boolean; plan: v.InferOutput<typeof usageResponseSchema>['plan']; hasTrial: boolean }> {
  const session = await read(`${base}/v1/auth/session`, authSessionResponseSchema);
  const usage = session?.user ? await read(`${base}/v1/usage/fetch`, usageResponseSchema) : undefined;
  return { isSignedIn: Boolean(session?.user), plan: usage?.plan ?? 'free', hasTrial: usage?.hasTrial ?? false };
}

async function read<Schema extends v.GenericSchema>(
  address: string,
  schema: Schema,
): Promise<v.InferOutput<Schema> | undefined> {
  try {
    const parsed = v.safeParse(schema, await (await fetch(address)).json());
    return parsed.success ? parsed.output : undefined;
  } catch {
    return undefined;
  }
}

function draw(
  page: Document,
  { title, text, actions, kind }: Alert,
  base: string,
  returnTo: string,
): HTMLDialogElement {
  const make = <Name extends keyof HTMLElementTagNameMap>(
    name: Name,
    fields: Partial<HTMLElementTagNameMap[Name]>,
  ): HTMLElementTagNameMap[Name] => Object.assign(page.createElement(name), fields);
  const dialog = make('dialog', { className: 'alert' });
  dialog.dataset['kind'] = kind;
  dialog.setAttribute('aria-labelledby', 'alert-title');
  dialog.setAttribute('aria-describedby', 'alert-text');
  const buttons = make('div', { className: 'actions' });
  const status = make('p', { className: 'field-error' });
  status.setAttribute('role', 'status');
  for (const [index, action] of actions.entries()) {
    const className = index === 0 ? 'button' : 'button quiet';
    if ('to' in action) buttons.append(make('a', { className, href: base + action.to, textContent: action.label }));
    else
      buttons.append(
        make('button', {
          className,
          type: 'button',
          textContent: action.label,
          onclick: () => void buy(base, action, returnTo, status),
        }),
      );
  }
  const close = make('form', { className: 'alert-close', method: 'dialog' });
  const cross = make('button', { className: 'icon-button', textContent: '×' });
  cross.setAttribute('aria-label', 'Close');
  close.append(cross);
  dialog.append(
    make('h2', { id: 'alert-title', textContent: title }),
    make('p', { id: 'alert-text', textContent: text }),
    buttons,
    status,
    close,
  );
  return dialog;
}

/** Starts the purchase of a plan [S-4]; the popup shows a refusal. */
async function buy(
  base: string,
  { plan, trial }: Extract<AlertAction, { plan: unknown }>,
  returnTo: string,
  status: HTMLElement,
): Promise<void> {
  status.textContent = '';
  try {
    const response = await fetch(`${base}/api/billing/checkout`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ plan, trial, returnTo, referral: readReferral(window) }),
    });
    const body: unknown = await response.json();
    if (response.ok) location.assign(v.parse(checkoutResponseSchema, body).redirectUrl);
    else status.textContent = v.parse(errorBodySchema, body).message;
  } catch {
    status.textContent = 'The payment page could not be reached. Try again.';
  }
}
