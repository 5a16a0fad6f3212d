import { isAlertCode } from '../alertCodes';

/**
 * Shows the popup for a failed call: whoever makes calls says `sotto:alert` with the code on the document [H-8].
 *
 * The event is cancelled when a popup comes, so that who asked can help otherwise where none does. `callbackUrl` is
 * where somebody comes back to after signing in. @default the page, with its anchor
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
