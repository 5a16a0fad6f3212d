import type { LinkTarget, MediaKind } from './contentBlocks';

/** The form that a URL's suffix requests, and the URL without the suffix. */
export interface LinkForm {
  readonly form: 'plain' | 'button' | 'frame';
  readonly target?: LinkTarget;
  readonly address: string;
}

/**
 * Removes the suffixes of a link's URL: `#button`, `#frame`, `#target=_blank` and `?target=_top` (contract 3.5). They
 * may be combined in any order (`…#button#target=_blank`, `…#button&target=_blank`); other fragments are kept.
 */
export function readLinkForm(address: string): LinkForm {
  let form: LinkForm['form'] = 'plain';
  let target: LinkTarget | undefined;
  let rest = address;
  for (let match = trailingMark(rest); match; match = trailingMark(rest)) {
    if (match[1] === 'button' || match[1] === 'frame') form = match[1];
    else target = match[2] as LinkTarget;
    rest = rest.slice(0, match.index);
  }
  const query = /([?&])target=(_top|_self|_blank)(&|(?=#)|$)/.exec(rest);
  if (query) {
    target ??= query[2] as LinkTarget;
    rest = rest.slice(0, query.index) + (query[3] === '&' ? query[1] : '') + rest.slice(query.index + query[0].length);
  }
  return { form, address: rest, ...(target && { target }) };
}

const ENDINGS: Readonly<Record<string, MediaKind>> = {
  mp4: 'video',
  webm: 'video',
  m4v: 'video',
  mov: 'video',
  mp3: 'audio',
  m4a: 'audio',
  wav: 'audio',
  ogg: 'audio',
};

/**
 * The kind of media in `![alt](address)`: video or audio by the path's file extension or the MIME type of a `data:`
 * URL, otherwise a picture.
 */
export function mediaKind(address: string): MediaKind {
  const data = /^data:(image|video|audio)\//i.exec(address)?.[1]?.toLowerCase();
  if (data) return data as MediaKind;
  const path = address.replace(/[?#].*$/s, '');
  const ending = /\.([a-z0-9]{2,5})$/i.exec(path)?.[1]?.toLowerCase() ?? '';
  return Object.hasOwn(ENDINGS, ending) ? (ENDINGS[ending] ?? 'image') : 'image';
}

function trailingMark(address: string): RegExpExecArray | null {
  return /[#&](?:(button|frame)|target=(_top|_self|_blank))$/.exec(address.includes('#') ? address : '');
}
