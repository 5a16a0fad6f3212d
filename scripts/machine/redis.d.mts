export function startRedis(): Promise<{ url: string; pause(): void; resume(): Promise<void>; stop(): void }>;
