import { Island } from '../../site/Island';
import { useSite } from '../../site/SiteContext';
import { ModelNote } from '../../skillset/ModelNote';

/** The widget beside an editor, with the last saved version. */
export function TryIt({
  type,
  id,
  name,
  hasModel,
}: {
  type: 'skillset' | 'bot' | 'dataset';
  id: string;
  name: string;
  hasModel: boolean;
}) {
  const { href } = useSite();
  return (
    <section className="try-it" aria-label="Try it">
      <h2>Try it</h2>
      <ModelNote type={type} hasModel={hasModel} />
      <Island name="tryIt" when="visible" className="try-it-chat" props={{ type, id, name, base: href('') }}>
        <noscript>
          <p className="quiet">The chat needs JavaScript.</p>
        </noscript>
      </Island>
      <p className="quiet small">Saved changes apply from the next message of a new conversation.</p>
    </section>
  );
}
