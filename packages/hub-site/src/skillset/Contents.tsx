import type { HubItem } from '@sotto/hub-api';
import { renderKeptMarkdown } from '../docs/keptMarkdown';
import { TrustedHtml } from '../site/TrustedHtml';
import { LinkList } from './Related';

/** Contents of bots, datasets, widgets and blueprints. */
export function Contents({ item }: { item: HubItem['item'] }) {
  const { backstory, files, steps, parts } = item;
  return (
    <>
      {backstory !== undefined && backstory.trim() !== '' && (
        <section className="item-section" aria-labelledby="backstory">
          <h2 id="backstory">Backstory</h2>
          <p className="section-lead">The bot’s instructions for every conversation.</p>
          <pre tabIndex={0} role="region" aria-label="Text of the backstory" className="wrap" dir="auto">
            {backstory}
          </pre>
        </section>
      )}
      {files && files.length > 0 && (
        <section className="item-section" aria-labelledby="documents">
          <h2 id="documents">Documents</h2>
          <div className="table" tabIndex={0} role="region" aria-label="Table of documents">
            <table>
              <thead>
                <tr>
                  <th>Name</th>
                  <th>Size</th>
                  <th>Passages</th>
                </tr>
              </thead>
              <tbody>
                {files.map(({ id, name, size, passages }) => (
                  <tr key={id}>
                    <td dir="auto">{name}</td>
                    <td>{sizeOf(size)}</td>
                    <td>{passages}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </section>
      )}
      {steps !== undefined && steps.trim() !== '' && (
        <section className="item-section" aria-labelledby="set-up">
          <h2 id="set-up">How it is set up</h2>
          <TrustedHtml html={renderKeptMarkdown(steps)} />
        </section>
      )}
      {/* A blueprint shows its parts in place of a chat already. */}
      {parts && parts.length > 0 && item.type !== 'blueprint' && (
        <section className="item-section" aria-labelledby="parts">
          <h2 id="parts">Works with</h2>
          <LinkList items={parts} />
        </section>
      )}
    </>
  );
}

/** Formats a size. */
export function sizeOf(bytes: number): string {
  if (bytes < 1024) return `${String(bytes)} bytes`;
  return bytes < 1_048_576 ? `${(bytes / 1024).toFixed(1)} KB` : `${(bytes / 1_048_576).toFixed(1)} MB`;
}
