import { fillWord } from '@sotto/widget-core';
import { useWidget } from '../hooks/useWidget';
import { useConfig, useWords } from '../hooks/useWidgetStore';
import { SafeImage } from './SafeImage';

/** The credit line [W-8]: the owner's, or ours, which leads to the site of the server. */
export function PoweredBy() {
  const words = useWords();
  const isShown = useConfig((config) => config.poweredBy);
  const caption = useConfig((config) => config.brandCaption);
  const { base } = useWidget();
  const address = useConfig((config) => config.brandURL) ?? `${base}/`;
  const logo = useConfig((config) => config.brandLogo);
  if (!isShown) return null;
  const text = caption || fillWord(words.poweredBy, { brand: 'Sotto' });
  const inside = (
    <>
      <SafeImage address={logo} className="sotto-credit-logo" />
      {text}
    </>
  );
  const isLink = /^https?:\/\//.test(address);
  return (
    <p className="sotto-credit">
      {isLink ? (
        <a href={address} target="_blank" rel="noopener noreferrer">
          {inside}
        </a>
      ) : (
        inside
      )}
    </p>
  );
}
