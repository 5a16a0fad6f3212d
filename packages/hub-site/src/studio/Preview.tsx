import { useSite } from '../site/SiteContext';

/** The real widget on a page of its own, as visitors will see it; the studio's script tells it every change. */
export function Preview() {
  const { href } = useSite();
  return (
    <section className="preview" aria-labelledby="preview-title">
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
      <div className="preview-stage" data-stage="desktop">
        <iframe title="Preview of the widget" src={href('/playground/preview')} data-preview />
      </div>
      <p className="quiet small">
        The real chat, talking to the guide of this server. Open and close it, type into it: nothing is published.
      </p>
    </section>
  );
}
