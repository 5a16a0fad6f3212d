import { isJson, type Json } from '@sotto/widget-core/api';

/**
 * What a tool said: its structured answer, or its texts, with those of embedded files and the addresses of links.
 * Pictures and other bytes are named only.
 *
 * @param isForApp - the structured answer is what an app draws: the model reads the texts, where there are any
 */
export function toValue(answer: { content?: unknown; structuredContent?: unknown }, isForApp: boolean): Json {
  const parts: unknown[] = Array.isArray(answer.content) ? answer.content : [];
  const isText = isForApp && parts.length > 0;
  if (!isText && answer.structuredContent !== undefined && isJson(answer.structuredContent))
    return answer.structuredContent;
  return parts.map(describePart).join('\n\n');
}

function describePart(part: unknown): string {
  const { type, text, mimeType, name, title, uri, resource } = (part ?? {}) as Record<string, unknown>;
  if (typeof text === 'string') return text;
  if (type === 'resource' && resource !== undefined) return describePart(resource);
  const words = [title ?? name, uri].filter((word) => typeof word === 'string' && word !== '');
  if (words.length > 0) return words.join(': ');
  return typeof mimeType === 'string' ? `[${mimeType}, not a text]` : '[not a text]';
}
