import { useEffect, useMemo, useRef, useState, type ReactNode, type Ref, type SyntheticEvent } from 'react';
import { lazyPart } from './hooks/lazyPart';
import { HostContext, type Host } from './hooks/useHost';
import { useConfig, useWidgetView } from './hooks/useWidgetStore';
import type { ChatWidgetHandle } from './layouts/Panel';
import type { CornerReport } from './layouts/FrameCorner';
import { LayoutSwitch } from './layouts/LayoutSwitch';
import type { PeekSize } from './layouts/Peek';
import { ComponentsContext, type OwnComponents, type WidgetComponents, toSlots } from './parts/components';
import { ownPart, type OwnParts } from './parts/ownParts';
import { useWidget } from './hooks/useWidget';
import { useThemeStyle } from './theme/useThemeStyle';
import { WidgetError, type Media } from '@sotto/widget-core';

/** How a widget is rendered. */
export interface WidgetScreenProps {
  /** Components that replace parts of the widget. */
  readonly components?: Partial<WidgetComponents> | undefined;
  /** Components for tools and data, by name. Define the object outside the component. */
  readonly parts?: OwnParts | undefined;
  /** `frame`: the widget fills an iframe. @default 'page' */
  readonly placement?: 'frame' | 'page' | undefined;
  /** The page around the widget. @default this page; links to its origin open in it */
  readonly host?: Host | undefined;
  /** Called when the visitor closes the widget. @default closes it */
  readonly onClose?: (() => void) | undefined;
  /** In a frame: the size of the preview of a closed widget; undefined when it is hidden [W-4]. */
  readonly onPeek?: ((size: PeekSize | undefined) => void) | undefined;
  /**
   * In a frame: renders the launcher too, and reports the size of launcher and preview together. @default the host
   * renders it
   */
  readonly onCorner?: CornerReport | undefined;
  /** Lets other code move the focus. */
  readonly handle?: Ref<ChatWidgetHandle> | undefined;
}

/** Renders the widget from context. */
export function WidgetScreen({
  components,
  parts,
  placement = 'page',
  host,
  onClose,
  onPeek,
  onCorner,
  handle,
}: WidgetScreenProps) {
  return (
    <WidgetRoot components={components} parts={parts} placement={placement} host={host}>
      <LayoutSwitch handle={handle} placement={placement} onClose={onClose} onPeek={onPeek} onCorner={onCorner} />
    </WidgetRoot>
  );
}

/** Props of the wrapper for a custom screen. */
export interface WidgetRootProps extends Pick<WidgetScreenProps, 'components' | 'parts' | 'placement' | 'host'> {
  readonly children: ReactNode;
}

/** Loaded when an element with a tooltip is first hovered or focused. */
const Tooltips = lazyPart(() => import('./floating/Tooltips').then((part) => part.Tooltips));

const NO_COMPONENTS: Partial<WidgetComponents> = {};

/** Root element with all custom properties, and the widget's theme, language and direction. */
export function WidgetRoot({ components = NO_COMPONENTS, parts, placement = 'page', host, children }: WidgetRootProps) {
  const slots = useMemo<OwnComponents>(
    () => ({ ...toSlots(components), parts: parts && { tool: toSlots(parts.tool), data: toSlots(parts.data) } }),
    [components, parts],
  );
  useAnswersOfParts(slots.parts?.tool);
  const ownHost = useMemo<Host>(() => host ?? thisPage(), [host]);
  const { style, scheme, messageStyle } = useThemeStyle();
  const direction = useWidgetView((view) => view.direction);
  const language = useWidgetView((view) => view.language);
  const layout = useConfig((config) => config.layout);
  const background = useConfig((config) => config.background);
  const safeArea = useWidgetView((view) => view.media.safeArea);
  const isTouch = useWidgetView((view) => view.media.touch);
  const isStill = useWidgetView((view) => view.media.reducedMotion);
  const root = useRef<HTMLDivElement>(null);
  const [hasTips, setTips] = useState(false);
  // Text boxes match `:focus-visible` even after a click.
  const [isByKeyboard, setByKeyboard] = useState<true>();
  const onReach = ({ target }: SyntheticEvent): void => {
    if (!isTouch && target instanceof Element && target.closest('[data-tip]')) setTips(true);
  };
  return (
    <HostContext.Provider value={ownHost}>
      <ComponentsContext.Provider value={slots}>
        <div
          ref={root}
          className="sotto-root"
          style={{ ...style, ...toBackdrop(background), ...toInsets(safeArea) }}
          dir={direction}
          lang={language}
          data-placement={placement}
          data-layout={layout}
          data-scheme={scheme}
          data-messages={messageStyle}
          data-backdrop={background !== undefined || undefined}
          data-touch={isTouch || undefined}
          data-still={isStill || undefined}
          data-keyboard={isByKeyboard}
          onKeyDown={({ key }) => {
            if (key === 'Tab') setByKeyboard(true);
          }}
          onPointerDown={() => {
            setByKeyboard(undefined);
          }}
          onPointerOver={hasTips ? undefined : onReach}
          onFocus={hasTips ? undefined : onReach}
        >
          {children}
          {hasTips && <Tooltips root={root} />}
        </div>
      </ComponentsContext.Provider>
    </HostContext.Provider>
  );
}

/** Calls of functions without a handler wait for the `answer()` of their component. */
function useAnswersOfParts(tool: OwnParts['tool']): void {
  const widget = useWidget();
  useEffect(() => {
    if (!tool) return;
    widget.functions.setCaller(async (call, signal) => {
      if (!ownPart(tool, call.name)) throw new WidgetError('unsupported');
      const { waitForAnswer } = await import('./parts/waitingCalls');
      return waitForAnswer(widget, call, signal);
    });
    return () => {
      widget.functions.setCaller(undefined);
    };
  }, [widget, tool]);
}

function thisPage(): Host {
  return {
    hostAddress: typeof location === 'undefined' ? 'about:blank' : location.href,
    navigate: (url, target) => {
      window.open(url, target === '_top' ? '_self' : target, 'noopener');
    },
  };
}

/**
 * Background of the conversation: the owner's colour, or a picture that covers it [W-34].
 *
 * @param background - validated: a CSS colour or the address of a picture
 */
export function toBackdrop(background: string | undefined): Record<'--sotto-backdrop', string> | undefined {
  if (background === undefined) return undefined;
  const isAddress = /^(?:\/|[a-z]+:)/i.test(background);
  return { '--sotto-backdrop': isAddress ? `url(${JSON.stringify(background)}) center / cover no-repeat` : background };
}

/**
 * Safe area insets in CSS pixels, as custom properties. Inside an iframe browsers report 0, so the host sends them
 * [W-41].
 */
function toInsets(area: Media['safeArea']): Record<`--sotto-safe-${string}`, string> {
  return Object.fromEntries(Object.entries(area).map(([side, length]) => [`--sotto-safe-${side}`, `${length}px`]));
}
