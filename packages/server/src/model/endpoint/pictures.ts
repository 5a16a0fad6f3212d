import type { ModelMessage, ModelRequest } from '../chatModel';

/** Whether a request contains pictures. */
export function hasPictures({ messages }: ModelRequest): boolean {
  return messages.some((message) => message.role === 'user' && message.image);
}

/** The request for a model without vision: pictures are replaced by their names. */
export function withoutPictures(request: ModelRequest): ModelRequest {
  const messages = request.messages.map((message): ModelMessage =>
    message.role === 'user' && message.image
      ? {
          role: 'user',
          isContext: true,
          text: `${message.text}\n\n(You cannot see the picture, only its name is known.)`,
        }
      : message,
  );
  return { ...request, messages };
}
