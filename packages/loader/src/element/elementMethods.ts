import type { Panel, PanelHost, WidgetState } from '../panelHost';
import type { LauncherElement } from '../elementTypes';
import type { WidgetConfig } from '../types';
import { createFrameMethods } from './frameMethods';
import { keep, KEPT } from './persistedValues';
import { clearVisitSession } from './visitSession';

/** What the methods need. */
export interface ElementMethodsOptions {
  state: WidgetState;
  setOpen: PanelHost['setOpen'];
  /** Creates the frame, once. */
  mount: () => Promise<Panel>;
  panel: () => Promise<Panel> | undefined;
}

/** Methods for lifecycle and visibility, and all methods of the frame. */
export function createElementMethods(
  { element, root, redraw }: LauncherElement,
  { state, setOpen, mount, panel }: ElementMethodsOptions,
): Record<string, (...values: never[]) => unknown> {
  const open = async (isOpen: boolean, options: { focus?: boolean } = {}): Promise<void> => {
    setOpen(isOpen, 'api', options.focus);
    if (isOpen) await mount();
  };
  return {
    ...createFrameMethods(async () => (await mount()).ready(), open),
    load(config?: Partial<WidgetConfig>) {
      if (config) void element.update(config);
      return mount().then(() => element);
    },
    // By then this chunk is loaded, and with it everything that creates the frame.
    prefetch: () => Promise.resolve(),
    open: (options?: object) => open(true, options),
    close: () => open(false),
    setOpen: (isOpen: boolean) => open(isOpen),
    toggle: (isOpen = !state.isOpen) => open(isOpen),
    show() {
      root.hidden = false;
      if (state.config.load === 'manual') mount().catch(() => undefined);
    },
    hide() {
      root.hidden = true;
    },
    async update(changed: WidgetConfig) {
      keep(
        state,
        changed,
        KEPT.filter((name) => name in changed),
      );
      redraw({ ...state.config, ...changed });
      if (changed.consent === 'wait') clearVisitSession(state.widgetId);
      // The contact is not a setting of the frame, but the visitor's identity.
      const contactUpdate = 'contact' in changed ? element.setContact(changed.contact ?? null) : undefined;
      await (await panel())?.update(changed);
      await contactUpdate;
    },
    setColorScheme: (colorScheme: 'light' | 'dark' | 'auto') => element.update({ colorScheme }),
  };
}
