import type { ReactNode } from 'react';
import type { JsonObject } from '@sotto/widget-core/api';
import { escapeForScript } from './escapeForScript';
import type { IslandName } from './islandNames';

interface IslandProps {
  /** Its module, listed in `client/islands.ts`. */
  readonly name: IslandName;
  /** The props of the module's `mount(element, props)`. They are part of the HTML: nothing secret. */
  readonly props?: JsonObject;
  /**
   * When its script is fetched: at once, when it comes into view, or when a person reaches for it (pointer, focus,
   * touch).
   * `person` is into view and after the first sign of a person anywhere on the page: crawlers give none.
   */
  readonly when: 'load' | 'visible' | 'intent' | 'person';
  readonly className?: string;
  /** What is there without scripts, and until they are. */
  readonly children?: ReactNode;
}

/** A part of a page that is hydrated in the browser. Everything around it stays plain HTML. */
export function Island({ name, props = {}, when, className, children }: IslandProps) {
  return (
    <div data-island={name} data-when={when} className={className}>
      {/* oxlint-disable-next-line sotto/no-html -- JSON data, escaped so that it cannot end the element */}
      <script type="application/json" dangerouslySetInnerHTML={{ __html: escapeForScript(props) }} />
      {children}
    </div>
  );
}
