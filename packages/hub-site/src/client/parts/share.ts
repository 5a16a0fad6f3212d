import { showNotice } from '../../browser/notices';

/** Targets for sharing, besides copying the address. */
const PLACES: readonly (readonly [label: string, address: (text: string, url: string) => string])[] = [
  [
    'Mail',
    (text, url) => `mailto:?subject=${encodeURIComponent(text)}&body=${encodeURIComponent(`${text}\n\n${url}`)}`,
  ],
  ['X', (text, url) => `https://x.com/intent/post?text=${encodeURIComponent(text)}&url=${encodeURIComponent(url)}`],
  ['Bluesky', (text, url) => `https://bsky.app/intent/compose?text=${encodeURIComponent(`${text} ${url}`)}`],
  ['LinkedIn', (_, url) => `https://www.linkedin.com/sharing/share-offsite/?url=${encodeURIComponent(url)}`],
  [
    'Reddit',
    (text, url) => `https://www.reddit.com/submit?title=${encodeURIComponent(text)}&url=${encodeURIComponent(url)}`,
  ],
];

/** Share with prewritten text: with the system's share sheet on phones, otherwise with a menu [H-2]. */
export function startShare(page: HTMLElement): void {
  const link = page.querySelector<HTMLAnchorElement>('[data-share]');
  if (!link) return;
  const text = link.dataset['share'] ?? document.title;
  const url = document.querySelector<HTMLLinkElement>('link[rel="canonical"]')?.href ?? location.href;
  const menu = makeMenu(text, url);
  link.after(menu);
  link.setAttribute('role', 'button');
  link.setAttribute('aria-haspopup', 'true');
  link.addEventListener('click', (event) => {
    event.preventDefault();
    const canShare = typeof navigator.share === 'function' && matchMedia('(pointer: coarse)').matches;
    if (canShare) void navigator.share({ title: document.title, text, url }).catch(() => undefined);
    else {
      const { left, bottom } = link.getBoundingClientRect();
      menu.style.insetInlineStart = `${String(Math.max(12, Math.min(left, innerWidth - 232)))}px`;
      menu.style.top = `${String(bottom + 8)}px`;
      menu.togglePopover();
    }
  });
}

function makeMenu(text: string, url: string): HTMLElement {
  const menu = document.createElement('div');
  menu.className = 'share-menu';
  menu.popover = 'auto';
  const copy = Object.assign(document.createElement('button'), { type: 'button', textContent: 'Copy link' });
  copy.addEventListener('click', () => {
    void navigator.clipboard.writeText(url).then(
      () => showNotice('Link copied', 'info'),
      () => undefined,
    );
    menu.hidePopover();
  });
  const links = PLACES.map(([label, address]) =>
    Object.assign(document.createElement('a'), {
      href: address(text, url),
      textContent: label,
      target: '_blank',
      rel: 'noopener',
    }),
  );
  menu.append(copy, ...links);
  return menu;
}
