import type { LayoutName, LoadStrategy, QueueItem, SottoChatElement, SottoGlobal, Theme, WidgetConfig } from './types';

/**
 * Settings that the launcher's first drawing needs, by lower-case names without dashes: HTML lower-cases attribute
 * names, so `data-barTitle` arrives as `bartitle`.
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
  /** As written: a preset's name, an object, or JSON text. */
  theme?: Partial<Theme> | string;
  launcher?: string;
  launcherselector?: string;
  hidebutton?: boolean;
  buttonicon?: string;
  buttontitle?: string;
}

/** Listener for one kind of event of all widgets. */
export type GlobalListener = readonly [type: string, listener: { handle(detail: object): void }['handle']];

/** Shared by all elements of one script. */
export interface ElementEnvironment {
  /** Address of `…/integrations/widget/`, ending with a slash. */
  base: string;
  /**
   * Loads the rest of the element.
   * @internal
   */
  importElement: () => Promise<ElementModule>;
  /** All widgets of the page, by id. */
  instances: Map<string, SottoChatElement>;
  /**
   * Called for each widget that is added to the page.
   * @internal
   */
  announce: (widget: SottoChatElement) => void;
  /**
   * Listeners for the events of all widgets.
   * @internal
   */
  listeners: ReadonlySet<GlobalListener>;
}

/** The owner's settings for the launcher, as in `config.mjs`. */
export interface OwnerAppearance extends WidgetConfig {
  layout?: LayoutName;
  /** Resolved by the server: the fields that the loader uses, for both schemes. */
  theme?: Theme;
  /** Whether there is a message to preview beside the launcher. */
  peek?: boolean;
}

/** A widget before any intent: an element, its settings and a launcher. The rest is loaded with the first intent. */
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
   * The owner's settings from `config.mjs`, once loaded. The page's settings in `state.config` take precedence.
   * @internal
   */
  owner?: OwnerAppearance | undefined;
  /**
   * The page's own colour scheme, if it has one; see `pageScheme.ts`.
   * @internal
   */
  pageScheme?: string | undefined;
  /** The button; child of `root` unless the settings hide it. */
  readonly launcher: HTMLButtonElement;
  /** Aborted when the widget is destroyed; undefined while it is not on the page. */
  signal?: AbortSignal | undefined;
  /**
   * Called after each drawing, for everything that the first drawing does not show.
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
   * Calls a method of the controller, which the first call loads. Rejections are marked as handled: an `error` event
   * reports them.
   * @internal
   */
  callController: <Name extends keyof ElementController>(
    name: Name,
    ...values: Parameters<ElementController[Name]>
  ) => Promise<unknown>;
}

/** What the element chunk adds to a launcher element, besides the methods of the public API. */
export interface ElementController {
  /** The launcher was pressed. */
  press(): void;
  /** The `open` attribute has changed. */
  applyAttributes(): void;
  /**
   * Creates the frame, and shows it in a layout without a launcher.
   *
   * @param onlyFor - reason to load the frame before a press, which depends on the connection: the pointer is near
   *   the launcher (`intent`), the visitor has talked before (`seen`), or the owner's preview (`peek`)
   */
  begin(onlyFor?: 'intent' | 'seen' | 'peek'): Promise<unknown>;
  /** Starts now, or when the element comes near the viewport, depending on the settings. */
  start(): void;
  /** Runs the calls that the page has queued, and empties the queue. */
  runQueue(items: QueueItem[], sotto: SottoGlobal): void;
  /** Public method, like all others under its own name. */
  load(config?: WidgetConfig): unknown;
  end(): void;
}

/** The module of the element chunk. */
export interface ElementModule {
  createController(launcherElement: LauncherElement): ElementController;
}
