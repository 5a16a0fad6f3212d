/** A mistake on the command line, with a message for the user. */
export class UsageError extends Error {}
