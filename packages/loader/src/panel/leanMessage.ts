/**
 * Replaces `api/message.ts` in the panel's build: a message passes the host page with its known fields, and only
 * those that every message has are validated, because the frame has already validated the others.
 * `leanSchemas.test.ts` compares the fields with the full schema.
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
