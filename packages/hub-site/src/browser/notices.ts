/** How long a notice is shown, in milliseconds. Errors stay until closed (hub.md 10). */
const NOTICE_MS = 6_000;

/** Shows a notice at the bottom of the page, in a polite live region. @returns a function that removes it */
export function showNotice(text: string, kind: 'info' | 'loading' | 'error'): () => void {
  const list = document.querySelector('.notices') ?? makeList();
  const notice = document.createElement('div');
  notice.className = `notice ${kind}`;
  notice.append(Object.assign(document.createElement('span'), { textContent: text }));
  const remove = (): void => {
    notice.remove();
  };
  if (kind === 'error') {
    const button = Object.assign(document.createElement('button'), { type: 'button', textContent: '×' });
    button.setAttribute('aria-label', 'Close');
    button.addEventListener('click', remove);
    notice.append(button);
  }
  if (kind === 'info') setTimeout(remove, NOTICE_MS);
  list.append(notice);
  return remove;
}

function makeList(): Element {
  const list = document.createElement('div');
  list.className = 'notices';
  list.setAttribute('role', 'status');
  list.setAttribute('aria-live', 'polite');
  document.body.append(list);
  return list;
}
