/**
 * Methods that bring the rest of the element with them: until then they wait for it. All give promises, even those that
 * later do not.
 */
const METHODS = (
  'assignContact show hide render publish downloadConversation off restartConversation load update ' +
  'receiveMessage setOpen on toggle open registerFunctions sendMessage setMedia unregisterFunctions ' +
  'setFunctions getMeta once focus setMaximize stop getMessages setContact setMessages setColorScheme ' +
  'getFunctions getContact initiateMessage setInput setMeta logout setLanguage close prefetch setNotifications'
).split(' ');

/** Something whose methods are called by name. */
export type Callable = Record<string, (...values: unknown[]) => unknown>;

/** The promise again; one that nobody looks at becomes no unhandled rejection of the page. */
export function quiet<Value>(promise: Promise<Value>): Promise<Value> {
  promise.catch(() => undefined);
  return promise;
}

/** All methods as calls of something that is still to come. */
export function forwardMethods(call: (name: string, ...values: unknown[]) => Promise<unknown>): Callable {
  return Object.fromEntries(METHODS.map((name) => [name, (...values: unknown[]) => quiet(call(name, ...values))]));
}
