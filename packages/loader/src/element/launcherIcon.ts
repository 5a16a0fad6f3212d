import { toBase } from '../appearance';

/**
 * The launcher's own sign (`buttonIcon`) in place of ours: text such as an emoji, a picture by its address, or a file
 * of the server by its id (`button-icon="icon_1"`) [W-42]. Ours, which the first paint shows, stays until a picture is
 * there, or if there is none.
 *
 * @returns shows a setting; called as often as the launcher is drawn
 */
export function createLauncherIcon(launcher: HTMLElement): (icon: unknown, base: string) => void {
  let requested: unknown;
  let shown: HTMLElement | undefined;
  const show = (sign: HTMLElement | undefined): void => {
    shown?.remove();
    shown = sign;
    launcher.classList.toggle('signed', sign !== undefined);
    if (!sign) return;
    sign.className = 'icon';
    // The button has its own name, and a click must land on an element that stays.
    sign.inert = true;
    launcher.append(sign);
  };
  return (icon, base) => {
    if (icon === requested) return;
    requested = icon;
    const address = toAddress(icon, base);
    if (address === undefined) {
      show(
        typeof icon === 'string' && icon !== ''
          ? Object.assign(document.createElement('span'), { textContent: icon })
          : undefined,
      );
      return;
    }
    const picture = new Image();
    picture.alt = '';
    picture.addEventListener('load', () => {
      if (icon === requested) show(picture);
    });
    picture.addEventListener('error', () => {
      if (icon === requested) show(undefined);
    });
    picture.src = address;
  };
}

/** Where the picture is; undefined for what is none. An attribute without a value is `true`. */
function toAddress(icon: unknown, base: string): string | undefined {
  if (typeof icon !== 'string' || icon === '') return undefined;
  if (icon.includes('/')) return icon;
  return /^[\w-]+$/.test(icon)
    ? new URL(`../../v1/file/${icon}/thumbnail/download?strategy=auto&cache=true`, toBase(base)).href
    : undefined;
}
