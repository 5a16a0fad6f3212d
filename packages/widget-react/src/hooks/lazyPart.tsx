import { useEffect, useRef, useState, type ComponentType, type ReactNode } from 'react';

/** What every lazy part may be told besides its own properties. */
export interface LazyPartProps {
  /** It could not be loaded: whoever waits for it must not wait for ever. */
  readonly onMissing?: () => void;
}

/**
 * A component that is loaded when it is first drawn.
 *
 * Until it is there, and when it cannot be loaded, `placeholder` stands in its place. The next time it is drawn it is
 * tried again, so a moment without a connection breaks nothing.
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>, placeholder: ReactNode = null): ComponentType<Props & LazyPartProps> {
  return function LazyPart({ onMissing, ...props }: Props & LazyPartProps) {
    const [Part, setPart] = useState<ComponentType<object>>();
    const missing = useRef(onMissing);
    useEffect(() => {
      let isWanted = true;
      load().then(
        (loaded) => { if (isWanted) setPart(() => loaded as ComponentType<object>); },
        () => { if (isWanted) missing.current?.(); },
      );
      return () => { isWanted = false; };
    }, []);
    return Part ? <Part {...props} /> : placeholder;
  };
}
