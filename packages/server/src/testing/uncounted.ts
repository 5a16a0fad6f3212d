import { toCounted, type Counted } from '../domain/accounts/costs';

/** For acts that no budget limits. */
export const uncounted = async (): Promise<Counted> => toCounted([], async () => undefined);
