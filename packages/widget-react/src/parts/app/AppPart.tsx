import { useEffect, useRef, useState, type CSSProperties } from 'react';
import type { Json, JsonObject, Widget } from '@sotto/widget-core';
import { resolveLink } from '@sotto/widget-core/content';
import { useWidget } from '../../hooks/useWidget';
import { useWidgetView, useWords } from '../../hooks/useWidgetStore';
import { AlertIcon } from '../../icons/icons';
import { useThemeStyle } from '../../theme/useThemeStyle';
import { Skeleton } from '../Skeleton';
import { createAppBridge, type AppBridge } from './appBridge';

/** How long an app may take to initialize, in milliseconds. */
export const START_MS = 20_000;
/** How long an app may take to finish, in milliseconds. */
export const TEARDOWN_MS = 1_000;
/** Heights of an app, in pixels: initial and maximum. A higher app scrolls. */
const START_HEIGHT = 160;
const MAX_HEIGHT = 640;

interface AppPartProps {
  /** `app` of the tool's part. */
  readonly id: string;
  /** Accessible name. */
  readonly title: string;
}

/** The server's description of an app; validated by the core. */
interface LoadedApp {
  readonly page: string;
  readonly tool: JsonObject;
  readonly input: JsonObject;
  readonly result: Json;
  readonly hasBorder: boolean | null;
}

/** The MCP App of a tool, in a frame without an origin. If it fails, the tool's text is shown instead. */
export function AppPart({ id, title }: AppPartProps) {
  const widget = useWidget();
  const [app, setApp] = useState<LoadedApp>();
  const [state, setState] = useState<'open' | 'failed' | 'done'>('open');
  useEffect(() => {
    let isWanted = true;
    widget.content.fetchApp(id).then(
      (loaded) => {
        if (isWanted) setApp(loaded as unknown as LoadedApp);
      },
      () => {
        if (isWanted) setState('failed');
      },
    );
    return () => {
      isWanted = false;
    };
  }, [widget, id]);
  if (state === 'done') return null;
  if (state === 'failed') return <AppText text={textOf(app?.result)} />;
  if (!app) return <Skeleton of="diagram" />;
  return <AppFrame id={id} app={app} title={title} onEnd={setState} />;
}

/** Shown instead of the app. */
function AppText({ text }: { readonly text: string }) {
  const words = useWords();
  return (
    <div className="sotto-app">
      <p className="sotto-diagram-reason">
        <AlertIcon />
        <span>{words.appFailed}</span>
      </p>
      {text !== '' && (
        <p className="sotto-step-thought" dir="auto">
          {text}
        </p>
      )}
    </div>
  );
}

interface AppFrameProps extends AppPartProps {
  readonly app: LoadedApp;
  readonly onEnd: (state: 'failed' | 'done') => void;
}

function AppFrame({ id, app, title, onEnd }: AppFrameProps) {
  const widget = useWidget();
  const words = useWords();
  const { scheme } = useThemeStyle();
  const locale = useWidgetView((view) => view.language);
  const frame = useRef<HTMLIFrameElement>(null);
  const bridge = useRef<AppBridge>(undefined);
  const [isReady, setReady] = useState(false);
  const [height, setHeight] = useState(START_HEIGHT);
  // The app receives the initial values when it is opened; later ones are sent.
  const first = useRef({ theme: scheme, locale });
  useEffect(() => {
    const element = frame.current;
    const view = element?.ownerDocument.defaultView;
    if (!element || !view) return undefined;
    const fail = (why: string): void => {
      widget.warn(`The app of a tool was closed: ${why}`);
      onEnd('failed');
    };
    const late = setTimeout(() => {
      fail('it has not sent ui/initialize');
    }, START_MS);
    let ending: ReturnType<typeof setTimeout> | undefined;
    const current = createAppBridge({
      tool: app.tool,
      input: app.input,
      result: app.result,
      context: first.current,
      maxHeight: MAX_HEIGHT,
      // The page has an opaque origin. The target window is that of this iframe, whatever it contains.
      post: (message) => element.contentWindow?.postMessage(message, '*'),
      now: () => Date.now(),
      callTool: (name, input) => widget.content.requestForApp(id, 'tools/call', { name, arguments: input }),
      openLink: (address) => openLink(widget, id, address),
      onReady: () => {
        clearTimeout(late);
        setReady(true);
      },
      onHeight: setHeight,
      onDone: () => {
        const end = (): void => {
          onEnd('done');
        };
        ending = setTimeout(end, TEARDOWN_MS);
        void current.tearDown().then(end);
      },
      onFlood: () => {
        fail('it sends too many messages');
      },
    });
    bridge.current = current;
    const onMessage = (event: MessageEvent<unknown>): void => {
      // Only messages from the page that wraps the app count, not those of the app itself or of other windows.
      if (event.source !== element.contentWindow) return;
      const data = isObject(event.data) ? event.data : {};
      if (data['type'] === 'sotto-app-left') fail('it has left its page');
      else if (data['type'] === 'sotto-app-message') current.receive(data['message']);
    };
    view.addEventListener('message', onMessage);
    return () => {
      clearTimeout(late);
      clearTimeout(ending);
      view.removeEventListener('message', onMessage);
    };
  }, [widget, id, app, onEnd]);
  useEffect(() => {
    bridge.current?.update({ theme: scheme, locale });
  }, [scheme, locale]);

  return (
    <div className="sotto-app" style={PLACE} aria-busy={!isReady || undefined}>
      {!isReady && (
        <span role="status" style={HIDDEN}>
          {words.loading}
        </span>
      )}
      <iframe
        ref={frame}
        title={title}
        src={`${app.page}#${encodeURIComponent(title)}`}
        sandbox="allow-scripts allow-forms"
        referrerPolicy="no-referrer"
        style={{ ...FRAME, blockSize: height, ...(app.hasBorder !== false && BORDER) }}
      />
    </div>
  );
}

const PLACE: CSSProperties = { inlineSize: '100%', maxInlineSize: '48rem', marginBlock: 6 };
const FRAME: CSSProperties = { display: 'block', boxSizing: 'border-box', inlineSize: '100%', border: 0 };
const BORDER: CSSProperties = {
  border: '1px solid color-mix(in srgb, currentColor 20%, transparent)',
  borderRadius: 8,
};
const HIDDEN: CSSProperties = {
  position: 'absolute',
  clipPath: 'inset(50%)',
  inlineSize: 1,
  blockSize: 1,
  overflow: 'hidden',
};

/** Opens a web address in a new tab after the visitor has confirmed it. */
async function openLink(widget: Widget, id: string, address: string): Promise<boolean> {
  if (!/^https?:\/\//i.test(address)) return false;
  const safe = resolveLink(address, { hostAddress: 'about:blank', serverOrigin: '' });
  // User info in front of the host can be mistaken for the host.
  if (!safe || new URL(safe.href).username !== '') return false;
  if ((await widget.content.requestForApp(id, 'ui/open-link', { url: safe.href })) !== true) return false;
  window.open(safe.href, '_blank', 'noopener,noreferrer');
  return true;
}

/** Texts of a tool's result. */
function textOf(result: Json | undefined): string {
  const content = isObject(result) && Array.isArray(result['content']) ? result['content'] : [];
  return content
    .flatMap((part) => (isObject(part) && typeof part['text'] === 'string' ? [part['text']] : []))
    .join('\n\n');
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
