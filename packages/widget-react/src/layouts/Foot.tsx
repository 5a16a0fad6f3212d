import { useEffect, useRef, type RefObject } from 'react';
import { LostNotice, OfflineNotice } from '../chrome/Notices';
import { Composer as OurComposer } from '../composer/Composer';
import { lazyPart } from '../hooks/lazyPart';
import {
  useShowsContactForm,
  useShowsStartFirst,
  useConversation,
  useWidgetView,
  useConfig,
  useWords,
} from '../hooks/useWidgetStore';
import { useOwnComponents, type ComposerHandle } from '../parts/components';
import { fillWord } from '@sotto/widget-core/internal';
import { useWidget } from '../hooks/useWidget';
import { SafeImage } from '../chrome/SafeImage';

const Toasts = lazyPart(() => import('../chrome/Toasts').then((part) => part.Toasts), null, { isFirst: true });
const StartFirstForm = lazyPart(
  () => import('../forms/StartFirstForm').then((part) => part.StartFirstForm),
  <span className="sotto-start" />,
);
const ContactForm = lazyPart(() => import('../forms/ContactForm').then((part) => part.ContactForm));

/**
 * The area below the conversation: contact form, text box or Start button, and credit line. A restart resets the
 * forms.
 */
export function Foot({ composer }: { readonly composer: RefObject<ComposerHandle | null> }) {
  const { Composer = OurComposer, Footer } = useOwnComponents();
  const generation = useConversation((state) => state.generation);
  const isTouch = useWidgetView((view) => view.media.touch);
  const startsFirst = useShowsStartFirst();
  const asksContact = useShowsContactForm();
  const hasStarted = useRef(false);
  useEffect(() => {
    // The pressed button is gone. On-screen keyboards stay closed, because the bot writes first.
    if (!startsFirst && hasStarted.current && !isTouch) composer.current?.focus();
    hasStarted.current = false;
  }, [startsFirst, isTouch, composer]);

  return (
    <div className="sotto-foot">
      <Toasts />
      <OfflineNotice />
      <LostNotice onDone={() => composer.current?.focus()} />
      {asksContact && <ContactForm key={`contact-${generation}`} onDone={() => composer.current?.focus()} />}
      {startsFirst ? (
        <StartFirstForm
          key={`start-${generation}`}
          handle={composer}
          onStart={() => {
            hasStarted.current = true;
          }}
        />
      ) : (
        <Composer handle={composer} />
      )}
      {Footer && <Footer />}
      <PoweredBy />
    </div>
  );
}

/** The credit line [W-8]: the owner's, or ours with a link to the server's site. */
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
