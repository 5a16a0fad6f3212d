import type { HubItem } from '@sotto/widget-core/api';
import { A } from '../site/SiteContext';

/** Where a thing is tried out. */
export function ChatPanel({ data: { item } }: { data: HubItem }) {
  return (
    <section id="chat" className="chat-section" aria-label="Try it">
      <div className="chat-facade"><p className="quiet">{item.name}</p></div>
      <p className="chat-actions"><A to="/skillsets/new" target="_blank">Create Your Own</A></p>
    </section>
  );
}
