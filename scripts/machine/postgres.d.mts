export function startPostgres(): Promise<{ url: string; pause(): void; resume(): void; stop(): void }>;
