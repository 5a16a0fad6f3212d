/**
 * The result of a step, or an error that names it: what happens inside a page has no time limit of its own, and a
 * picture that is never finished would hold the run until the limit of the whole test, without a word about where.
 *
 * @param limitMs - for a machine that is busy with everything else at once
 */
export async function within<Result>(step: string, action: Promise<Result>, limitMs = 90_000): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new Error(`${step} did not end within ${String(limitMs / 1000)} s`));
    }, limitMs);
  });
  try {
    return await Promise.race([action, late]);
  } finally {
    clearTimeout(timer);
  }
}
