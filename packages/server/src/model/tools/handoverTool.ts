import type { Tool, ToolEvent } from './tool';

/** Name of the tool that asks for a person. */
export const HANDOVER_TOOL = 'request_person';

/**
 * Lets a model ask for a person, who then answers in the same conversation.
 *
 * @param request - notifies the owner; returns what to say while nobody is there
 */
export function createHandoverTool(request: () => Promise<string | undefined>): Tool {
  return {
    name: HANDOVER_TOOL,
    title: 'Ask for a person',
    description:
      'Tells the people behind this chat that the visitor needs one of them. Use it when the visitor asks for a person, ' +
      'or when you cannot help and a person could. Inform the visitor afterwards that a person will answer in this chat ' +
      'as soon as possible; promise no time other than the one in the result.',
    parameters: { type: 'object', properties: {} },
    async *run() {
      yield* [] as ToolEvent[];
      const away = await request();
      const notified = 'The team has been notified. A person will answer in this chat.';
      return {
        type: 'value',
        value: { result: away === undefined ? notified : `${notified} Say this to the visitor: ${away}` },
      };
    },
  };
}
