import { useState, useSyncExternalStore, type ComponentType, type ReactNode } from 'react';

/** What every lazy part may be told besides its own properties. */
export interface LazyPartProps {
  /** It could not be loaded: whoever waits for it must not wait for ever. */
  readonly onMissing?: () => void;
}

/**
 * A component that is loaded when it is first drawn.
 *
 * Until it is there, and when it cannot be loaded, `placeholder` stands in its place. The next time it is drawn it is
 * tried again, so a moment without a connection breaks nothing. Once loaded it is drawn at once: what is read must not
 * move because a part above it came a moment later. A page from the server is taken over with the placeholder that it has.
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>, placeholder: ReactNode = null): ComponentType<Props & LazyPartProps> {
  let loaded: ComponentType<object> | undefined;
  return function LazyPart({ onMissing, ...props }: Props & LazyPartProps) {
    const [wait] = useState(() => (tell: () => void) => {
      let isWanted = true;
      if (!loaded) load().then(
        (part) => { loaded = part as ComponentType<object>; if (isWanted) tell(); },
        () => { if (isWanted) onMissing?.(); },
      );
      return () => { isWanted = false; };
    });
    const Part = useSyncExternalStore(wait, () => loaded, () => undefined);
    return Part ? <Part {...props} /> : placeholder;
  };
}
