import type { ReactNode } from 'react';
import type { JsonObject } from '@sotto/widget-core/api';
import { escapeForScript } from './escapeForScript';
import type { IslandName } from './islandNames';

interface IslandProps {
  /** Its module, listed in `client/islands.ts`. */
  readonly name: IslandName;
  /** Props of the module's `mount(element, props)`. They are part of the HTML, so they must not contain secrets. */
  readonly props?: JsonObject;
  /**
   * When its script is loaded: immediately, when it comes into view, or on interaction (pointer, focus, touch).
   * `person`: in view, and after the first interaction anywhere on the page, which crawlers do not have.
   */
  readonly when: 'load' | 'visible' | 'intent' | 'person';
  readonly className?: string;
  /** Content before hydration, and without scripts. */
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
