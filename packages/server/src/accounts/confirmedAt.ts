/** When somebody signed in or last confirmed that it is them, in milliseconds since the epoch. */
export function confirmedAt({
  createdAt,
  secondFactorAt,
}: {
  readonly createdAt: Date;
  readonly secondFactorAt?: Date | null | undefined;
}): number {
  return Math.max(createdAt.getTime(), secondFactorAt?.getTime() ?? 0);
}
