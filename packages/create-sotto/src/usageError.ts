/** A mistake on the command line, in a sentence for whoever typed it. */
export class UsageError extends Error {}
