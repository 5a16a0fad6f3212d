import type { Integration } from '../api/responses';

/**
 * The server's own transport, which is the default.
 *
 * A name for it and no object with `send`: with a server, sessions, history, files, votes and live answers have
 * protocols of their own, which the widget speaks itself.
 */
export interface PlatformTransport {
  readonly type: 'platform';
  /** Address of the server, with an optional path prefix and without a trailing slash. */
  readonly base?: string;
  /** Id of the widget. */
  readonly widget?: string;
  /** In place of `widget`, the server's public answer about it (`loadIntegration`), as `createWidget` needs it. */
  readonly integration?: Integration;
}

/** A Sotto server answers. @param server - undefined: the one that is named besides, or that the script comes from */
export function platform<Server extends Omit<PlatformTransport, 'type'>>(server?: Server): PlatformTransport & Server {
  return { ...server, type: 'platform' } as PlatformTransport & Server;
}
