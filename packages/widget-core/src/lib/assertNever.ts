/** Ends a switch over a union: a member that is not handled does not compile, and throws if it appears at run time. */
export function assertNever(value: never): never {
  throw new TypeError(`Unhandled: ${JSON.stringify(value)}`);
}
