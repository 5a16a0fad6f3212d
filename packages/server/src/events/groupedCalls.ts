/** A pending call. */
interface Waiting<Ask, Answer> {
  readonly ask: Ask;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Batches small calls: those of one turn of the event loop, and those made while a response is pending, are sent
 * together.
 *
 * A single call is sent at the end of its turn. A failure rejects all calls of the batch.
 *
 * @param most - maximum size of a batch
 * @param askAll - returns the responses in the order of the requests
 */
export function createGroupedCalls<Ask, Answer>(
  most: number,
  askAll: (asks: readonly Ask[]) => Promise<readonly Answer[]>,
): (ask: Ask) => Promise<Answer> {
  let waiting: Waiting<Ask, Answer>[] = [];
  let isAsking = false;

  async function askGroup(group: readonly Waiting<Ask, Answer>[]): Promise<void> {
    try {
      const answers = await askAll(group.map(({ ask }) => ask));
      for (const [index, answer] of answers.entries()) group[index]?.resolve(answer);
      if (answers.length < group.length) throw new Error('Some requests of the batch have no response');
    } catch (error) {
      // Calls that are already resolved are not affected.
      for (const { reject } of group) reject(error);
    }
  }
  async function askWaiting(): Promise<void> {
    while (waiting.length > 0) {
      const group = waiting.slice(0, most);
      waiting = waiting.slice(most);
      await askGroup(group);
    }
    isAsking = false;
  }

  return (ask) =>
    new Promise((resolve, reject) => {
      waiting.push({ ask, resolve, reject });
      if (isAsking) return;
      isAsking = true;
      setImmediate(() => void askWaiting());
    });
}
