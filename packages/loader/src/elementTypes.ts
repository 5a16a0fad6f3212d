import type { LayoutName, LoadStrategy, QueueItem, SottoChatElement, SottoGlobal, Theme, WidgetConfig } from './types';

/**
 * What the first paint needs of the settings, by names without dashes and capitals: HTML lower-cases attribute names,
 * so `data-barTitle` arrives as `bartitle`.
 */
export interface Appearance {
  widget?: string;
  integrationid?: string;
  type?: string;
  id?: string;
  base?: string;
  config?: string;
  consent?: string;
  layout?: string;
  load?: LoadStrategy;
  open?: boolean;
  restoreopen?: boolean;
  shortcut?: string;
  triggers?: object;
  triggerafter?: string;
  triggerscroll?: string;
  triggerexit?: boolean;
  triggerurl?: string;
  toplayer?: boolean;
  debug?: boolean;
  position?: string;
  zindex?: number;
  offset?: { x?: number; y?: number };
  offsetx?: string;
  offsety?: string;
  colorscheme?: string;
  /** As it was written: a preset's name, an object, JSON text. */
  theme?: Partial<Theme> | string;
  launcher?: string;
  launcherselector?: string;
  hidebutton?: boolean;
  buttonicon?: string;
  buttontitle?: string;
}

/** Listens to one kind of event of all widgets. */
export type GlobalListener = readonly [type: string, listener: { handle(detail: object): void }['handle']];

/** What the shells of one script share. */
export interface ElementEnvironment {
  /** Address of `…/integrations/widget/`, ending with a slash. */
  base: string;
  /**
   * Fetches the rest of the element.
   * @internal
   */
  importElement: () => Promise<ElementModule>;
  /** All widgets of the page, by id. */
  instances: Map<string, SottoChatElement>;
  /**
   * Called with each widget that has come onto the page.
   * @internal
   */
  announce: (widget: SottoChatElement) => void;
  /**
   * Listeners for the events of every widget.
   * @internal
   */
  listeners: ReadonlySet<GlobalListener>;
}

/** The owner's settings that the loader uses for drawing, as in `config.mjs`. */
export interface OwnerAppearance extends WidgetConfig {
  layout?: LayoutName;
  /** Resolved by the server: the fields that the loader draws, for both schemes. */
  theme?: Theme;
  /** Whether there is a message to hint beside the launcher. */
  peek?: boolean;
}

/** A widget as every page view has it: an element, its settings, a launcher. The rest comes with the first intent. */
export interface LauncherElement {
  readonly element: SottoChatElement;
  /** @internal */
  readonly environment: ElementEnvironment;
  readonly root: HTMLElement;
  readonly state: {
    config: WidgetConfig;
    isOpen: boolean;
    unread: number;
    layout: LayoutName;
    scheme: 'light' | 'dark';
    widgetId: string;
  };
  /**
   * The owner's settings of `config.mjs`, once it is loaded. What the page set is in `state.config` and goes
   * over it.
   * @internal
   */
  owner?: OwnerAppearance | undefined;
  /**
   * The scheme that the page itself is in, once the rest of the element is there and where the page has one.
   * @internal
   */
  pageScheme?: string | undefined;
  /** The button; it stands in `root` while the settings want one. */
  readonly launcher: HTMLButtonElement;
  /** Ends with the widget; undefined while it is not on the page. */
  signal?: AbortSignal | undefined;
  /**
   * Called after each drawing: shows what the first paint does not know.
   * @internal
   */
  onDraw?: (() => void) | undefined;
  /**
   * Changes settings and draws the launcher again.
   * @internal
   */
  redraw: (config: WidgetConfig) => Appearance;
  enter: () => void;
  destroy: () => void;
  /**
   * Calls the rest of the element, which is fetched at the first call. Rejections are ignored: an `error` event reports
   * them.
   * @internal
   */
  callController: <Name extends keyof ElementController>(
    name: Name,
    ...values: Parameters<ElementController[Name]>
  ) => Promise<unknown>;
}

/** What the element chunk adds to a shell: besides these, every method of the public API by its name. */
export interface ElementController {
  /** The launcher was pressed. */
  press(): void;
  /** The `open` attribute has changed. */
  applyAttributes(): void;
  /**
   * Makes the frame, and shows it in a layout without a launcher.
   *
   * @param onlyFor - a visitor who comes near the launcher (`intent`) or has talked before (`seen`), or a hint of the
   *   owner (`peek`): where a visit may spend
   *   a frame on it
   */
  begin(onlyFor?: 'intent' | 'seen' | 'peek'): Promise<unknown>;
  /** Begins now, or as soon as the element comes near the visible part of the page, depending on the settings. */
  start(): void;
  /** Runs what the page has queued, and empties the queue. */
  runQueue(items: QueueItem[], sotto: SottoGlobal): void;
  /** The public method, like all others under its own name. */
  load(config?: WidgetConfig): unknown;
  end(): void;
}

/** The element chunk, as `import()` gives it. */
export interface ElementModule {
  createController(launcherElement: LauncherElement): ElementController;
}
