import { hubSessionCreateResponseSchema } from '@sotto/hub-api';
import type { JsonObject } from '@sotto/widget-core/api';
import * as v from 'valibot';
import { callApi } from '../../browser/callApi';
import { withSotto } from './withSotto';

const propsSchema = v.object({
  type: v.picklist(['skillset', 'bot', 'dataset']),
  id: v.string(),
  name: v.string(),
  base: v.string(),
});

/** The widget beside an editor. Each conversation tests the last saved version. */
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
          const {
            id: conversationId,
            token,
            expiresAt,
          } = await callApi(
            `${base}/v1/hub/${type}/${encodeURIComponent(id)}/session/create`,
            hubSessionCreateResponseSchema,
            { body: {}, failure: 'The chat could not be started' },
          );
          return { conversationId, token, expiresAt };
        },
      },
      element,
    );
  });
}
