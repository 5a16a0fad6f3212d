/**
 * The plain page that is left when nothing else works: what happened, and a button. Made of elements, because nothing
 * else may run here.
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
