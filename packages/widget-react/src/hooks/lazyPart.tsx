import type { ComponentType, ReactNode } from 'react';
import { lateLoad } from './lateLoad';

/** What every lazy part may be told besides its own properties. */
export interface LazyPartProps {
  /** It could not be loaded: whoever waits for it must not wait for ever. */
  readonly onMissing?: () => void;
}

/** A component that is loaded when it is first drawn, or before that. */
export type LazyPart<Props> = ComponentType<Props & LazyPartProps> & { readonly preload: () => void };

/**
 * A component that is loaded when it is first drawn.
 *
 * Until it is there, and when it cannot be loaded, `placeholder` stands in its place. The next time it is drawn it is
 * tried again, so a moment without a connection breaks nothing. Once loaded it is drawn at once: what is read must not
 * move because a part above it came a moment later. A page from the server is taken over with the placeholder that it
 * has.
 *
 * @param placeholder - a function is told whether the part could not be loaded
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  placeholder: ReactNode | ((props: Props, isLost: boolean) => ReactNode) = null,
): LazyPart<Props> {
  const { useValue, preload } = lateLoad(load as () => Promise<ComponentType<object>>);
  function Late(given: Props & LazyPartProps) {
    const { onMissing, ...props } = given;
    const Part = useValue(onMissing);
    if (Part) return <Part {...props} />;
    return typeof placeholder === 'function' ? placeholder(given, Part === false) : placeholder;
  }
  return Object.assign(Late, { preload });
}
