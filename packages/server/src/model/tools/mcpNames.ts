import { createHash } from 'node:crypto';

/** Function names that all model APIs accept: OpenAI, Anthropic and Gemini have these 64 characters in common. */
const WIRE_NAME = /^[a-zA-Z_][a-zA-Z0-9_-]{0,63}$/;
/** Space for an underscore and a digest after a name, in characters. */
const STEM_LENGTH = 55;
const DIGEST_LENGTH = 8;
/**
 * The end of a name with a digest. A name that already ends like this gets another one, so the two kinds never
 * collide.
 */
const HAS_DIGEST = /_[0-9a-f]{8}$/;

/**
 * The name under which a server's tool is offered to models. It depends only on the tool's name, so it stays the same
 * whatever else the server lists and in which order: calls in earlier turns remain valid. A name that model APIs do
 * not accept is shortened and gets a digest, so that similar names stay distinct.
 *
 * @param isShared - another server of this bot, or the bot itself, has a tool of this name: the digest then also
 *   covers the server
 */
export function mcpToolName(serverId: string, name: string, isShared: boolean): string {
  if (!isShared && WIRE_NAME.test(name) && !HAS_DIGEST.test(name)) return name;
  const stem = name
    .normalize('NFKD')
    .replaceAll(/[^a-zA-Z0-9_-]+/g, '_')
    .replaceAll(/^[^a-zA-Z]+|_+$/g, '')
    .slice(0, STEM_LENGTH);
  const digest = createHash('sha256')
    .update(isShared ? JSON.stringify([serverId, name]) : name)
    .digest('hex')
    .slice(0, DIGEST_LENGTH);
  return `${stem || 'tool'}_${digest}`;
}
