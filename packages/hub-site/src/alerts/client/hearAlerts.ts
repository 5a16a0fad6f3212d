import { isApiErrorCode } from '@sotto/widget-core/api';

/** Shows the popup for a failed call: whoever makes calls says `sotto:alert` with the code on the document [H-8]. */
export function hearAlerts(page: Document): void {
  page.addEventListener('sotto:alert', (event) => {
    const { code } = (event as CustomEvent<{ code?: unknown } | null>).detail ?? {};
    if (typeof code === 'string' && isApiErrorCode(code)) void import('./showAlert').then(({ showAlert }) => showAlert(page, code));
  });
}
