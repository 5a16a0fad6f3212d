// Starts the frame as it is shipped: the files of packages/frame/dist, which the harness copies to /sotto/.
import { integration, until } from './_sottoApi.js';

/** @returns the text box, when a visitor could type */
export async function startFrame(host) {
  const page = new DOMParser().parseFromString(await (await fetch('/sotto/index.html')).text(), 'text/html');
  const data = document.createElement('script');
  data.type = 'application/json';
  data.id = 'sotto-integration';
  data.textContent = JSON.stringify(integration);
  const root = document.createElement('div');
  root.id = 'root';
  host.append(data, root);
  const asset = (address) => new URL(address.replace(/^.*assets\//, 'assets/'), `${location.origin}/sotto/`).href;
  for (const link of page.querySelectorAll('link[rel=stylesheet]')) {
    const css = document.createElement('link');
    css.rel = 'stylesheet';
    css.href = asset(link.getAttribute('href'));
    await new Promise((loaded) => { css.onload = loaded; document.head.append(css); });
  }
  await import(asset(page.querySelector('script[type=module]').getAttribute('src')));
  return until(() => host.querySelector('textarea'));
}
