import { createHash } from 'node:crypto';

/** What model APIs take as the name of a function: OpenAI, Anthropic and Gemini have 64 of these characters in common. */
const WIRE_NAME = /^[a-zA-Z_][a-zA-Z0-9_-]{0,63}$/;
/** Room for an underscore and a digest behind a name, in characters. */
const STEM_LENGTH = 55;
const DIGEST_LENGTH = 8;
/** How names end that have a digest: a name that ends so by itself has one more, and so is none of those. */
const HAS_DIGEST = /_[0-9a-f]{8}$/;

/**
 * Under which name a tool of a server is offered to a model. It follows from the tool's name alone, so it is the same
 * whatever else the server lists, in whatever order: calls of earlier turns still fit. A name that no model API takes
 * has a digest behind what is left of it, so two that look alike then stay two.
 *
 * @param isShared - another server of this bot has a tool of this name, or one of the bot's own tools has it: then the
 *   digest is of the server as well
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
