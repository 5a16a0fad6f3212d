import { Island } from '../site/Island';
import { useSite } from '../site/SiteContext';

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
            <button type="button" data-device="desktop" aria-pressed="true">
              Desktop
            </button>
            <button type="button" data-device="phone" aria-pressed="false">
              Phone
            </button>
          </div>
        </header>
      </Island>
      <div className="preview-stage" data-stage="desktop">
        <iframe title="Preview of the widget" src={src} data-preview />
      </div>
      <p className="quiet small">
        {widget === undefined
          ? 'The real chat, answered by the guide of this server. Open and close it, type into it: nothing is published.'
          : 'The real chat with your bot. What you ask here is a trial: it is not in your inbox.'}
      </p>
    </section>
  );
}
