/**
 * Methods that bring the rest of the element with them: until then they wait for it. All give promises, even those that
 * later do not.
 */
const METHODS = (
  'open assignContact downloadConversation load render off restartConversation initiateMessage ' +
  'sendMessage setFunctions setOpen close on update registerFunctions setMedia unregisterFunctions ' +
  'continueReply getMeta show toggle focus getMessages setContact setMessages setColorScheme once ' +
  'receiveMessage retry getContact setInput setMeta publish logout setMaximize setLanguage stop ' +
  'getFunctions setNotifications hide prefetch'
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
