import type { Integration } from '../api/responses';

/**
 * The Sotto server as transport, which is the default.
 *
 * Only a name, not an object with `send`: the widget itself implements the server's protocols for sessions, history,
 * files, votes and human agents.
 */
export interface PlatformTransport {
  readonly type: 'platform';
  /** URL of the server, with an optional path prefix. */
  readonly base?: string;
  /** Id of the widget. */
  readonly widget?: string;
  /**
   * In place of `widget`, the server's public settings of the widget (`loadIntegration`), which `createWidget`
   * requires.
   */
  readonly integration?: Integration;
}

/** Uses a Sotto server. @param server - undefined: the server given in another option, or the script's origin */
export function platform<Server extends Omit<PlatformTransport, 'type'>>(server?: Server): PlatformTransport & Server {
  return { ...server, type: 'platform' } as PlatformTransport & Server;
}
