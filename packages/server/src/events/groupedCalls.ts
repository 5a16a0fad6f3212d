/** One call that waits for its answer. */
interface Waiting<Ask, Answer> {
  readonly ask: Ask;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Turns many small calls into few large ones: what is asked in one turn of the event loop, and whatever is asked while
 * an answer is on its way, is asked together.
 *
 * Alone, a call leaves at the end of its turn. A failure is the failure of everybody who asked with it.
 *
 * @param most - how many are asked together
 * @param askAll - gives the answers in the order of what was asked
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
      if (answers.length < group.length) throw new Error('Some of what was asked has no answer');
    } catch (error) {
      // Who has an answer already does not hear of it.
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
