import { isJson, type Json } from '@sotto/widget-core/api';

/** The unmodified result of a tool call. */
export interface McpAnswer {
  readonly content?: unknown;
  readonly structuredContent?: unknown;
  readonly isError?: unknown;
}

/**
 * The content of a result: its structured content, or its texts, including those of embedded files and addresses of
 * links. Pictures and other binary content are only named.
 *
 * @param isForApp - the structured content is for an app: the model gets the texts, if there are any
 */
export function toValue({ content, structuredContent, isError }: McpAnswer, isForApp: boolean): Json {
  const parts: readonly unknown[] = Array.isArray(content) ? content : [content ?? []].flat();
  const isText = isForApp && parts.length > 0;
  if (!isText && structuredContent !== undefined && structuredContent !== null && isJson(structuredContent))
    return structuredContent;
  // Some models reject an empty result, and others repeat the call.
  const nothing = isError === true ? 'The tool failed and gave no reason' : 'The tool has ended and gave no text';
  return parts.map(describePart).join('\n\n') || nothing;
}

function describePart(part: unknown): string {
  if (typeof part !== 'object' || part === null) return String(part);
  const { type, text, mimeType, name, title, uri, resource } = part as Record<string, unknown>;
  if (typeof text === 'string') return text;
  if (type === 'resource' && resource !== undefined) return describePart(resource);
  const words = [title ?? name, uri].filter((word) => typeof word === 'string' && word !== '');
  if (words.length > 0) return words.join(': ');
  if (typeof mimeType === 'string') return `[${mimeType}, not a text]`;
  return KINDS_OF_BYTES.has(type) ? '[not a text]' : JSON.stringify(part);
}

const KINDS_OF_BYTES: ReadonlySet<unknown> = new Set(['image', 'audio', 'video', 'blob', 'file', 'resource']);
