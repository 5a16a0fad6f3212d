import type { Hiding } from './findHiding';
import { lineToAllow, neededPermissions, readDirectives } from '../csp/policy';

/** Something that prevents the chat from working, now or later. */
export interface Problem {
  /** Each id is reported once. */
  readonly id: string;
  readonly severity: 'error' | 'warning';
  readonly title: string;
  readonly detail?: string;
  /** The exact line that fixes it. */
  readonly fix?: string;
}

/** A violation of the page's policy, from an event or a report. */
export interface Violation {
  readonly blockedURI: string;
  readonly effectiveDirective: string;
  readonly originalPolicy: string;
  readonly disposition: string;
}

/** Turns a violation that affects the widget into a problem, with the line that allows the blocked source. */
export function readViolation(
  { blockedURI, effectiveDirective, originalPolicy, disposition }: Violation,
  origin: string,
): Problem | undefined {
  if (blockedURI !== origin && !blockedURI.startsWith(`${origin}/`)) return undefined;
  const directive = effectiveDirective.split(' ')[0] ?? effectiveDirective;
  const isReport = disposition === 'report';
  const scripts = readDirectives(originalPolicy)['script-src'] ?? readDirectives(originalPolicy)['default-src'] ?? [];
  const needsNonce = directive.startsWith('script-src') && scripts.includes("'strict-dynamic'");
  const fix = needsNonce
    ? `<script async nonce="…" src="${origin}/integrations/widget/v2.js" data-widget="…"></script>`
    : lineToAllow(originalPolicy, directive, origin);
  return {
    id: `csp ${directive} ${disposition}`,
    severity: isReport ? 'warning' : 'error',
    title: `The page's Content Security Policy ${isReport ? 'would block' : 'blocks'} ${blockedURI} (${directive})`,
    ...(needsNonce && {
      detail: "With 'strict-dynamic' only the nonce counts: put the page's nonce on the script line.",
    }),
    ...(fix !== undefined && { fix }),
  };
}

/** What the page and the browser allow, as far as a script can detect it. */
export interface PageFacts {
  readonly pageOrigin: string;
  /** Whether the page has an opaque origin, for example in a sandbox. */
  readonly isSandboxed: boolean;
  readonly isSecure: boolean;
  readonly isIsolated: boolean;
  /** Whether the page's storage can be written. */
  readonly canStore: boolean;
  /** Origin of the Sotto server. */
  readonly origin: string;
  readonly wantsVoice: boolean;
  /** Whether the frame may use the microphone; undefined where the browser does not report it, or there is no frame yet. */
  readonly frameMayListen: boolean | undefined;
  /** What keeps the launcher, or the frame of an open chat, from being seen or pressed. */
  readonly hiding: Hiding | undefined;
  readonly isOpen: boolean;
  /** Whether the server's settings (`config.mjs`) could be loaded; undefined while loading. */
  readonly hasOwnerSettings: boolean | undefined;
}

/** Lists the problems of the page. */
export function findPageProblems(page: PageFacts): Problem[] {
  const { origin } = page;
  const problems: (Problem | false)[] = [
    page.pageOrigin.startsWith('https:') &&
      origin.startsWith('http:') && {
        id: 'mixed',
        severity: 'error',
        title: `This page is served over https, the chat over http: browsers block it as mixed content`,
        detail: 'Serve the Sotto server over https.',
        fix: `<script async src="${origin.replace(/^http:/, 'https:')}/integrations/widget/v2.js" data-widget="…"></script>`,
      },
    page.isSandboxed && {
      id: 'sandbox',
      severity: 'error',
      title: 'This page is sandboxed and has no origin: the chat cannot be shown in it, only in a tab of its own',
      detail: 'Add these words to the sandbox, of the frame that the page stands in or of its Content-Security-Policy:',
      fix: 'allow-same-origin allow-popups allow-popups-to-escape-sandbox',
    },
    !page.isSecure && {
      id: 'insecure',
      severity: 'warning',
      title: 'This page is not served over https: browsers give it neither microphone nor clipboard',
      detail: 'Serve the page over https; localhost counts as safe.',
    },
    page.wantsVoice &&
      page.frameMayListen === false && {
        id: 'microphone',
        severity: 'error',
        title: "The page's Permissions-Policy keeps the microphone from the chat",
        fix: `Permissions-Policy: microphone=${neededPermissions({ origin, voice: true })['microphone'] ?? ''}`,
      },
    !page.canStore && {
      id: 'storage',
      severity: 'warning',
      title: 'This page cannot store anything: its storage is blocked or full',
      detail: 'The chat works; it does not remember that this visitor has talked before.',
    },
    page.hiding !== undefined && readHiding(page.hiding, page),
    page.hasOwnerSettings === false && {
      id: 'config',
      severity: 'warning',
      title: 'The settings of this widget could not be read from the server',
      detail: `Is there a widget of this id? Or an ad blocker, or a policy that forbids ${origin}?`,
    },
  ];
  return problems.filter((problem) => problem !== false);
}

function readHiding({ by, reason }: Hiding, { isOpen, pageOrigin }: PageFacts): Problem {
  if (by === 'cover')
    return {
      id: 'covered',
      severity: 'warning',
      title: `Something is above the chat: ${reason}`,
      detail: 'Give it a lower z-index than the chat, which has 2147483000 or the value of data-z-index.',
    };
  // The page's styles cannot hide the frame alone, which is in a shadow root.
  return by === 'chat' && isOpen
    ? {
        id: 'frame hidden',
        severity: 'error',
        title: `The frame of the chat is hidden by a style of the browser: ${reason}`,
        detail:
          'No style sheet of the page reaches it: most likely a list of an ad blocker hides frames by words in their ' +
          `addresses. Switch it off for this page, or serve Sotto from an address of ${pageOrigin} without such words.`,
      }
    : {
        id: 'hidden',
        severity: 'error',
        title: `The chat is on the page but hidden: ${reason}`,
        detail: 'A rule of the page or an ad blocker hides it. If a style sheet of yours does, add this rule after it.',
        fix: 'sotto-chat { display: block !important; visibility: visible !important; opacity: 1 !important }',
      };
}

/** Turns an error of the widget into advice. */
export function readWidgetError(
  { code, message }: { code: string; message: string },
  { origin, pageOrigin, isIsolated }: PageFacts,
): Problem {
  const advice: Record<string, Omit<Problem, 'id' | 'severity' | 'title'>> = {
    frame_timeout: isIsolated
      ? {
          detail:
            'This page asks for cross-origin isolation. A proxy before the Sotto server must keep these headers of the frame:',
          fix: 'Cross-Origin-Embedder-Policy: credentialless\nCross-Origin-Resource-Policy: cross-origin',
        }
      : {
          detail:
            `The frame sent nothing. Either an ad blocker dropped it, the server cannot be reached, or the ` +
            `widget's allowed origins lack this page. To allow it, add to them:`,
          fix: pageOrigin,
        },
    origin_not_allowed: { detail: "Add this page to the widget's allowed origins:", fix: pageOrigin },
    chunk_failed: {
      detail: `A part of the script could not be loaded: an ad blocker, a lost connection, or a policy that forbids ${origin}.`,
    },
    protocol_mismatch: { detail: 'Script and frame are of different majors: a proxy or a cache keeps an old one.' },
    frame_unstable: { detail: 'The frame starts again and again: look for errors of its own in the console.' },
  };
  return { id: `error ${code}`, severity: 'error', title: `${message} (${code})`, ...advice[code] };
}
