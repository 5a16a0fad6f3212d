import { useEffect, useState } from 'react';
import { fillWord } from '@sotto/widget-core/internal';
import type { MediaBlock, MediaInline } from '@sotto/widget-core/content';
import { ExternalIcon } from '../icons/toolIcons';
import { ignoreShown } from '../hooks/ignoreShown';
import { useWidget } from '../hooks/useWidget';
import { useWords } from '../hooks/useWidgetStore';
import { Icon } from '../icons/icons';

const ImageIcon = () => (
  <Icon>
    <rect x="3" y="3.5" width="14" height="13" rx="2.5" />
    <circle cx="7.3" cy="7.8" r="1.3" />
    <path d="m4 15 4.2-4.2 2.7 2.7 2.1-2.1 3.6 3.6" />
  </Icon>
);

/** Content of the placeholder, and the host of the file. */
export interface BlockedMediaProps {
  readonly media: MediaBlock | MediaInline;
  readonly address: string;
  readonly host: string;
  readonly path: string;
}

/** Maximum length of the button's name, in characters: a text may contain a hundred pictures. */
const NAME_MAX_LENGTH = 400;

/** Loading state of a picture. */
type Picture = { readonly state: 'asked' | 'failed' } | { readonly state: 'shown'; readonly address: string };

/**
 * A file from an unknown host. Pictures are loaded through our server when the visitor asks, so that the host learns
 * nothing about them. Videos and sounds, and pictures that the server cannot load, open in a new tab.
 */
export function BlockedMedia({ media, address, host, path }: BlockedMediaProps) {
  const words = useWords();
  const widget = useWidget();
  const [picture, setPicture] = useState<Picture>();
  const alt = media.alt === '' ? path : media.alt;
  const canShow = media.media === 'image' && widget.integration.features.unfurl;
  useEffect(() => {
    ignoreShown(widget.content.reportBlocked(address));
  }, [widget, address]);
  const name = fillWord(words.showImage, { host }).slice(0, NAME_MAX_LENGTH);
  const fail = (): void => {
    setPicture({ state: 'failed' });
  };
  const show = (): void => {
    setPicture({ state: 'asked' });
    widget.content.fetchPicture(address).then(({ url }) => {
      setPicture({ state: 'shown', address: url });
    }, fail);
  };

  if (picture?.state === 'shown')
    return (
      <img
        className="sotto-media"
        src={picture.address}
        alt={media.alt}
        title={media.title}
        decoding="async"
        onError={fail}
      />
    );
  const link = (caption: string) => (
    <a className="sotto-link" href={address} target="_blank" rel="noopener noreferrer nofollow ugc">
      {caption} <ExternalIcon />
      <span className="sotto-hidden"> ({words.opensInTab})</span>
    </a>
  );
  return (
    <span className="sotto-blocked" data-state={picture?.state}>
      <ImageIcon />
      <span className="sotto-blocked-text">
        <span className="sotto-blocked-alt" dir="auto">
          {alt}
        </span>
        {!canShow && link(name)}
        {canShow && picture?.state !== 'failed' && (
          // The button stays while loading, so that it keeps the focus.
          <button
            type="button"
            className="sotto-text-button sotto-blocked-show"
            aria-disabled={picture !== undefined}
            onClick={picture ? undefined : show}
          >
            {name}
          </button>
        )}
        <span role="status" className={picture?.state === 'failed' ? 'sotto-blocked-problem' : 'sotto-hidden'}>
          {picture?.state === 'failed' ? words.errorGeneric : picture ? words.loading : ''}
        </span>
        {picture?.state === 'failed' && (
          <span className="sotto-blocked-ways">
            <button type="button" className="sotto-text-button" onClick={show}>
              {words.retry}
            </button>
            {link(host)}
          </span>
        )}
      </span>
    </span>
  );
}
