/**
 * What the panel is built with in the place of `api/message.ts`: a message passes a host page with the fields it may
 * have, of which only those that every message has are checked. The frame has read the others. `leanSchemas.test.ts`
 * compares the fields with those of the whole schema.
 */
import { idSchema, MESSAGE_TYPES } from '../../../widget-core/src/api/message';
import { nullish, object, picklist, string, unknown } from './leanSchemas';

export * from '../../../widget-core/src/api/message';

const any = /* @__PURE__ */ nullish(/* @__PURE__ */ unknown());

export const messageSchema: ReturnType<typeof object> = /* @__PURE__ */ object({
  id: idSchema as unknown as ReturnType<typeof string>,
  type: picklist(MESSAGE_TYPES),
  text: string(),
  .../* @__PURE__ */ Object.fromEntries(
    'originalMessageId sequenceMessageId versions meta micro extra failure parts end author references attachments createdAt updatedAt'
      .split(' ')
      .map((name) => [name, any]),
  ),
});
