import { HOSTILE_SIZES } from './hostileTexts';

/** A text four times as long may take ten times as long: a busy machine and cold code cost some, a square sixteen. */
const MOST_TIMES = 10;
/** Less than this is not compared, in milliseconds of processor time. */
const LEAST_MS = 40;

/** What reading a hostile text of 32 KiB may cost, in milliseconds of processor time. */
export const HOSTILE_READ_MS = 1_000;

/**
 * What reading the longest text of a kind costs, in milliseconds of processor time, and what it may cost if the cost
 * grows with the length.
 */
export async function measureGrowth(
  make: (size: number) => string,
  read: (text: string) => unknown,
): Promise<{ readonly ms: number; readonly limitMs: number }> {
  const longest = Math.max(...HOSTILE_SIZES);
  const [short, long] = [make(longest / 4), make(longest)];
  const cost = async (text: string): Promise<number> => {
    const before = process.cpuUsage();
    await read(text);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  };
  // Most texts are read so fast that no limit is below it.
  const [firstMs, leastLimitMs] = [await cost(long), Math.min(HOSTILE_READ_MS, MOST_TIMES * LEAST_MS)];
  if (firstMs < leastLimitMs) return { ms: firstMs, limitMs: leastLimitMs };
  const shortMs = Math.max(LEAST_MS, Math.min(await cost(short), await cost(short)));
  return { ms: Math.min(await cost(long), await cost(long)), limitMs: Math.min(HOSTILE_READ_MS, MOST_TIMES * shortMs) };
}
