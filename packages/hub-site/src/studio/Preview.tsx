import { Island } from '../site/Island';
import { useSite } from '../site/SiteContext';

/** What the preview shows; `studio.css` has the size of each screen. */
const SCREENS = [
  ['desktop', 'Desktop'],
  ['close', 'Close-up'],
  ['phone', 'Phone'],
] as const;

/**
 * The widget on a separate page, as visitors will see it; the studio's script sends it every change.
 *
 * @param widget - id of the widget, answered by its bot, on a copy of the owner's site if known. @default the
 *   server's guide on a sample page
 */
export function Preview({ widget }: { widget?: string }) {
  const { href } = useSite();
  const src = href(
    widget === undefined ? '/playground/preview' : `/playground/preview?widget=${encodeURIComponent(widget)}`,
  );
  return (
    <section className="preview" aria-labelledby="preview-title">
      <Island name="devices" when="load">
        <header>
          <h2 id="preview-title">As visitors see it</h2>
          <div className="segmented" role="group" aria-label="Screen">
            {SCREENS.map(([name, label], index) => (
              <button key={name} type="button" data-device={name} aria-pressed={index === 0}>
                {label}
              </button>
            ))}
          </div>
        </header>
      </Island>
      <div className="preview-stage" data-stage="desktop">
        <div className="preview-screen">
          {/* Where only the settings are shown, as on phones, the chat is loaded when the preview is opened. */}
          <iframe title="Preview of the widget" src={src} loading="lazy" data-preview />
        </div>
      </div>
      <p className="quiet small">
        {widget === undefined
          ? 'The real chat, answered by the guide of this server. Open and close it, type into it: nothing is published.'
          : 'The real chat with your bot. What you ask here is a trial: it is not in your inbox.'}
      </p>
    </section>
  );
}
