import { hubSessionCreateResponseSchema, type JsonObject } from '@sotto/widget-core/api';
import * as v from 'valibot';
import { withSotto } from './withSotto';

const propsSchema = v.object({ type: v.picklist(['skillset', 'bot', 'dataset']), id: v.string(), name: v.string(), base: v.string() });

/** The real widget beside an editor: each conversation is a trial of the thing as it was last saved. */
export function mount(element: HTMLElement, props: JsonObject): void {
  const { type, id, name, base } = v.parse(propsSchema, props);
  const view = element.ownerDocument.defaultView;
  if (!view) return;
  withSotto(view, (sotto) => {
    element.replaceChildren();
    sotto.create(
      {
        id: `try-${id}`,
        widget: 'hub',
        layout: 'stretch',
        session: 'none',
        barTitle: name === '' ? 'Try it' : name,
        autoFocus: false,
        load: 'eager',
        async createSession() {
          const response = await fetch(`${base}/v1/hub/${type}/${encodeURIComponent(id)}/session/create`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{}' });
          const body: unknown = await response.json();
          if (!response.ok) throw new Error((body as { message?: string }).message ?? 'The chat could not be started');
          const { id: conversationId, token, expiresAt } = v.parse(hubSessionCreateResponseSchema, body);
          return { conversationId, token, expiresAt };
        },
      },
      element,
    );
  });
}
