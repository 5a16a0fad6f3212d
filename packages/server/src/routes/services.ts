import type { Clock } from '@sotto/widget-core/api';
import type { Media } from '../createMedia';
import type { Database } from '../db/database';
import type { SessionTokens } from '../domain/sessionTokens';
import type { Turns } from '../domain/turns';
import type { Channels } from '../events/channels';
import type { EventLog } from '../events/eventLog';
import type { BearerAuth } from '../http/bearerAuth';
import type { Idempotency } from '../http/idempotency';
import type { Origins } from '../http/origins';
import type { RateCounter, RateLimits } from '../http/rateLimits';
import type { Watch } from '../watch/watch';

/** What the routes stand on. */
export interface Services {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: EventLog;
  readonly channels: Channels;
  readonly media: Media;
  readonly turns: Turns;
  readonly tokens: SessionTokens;
  readonly auth: BearerAuth;
  readonly idempotency: Idempotency;
  readonly origins: Origins;
  readonly rates: RateCounter;
  readonly limits: RateLimits;
  readonly watch: Watch;
  /** Proxies of ours in front of this server. */
  readonly trustedProxies: number;
}
