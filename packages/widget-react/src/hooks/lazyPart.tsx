import { createElement, type ComponentType, type ReactNode, useState, useSyncExternalStore } from 'react';

/** Props of every lazy part, besides its own. */
export interface LazyPartProps {
  /** It could not be loaded: whoever waits for it must not wait for ever. */
  readonly onMissing?: () => void;
}

/** A component that is loaded when it is first drawn, or before that. */
export type LazyPart<Props> = ComponentType<Props & LazyPartProps> & Pick<LateLoad<object>, 'preload' | 'isSettled'>;

/** When a part is loaded. */
interface LazyPartOptions {
  /** Every conversation needs it at once: `preloadParts` loads it. @default false */
  readonly isFirst?: boolean;
}

/**
 * A component that is loaded when it is first drawn.
 *
 * Until it is there, and when it cannot be loaded, `placeholder` stands in its place. The next time it is drawn it is
 * tried again, so a moment without a connection breaks nothing. Once loaded it is drawn at once: what is read must not
 * move because a part above it came a moment later. A page from the server has the parts that
 * `preloadParts` loads, and placeholders for the others.
 *
 * @param placeholder - a function is called with whether the part could not be loaded
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  placeholder: ReactNode | ((props: Props, isLost: boolean) => ReactNode) = null,
  options: LazyPartOptions = {},
): LazyPart<Props> {
  const late = lateLoad(load as () => Promise<ComponentType<object>>, options);
  function Late(given: Props & LazyPartProps) {
    const { onMissing, ...props } = given;
    const Part = late.useValue(onMissing);
    if (Part) return createElement(Part, props);
    return typeof placeholder === 'function' ? placeholder(given, Part === false) : placeholder;
  }
  return Object.assign(Late, late);
}

/** Something that is loaded when it is first needed, and again as long as it could not be had. */
export interface LateLoad<Value> {
  /**
   * The value; undefined while it is on its way, `false` while it cannot be had. `onMissing` is called when an attempt
   * for this component has failed.
   */
  readonly useValue: (onMissing?: () => void) => Value | false | undefined;
  /** Begins to load it. A failure shows where it is needed. */
  readonly preload: () => void;
  /** It is there, or an attempt has failed: whatever waits for it has its size. */
  readonly isSettled: () => boolean;
}

// A module is loaded once for a whole page, whichever widget needs it: so what could not be loaded is known to all of
// them.
const lost = new Set<() => Promise<void>>();
const first = new Set<() => Promise<void>>();
let isPreloaded = false;
const followers = new Set<() => void>();

/** Calls back whenever something has been loaded or was lost. @returns the end of it */
export function follow(notify: () => void): () => void {
  followers.add(notify);
  return () => {
    followers.delete(notify);
  };
}

const retry = (): void => void retryLost();

/**
 * A failed load is tried again by each component that is drawn, and when the connection is back; what succeeds appears
 * everywhere.
 */
export function lateLoad<Value extends object>(
  load: () => Promise<Value>,
  { isFirst = false }: LazyPartOptions = {},
): LateLoad<Value> {
  let value: Value | false | undefined;
  let loading: Promise<void> | undefined;
  const settle = (next: Value | false): void => {
    value = next;
    loading = undefined;
    if (next) lost.delete(attempt);
    else {
      lost.add(attempt);
      addEventListener('online', retry, { once: true });
    }
    for (const notify of [...followers]) notify();
  };
  const attempt = (): Promise<void> =>
    (loading ??= load().then(settle, () => {
      settle(false);
    }));
  if (isFirst) first.add(attempt);

  return {
    useValue(onMissing) {
      const [wait] = useState(() => (notify: () => void) => {
        const leave = follow(notify);
        if (!value)
          void attempt().then(() => {
            if (!value && followers.has(notify)) onMissing?.();
          });
        return leave;
      });
      return useSyncExternalStore(
        wait,
        () => value,
        () => (isFirst && isPreloaded ? value : undefined),
      );
    },
    preload: () => void attempt(),
    isSettled: () => value != null,
  };
}

/**
 * Loads the parts that every conversation needs at once, so that they are drawn together with everything else: in the
 * page, and on a server before its page is drawn and in the browser before that page is taken over. Never rejects.
 */
export async function preloadParts(): Promise<void> {
  await Promise.all([...first].map((attempt) => attempt()));
  isPreloaded = true;
}

/** Whether something could not be loaded. */
export function useLost(): boolean {
  return useSyncExternalStore(
    follow,
    () => lost.size > 0,
    () => false,
  );
}

/** Tries again what could not be loaded. @returns whether all of it is there now */
export async function retryLost(): Promise<boolean> {
  await Promise.all([...lost].map((attempt) => attempt()));
  return lost.size === 0;
}
