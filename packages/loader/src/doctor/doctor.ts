import type { Endpoint } from '@sotto/widget-core/internal/protocol';
import type { readAttributes } from '../attributes';
import type { PanelHost, WidgetState } from '../panelHost';
import type { SottoChatElement, SottoGlobal, WidgetConfig } from '../types';
import { findHiding, type Hiding } from './findHiding';
import { createOverlay } from './overlay';
import {
  findPageProblems,
  readViolation,
  readWidgetError,
  type PageFacts,
  type Problem,
  type Violation,
} from './pageProblems';
import { createProtocolLog } from './protocolLog';
import type { Report } from './reportText';
import { findBrokenJson, findUnknownAttributes, reportSettings } from './settingsReport';

/** What the doctor examines. */
export interface DoctorOptions {
  window: Window & typeof globalThis;
  element: SottoChatElement;
  state: WidgetState;
  /** The page's settings, merged over the owner's. */
  settings: PanelHost['settings'];
  /** Address of `…/integrations/widget/`, ending with a slash. */
  base: string;
  /** Aborted when the widget is destroyed. */
  signal: AbortSignal;
  /** Normalizes settings; passed in, so that pages without the doctor do not need a chunk for it. */
  readAttributes: typeof readAttributes;
  normalizeNames: (config: WidgetConfig) => WidgetConfig;
}

/** Helps the developer of a page with one widget. Loaded only for `?sotto_debug` or `debug`. */
export interface Doctor {
  /** The same endpoint, with every message recorded in the doctor's log. */
  watch: (endpoint: Endpoint) => Endpoint;
}

/** Opens the doctor for a widget. It neither shows nor copies message texts or personal data. */
export function startDoctor(options: DoctorOptions): Doctor {
  const { window, element, state, base, signal } = options;
  const { origin } = new URL(base);
  const script = findOwnScript(options);
  const found = new Map<string, Problem>();
  let server: Readonly<Record<string, unknown>> | undefined;
  let hasOwnerSettings: boolean | undefined;
  let frame = 'not loaded yet: open the chat';
  let isWaiting = false;

  const facts = (): PageFacts => ({ ...readFacts(options, origin), hasOwnerSettings });
  const report = (): Report => ({
    widget: state.widgetId,
    versions: {
      loader: (window.sotto as Partial<SottoGlobal> | undefined)?.version ?? 'unknown',
      frame,
      server: typeof server?.['server'] === 'string' ? server['server'] : 'unknown',
      protocol: String((window.sotto as Partial<SottoGlobal> | undefined)?.protocol ?? 'unknown'),
    },
    problems: [...found.values(), ...findPageProblems(facts()), ...findAttributeProblems(element, script)].sort(
      byWeight,
    ),
    settings: reportSettings({
      readAttributes: options.readAttributes,
      normalizeNames: options.normalizeNames,
      element,
      script,
      sottoSettings: window.sottoSettings,
      server: server ?? {},
      config: state.config,
    }),
    messages: log.messages,
  });
  // Draws once for several messages in a row.
  const draw = (): void => {
    if (isWaiting || signal.aborted) return;
    isWaiting = true;
    window.requestAnimationFrame(() => {
      isWaiting = false;
      overlay.draw();
    });
  };
  const add = (problem: Problem | undefined): void => {
    if (problem) found.set(problem.id, problem);
    draw();
  };
  const log = createProtocolLog(() => window.performance.now(), draw);
  const overlay = createOverlay({ window, signal, report });

  watchViolations(window, signal, (violation) => {
    add(readViolation(violation, origin));
  });
  element.addEventListener(
    'error',
    (event: Event) => {
      add(readWidgetError((event as CustomEvent<{ code: string; message: string }>).detail, facts()));
    },
    { signal },
  );
  element.addEventListener(
    'ready',
    (event) => {
      const { protocol, build } = (event as CustomEvent<{ protocol: number; build: string }>).detail;
      frame = `${build} (protocol ${String(protocol)})`;
      for (const id of found.keys()) if (id.startsWith('error frame_')) found.delete(id);
      draw();
    },
    { signal },
  );
  element.addEventListener('openchange', draw, { signal });
  watchHiding(options, draw);
  void readOwnerSettings(base, state.widgetId).then((settings) => {
    hasOwnerSettings = settings !== undefined;
    server = settings;
    draw();
  });
  overlay.draw();
  return { watch: log.watch };
}

/** The script tag that created this widget; each tag has its own. */
function findOwnScript({ window, state, readAttributes }: DoctorOptions): Element | undefined {
  const scripts = [...window.document.querySelectorAll('script[data-widget], script[src*="/integrations/widget/v2"]')];
  return scripts.find((one) => {
    const { widget, 'integration-id': id, type } = readAttributes(one, 'data-') as Record<string, unknown>;
    return (widget ?? id ?? type) === state.widgetId;
  });
}

/** Problems that stop the chat come first. */
function byWeight(one: Problem, other: Problem): number {
  return Number(one.severity === 'warning') - Number(other.severity === 'warning');
}

function readFacts(options: DoctorOptions, origin: string): Omit<PageFacts, 'hasOwnerSettings'> {
  const { window, element, state, settings } = options;
  const frame:
    | (HTMLIFrameElement & { featurePolicy?: { allowsFeature: (name: string) => boolean } })
    | null
    | undefined = element.shadowRoot?.querySelector('iframe');
  return {
    pageOrigin: window.location.origin,
    isSandboxed: window.origin === 'null',
    isSecure: window.isSecureContext,
    isIsolated: window.crossOriginIsolated,
    canStore: canStore(window),
    origin,
    wantsVoice: !!settings().voiceIn,
    frameMayListen: frame?.featurePolicy?.allowsFeature('microphone'),
    hiding: readHiding(options),
    isOpen: state.isOpen,
  };
}

function canStore(window: Window): boolean {
  try {
    window.localStorage.setItem('sotto:doctor', '1');
    window.localStorage.removeItem('sotto:doctor');
    return true;
  } catch {
    return false;
  }
}

function findAttributeProblems(element: Element, script: Element | undefined): Problem[] {
  return [
    ...findUnknownAttributes(element, script).map(({ written, meant }): Problem => ({
      id: `attribute ${written}`,
      severity: 'warning',
      title: `There is no attribute "${written}"${meant === undefined ? '' : `; did you mean "${meant}"?`}`,
      ...(meant !== undefined && { fix: `${meant}="…"` }),
    })),
    ...findBrokenJson(element, script).map((name): Problem => ({
      id: `json ${name}`,
      severity: 'error',
      title: `The attribute "${name}" is not valid JSON and is ignored`,
    })),
  ];
}

/** How often a style of the page is looked for that hides the chat, in milliseconds. */
const HIDING_INTERVAL_MS = 1000;

/** No event reports what a style sheet or another element hides. */
function watchHiding(options: DoctorOptions, onChange: () => void): void {
  const { window, signal } = options;
  let last: string | undefined;
  const timer = window.setInterval(() => {
    const reason = readHiding(options)?.reason;
    if (reason !== last) onChange();
    last = reason;
  }, HIDING_INTERVAL_MS);
  signal.addEventListener('abort', () => {
    window.clearInterval(timer);
  });
}

/** What hides the part of the chat that should be seen now; on a phone an open panel covers the launcher anyway. */
function readHiding({ window, element, state }: DoctorOptions): Hiding | undefined {
  const part = element.shadowRoot?.querySelector(state.isOpen ? 'iframe' : '[part~=launcher]');
  return part ? findHiding(part, element, window) : undefined;
}

/** Observes policy violations, including earlier ones if the browser has kept them. */
function watchViolations(
  window: Window & typeof globalThis,
  signal: AbortSignal,
  onViolation: (violation: Violation) => void,
): void {
  window.document.addEventListener('securitypolicyviolation', onViolation, { signal });
  if (!('ReportingObserver' in window)) return;
  const observer = new window.ReportingObserver(
    (reports) => {
      for (const { body } of reports) {
        const { blockedURL, effectiveDirective, originalPolicy, disposition } = body as typeof body &
          Record<string, unknown>;
        if (typeof blockedURL === 'string' && typeof effectiveDirective === 'string')
          onViolation({
            blockedURI: blockedURL,
            effectiveDirective,
            originalPolicy: String(originalPolicy),
            disposition: String(disposition),
          });
      }
    },
    { types: ['csp-violation'], buffered: true },
  );
  observer.observe();
  signal.addEventListener('abort', () => {
    observer.disconnect();
  });
}

/** Requests the widget's settings from the server, as any page may. */
async function readOwnerSettings(base: string, id: string): Promise<Readonly<Record<string, unknown>> | undefined> {
  try {
    const { default: settings } = (await import(
      /* @vite-ignore */ /* webpackIgnore: true */ `${base}${encodeURIComponent(id)}/config.mjs`
    )) as { default: Readonly<Record<string, unknown>> };
    return settings;
  } catch {
    return undefined;
  }
}
