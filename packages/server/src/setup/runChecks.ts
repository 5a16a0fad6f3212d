import type { OpenDatabase } from '../db/database';
import { createChecks } from '../domain/checks/checks';
import type { Models } from '../model/models';
import type { Services } from '../routes/services';
import { reporter } from './reporter';
import type { KnownOptions } from './serverOptions';

/** Runs checks on connections that no visitor waits for; the default model judges. */
export function runChecks(
  {
    database,
    turns,
    log,
    models,
    budgets,
    forOwners,
  }: { database: OpenDatabase; models: Models } & Pick<Services, 'turns' | 'log' | 'budgets' | 'forOwners'>,
  { config, clock, logger }: KnownOptions,
): Services['checks'] {
  return createChecks({
    db: database.owners,
    clock,
    turns,
    log,
    budgets,
    retention: forOwners.retention,
    trials: config.trials,
    judge: () => (models.canCallTools ? models.choose(null) : undefined),
    onError: reporter(logger, 'check'),
  });
}
