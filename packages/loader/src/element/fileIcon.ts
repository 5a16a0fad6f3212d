import { toBase } from '../look';

/**
 * The launcher's picture where the page names it by a file of the server (`button-icon="icon_1"`) [W-42]. An owner's file comes as an address, with
 * `config.mjs`. The first paint takes an id for a word and shows our own sign, which stays until the picture is there, or if there is none.
 *
 * @param base - the server's address, with or without `/integrations/widget/`
 */
export function showFileIcon(launcher: Element, icon: unknown, base: string): void {
  const sign = launcher.querySelector('.chat');
  // An attribute without a value is `true`.
  if (!sign || typeof icon !== 'string' || icon === '') return;
  const picture = new Image();
  picture.className = 'icon';
  picture.alt = '';
  picture.addEventListener('load', () => { sign.replaceWith(picture); });
  picture.src = new URL(`../../v1/file/${icon}/thumbnail/download?strategy=auto&cache=true`, toBase(base)).href;
}
