import { createElement, type ComponentType, type ReactNode, useState, useSyncExternalStore } from 'react';

/** Props that every lazy part accepts. */
export interface LazyPartProps {
  /** Called if the part could not be loaded, so that nothing waits for it forever. */
  readonly onMissing?: () => void;
}

/** A component that is loaded on its first render, or earlier by `preload`. */
export type LazyPart<Props> = ComponentType<Props & LazyPartProps> & Pick<LateLoad<object>, 'preload' | 'isSettled'>;

/** Loading options. */
interface LazyPartOptions {
  /** Needed by every conversation: loaded by `preloadParts`. @default false */
  readonly isFirst?: boolean;
}

/**
 * Creates a component that is loaded on its first render.
 *
 * `placeholder` is rendered while it is loading, and if loading has failed. Each further render tries again, so a
 * short loss of the connection does no harm. A loaded component renders synchronously, because content must not move
 * when a part above it appears. Pages rendered by the server contain the parts that `preloadParts` loads, and
 * placeholders for the others.
 *
 * @param placeholder - a function receives whether loading has failed
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

/** A value that is loaded when it is first needed, and again after a failure. */
export interface LateLoad<Value> {
  /**
   * The value; undefined while it is loading, `false` after a failure. `onMissing` is called if the attempt of this
   * component failed.
   */
  readonly useValue: (onMissing?: () => void) => Value | false | undefined;
  /** Starts loading. A failure is reported where the value is used. */
  readonly preload: () => void;
  /** Whether it is loaded, or an attempt has failed: then its size no longer changes. */
  readonly isSettled: () => boolean;
}

// Modules are loaded once per page, so failures are shared by all widgets.
const lost = new Set<() => Promise<void>>();
const first = new Set<() => Promise<void>>();
let isPreloaded = false;
const followers = new Set<() => void>();

/** Calls back whenever something was loaded or has failed. @returns stops it */
export function follow(notify: () => void): () => void {
  followers.add(notify);
  return () => {
    followers.delete(notify);
  };
}

const retry = (): void => void retryLost();

/**
 * Loads a value. After a failure it is tried again by every component that renders it, and when the connection is
 * back; all users are updated.
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
 * Loads the parts that every conversation needs, so that they render together: in the page, on a server before
 * rendering, and in the browser before hydration. Never rejects.
 */
export async function preloadParts(): Promise<void> {
  await Promise.all([...first].map((attempt) => attempt()));
  isPreloaded = true;
}

/** Whether anything could not be loaded. */
export function useLost(): boolean {
  return useSyncExternalStore(
    follow,
    () => lost.size > 0,
    () => false,
  );
}

/** Tries again everything that could not be loaded. @returns whether all of it is loaded now */
export async function retryLost(): Promise<boolean> {
  await Promise.all([...lost].map((attempt) => attempt()));
  return lost.size === 0;
}
