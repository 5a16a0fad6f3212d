import { describeFailure, type Logger } from '../lib/logger';

/** Logs failures of background work. */
export function reporter(logger: Logger, event: string): (error: unknown) => void {
  return (error) => {
    logger.error({ event, ...describeFailure(error) });
  };
}
