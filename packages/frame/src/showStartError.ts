/**
 * Shows a plain error page with a button when the application cannot start. Built from elements, because no other
 * code may run.
 */
export function showTrouble(page: Document, reload: () => void): void {
  const box = page.createElement('div');
  box.className = 'frame-trouble';
  box.setAttribute('role', 'alert');
  const text = page.createElement('p');
  text.textContent = 'The chat could not be loaded.';
  const button = page.createElement('button');
  button.type = 'button';
  button.textContent = 'Reload';
  button.addEventListener('click', reload);
  box.append(text, button);
  (page.getElementById('root') ?? page.body).replaceChildren(box);
}
