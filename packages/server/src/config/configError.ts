/** An environment that cannot be used. The message names each variable and what is wrong with it. */
export class ConfigError extends Error {}
