/** An unusable environment. The message lists each variable and its problem. */
export class ConfigError extends Error {}
