import { isAlertCode } from '../../site/alertCodes';

/**
 * Shows the popup for a failed call: the caller dispatches `sotto:alert` with the error code on the document [H-8].
 *
 * The event is cancelled when a popup opens, so that the caller can show the failure itself otherwise. `callbackUrl` is
 * the destination after signing in. @default the page, with its anchor
 */
export function listenForAlerts(page: Document): void {
  page.addEventListener('sotto:alert', (event) => {
    const { code, callbackUrl } = (event as CustomEvent<{ code?: unknown; callbackUrl?: unknown } | null>).detail ?? {};
    if (!isAlertCode(code)) return;
    event.preventDefault();
    void import('./showAlert').then(({ showAlert }) =>
      showAlert(page, code, typeof callbackUrl === 'string' ? callbackUrl : undefined),
    );
  });
}
