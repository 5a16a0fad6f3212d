import { toBase } from '../appearance';

/**
 * Shows the owner's launcher icon (`buttonIcon`): text such as an emoji, a picture by its address, or a file on the
 * server by its id (`button-icon="icon_1"`) [W-42]. The default icon stays until the picture has been loaded, or if
 * there is none.
 *
 * @returns a function that applies a setting, called for every drawing
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
    // The button has its own name. Clicks must hit an element that is not replaced.
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

/** Address of the picture; undefined if the icon is not a picture. An attribute without a value is `true`. */
function toAddress(icon: unknown, base: string): string | undefined {
  if (typeof icon !== 'string' || icon === '') return undefined;
  if (icon.includes('/')) return icon;
  return /^[\w-]+$/.test(icon)
    ? new URL(`../../v1/file/${icon}/thumbnail/download?strategy=auto&cache=true`, toBase(base)).href
    : undefined;
}
