import { useEffect, useRef, type RefObject } from 'react';
import { LostNotice, OfflineNotice } from '../chrome/Notices';
import { PoweredBy } from '../chrome/PoweredBy';
import { Composer as OurComposer } from '../composer/Composer';
import { lazyPart } from '../hooks/lazyPart';
import { useShowsContactForm, useShowsStartFirst } from '../hooks/useShown';
import { useConversation, useWidgetView } from '../hooks/useWidgetStore';
import { useOwnComponents, type ComposerHandle } from '../parts/components';

const Toasts = lazyPart(() => import('../chrome/Toasts').then((part) => part.Toasts));
const StartFirstForm = lazyPart(
  () => import('../forms/StartFirstForm').then((part) => part.StartFirstForm),
  <span className="sotto-start" />,
);
const ContactForm = lazyPart(() => import('../forms/ContactForm').then((part) => part.ContactForm));

/**
 * What stands below the conversation: who are you, the text box or the Start button, and the credit. A restart makes
 * the forms anew.
 */
export function Foot({ composer }: { readonly composer: RefObject<ComposerHandle | null> }) {
  const { Composer = OurComposer } = useOwnComponents();
  const generation = useConversation((state) => state.generation);
  const isTouch = useWidgetView((view) => view.media.touch);
  const startsFirst = useShowsStartFirst();
  const asksContact = useShowsContactForm();
  const hasStarted = useRef(false);
  useEffect(() => {
    // The button that was pressed is gone. A touch keyboard stays down: the bot speaks first.
    if (!startsFirst && hasStarted.current && !isTouch) composer.current?.focus();
    hasStarted.current = false;
  }, [startsFirst, isTouch, composer]);

  return (
    <div className="sotto-foot">
      <Toasts />
      <OfflineNotice />
      <LostNotice onDone={() => composer.current?.focus()} />
      {asksContact && <ContactForm key={`contact-${String(generation)}`} onDone={() => composer.current?.focus()} />}
      {startsFirst ? (
        <StartFirstForm
          key={`start-${String(generation)}`}
          handle={composer}
          onStart={() => {
            hasStarted.current = true;
          }}
        />
      ) : (
        <Composer handle={composer} />
      )}
      <PoweredBy />
    </div>
  );
}
