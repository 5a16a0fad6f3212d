import type { BrowserProcess } from './browserProcess';
import { addInput } from './input';
import { NotInWebKit } from './notInWebKit';
import type {
  ContextImplementation,
  PageDelegate,
  PageImplementation,
  Progress,
  Session,
  Transport,
} from './playwrightInside';

/** What makes requests wait for whoever routes them. */
const HOLDING = /^Network\.(?:setInterceptionEnabled|addInterception|setResourceCachingDisabled)$/;
/** What lets a request go on. Of one that its page has given up meanwhile, the engine never answers that it goes. */
const LET_GO = /^Network\.intercept(?:With|Request)/;
/** Numbers of what the inspector can look at: the first page, the driver's session, further pages. */
const FIRST_PAGE = 1;
const SECOND_PAGE = 3;

/** The pages of one browser. */
export interface Tabs {
  /** The way to the page that a browser begins with. */
  readonly first: Transport;
  /** Lets a context open, close and use pages. */
  adopt(context: ContextImplementation): Promise<void>;
  /**
   * Of the requests of a page, holds those that are routed, and no others: of a document that is held, the load now and
   * then never goes on.
   */
  hold(page: PageDelegate, address: string | RegExp): void;
  close(): void;
}

/** The size of a page, in its pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/**
 * Keeps together what the inspector (numbers), WebDriver (handles) and Playwright (pages) call the pages of a browser.
 */
export function createTabs({ call, inspector }: BrowserProcess, viewport: Size): Tabs {
  const handles = new Map<PageDelegate, string>();
  /** Regular expressions of the addresses that are held. */
  const held = new Map<PageDelegate, readonly string[]>();
  const isKnown = (handle: string): boolean => [...handles.values()].includes(handle);
  let context: ContextImplementation | undefined;
  let current: string | undefined;
  let next = SECOND_PAGE;
  let isFirstFree = true;
  /** A window that is not complete yet is not looked at: the browser may not survive it. */
  let isOpening = false;
  /** Who waits for the next page that comes. Nobody: a page has opened it. */
  const waiting: ((page: PageDelegate) => void)[] = [];

  async function enter(page: PageDelegate): Promise<void> {
    let handle = handles.get(page);
    if (handle === undefined) {
      handle = (await call<string[]>('GET', '/window/handles')).find((each) => !isKnown(each));
      if (handle === undefined) throw new Error('A page has no window');
      handles.set(page, handle);
    }
    if (handle === current) return;
    await call('POST', '/window', { handle });
    current = handle;
  }

  /** Makes a window as large as its page shall be, and what is around it. */
  async function resize(page: PageDelegate, { width, height }: Size): Promise<void> {
    await enter(page);
    const measure = (): Promise<[number, number]> =>
      call('POST', '/execute/sync', { script: 'return [innerWidth, innerHeight]', args: [] });
    const [window, [innerWidth, innerHeight]] = [await call<Size>('GET', '/window/rect'), await measure()];
    if (innerWidth === width && innerHeight === height) return;
    await call('POST', '/window/rect', {
      x: 0,
      y: 0,
      width: width + window.width - innerWidth,
      height: height + window.height - innerHeight,
    });
    for (const giveUpAt = Date.now() + 5_000; ;) {
      const now = await measure();
      if (now[0] === width && now[1] === height) return;
      if (Date.now() > giveUpAt)
        throw new Error(`The page is ${now.join('×')} instead of ${String(width)}×${String(height)}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  /** Of a page that came back from the cache, the inspector tells that it is there, and nothing of what is in it. */
  async function lookAnew(page: PageDelegate): Promise<void> {
    const { frameTree } = (await page._session.send('Page.getResourceTree')) as { frameTree: object };
    if (page._contextIdToContext.size > 0) return;
    page._handleFrameTree(frameTree);
    await page._session.send('Runtime.disable');
    await page._session.send('Runtime.enable');
  }

  function give(page: PageDelegate, isOpened = false): void {
    addInput(page, call, {
      isEntered: () => current !== undefined && handles.get(page) === current,
      enter: () => enter(page),
    });
    const bootstrap = page._calculateBootstrapScript.bind(page);
    const [initialize, setSession, intercept] = [
      page._initializeSession.bind(page),
      page._setSession.bind(page),
      page.updateRequestInterception.bind(page),
    ];
    const unheard = new WeakSet<object>();
    function adapt(session: Session): void {
      const send = session.send.bind(session);
      Object.assign(session, {
        send(method: string, parameters?: object) {
          if (unheard.has(session) && HOLDING.test(method)) return Promise.resolve();
          const addresses = page._page.browserContext.requestInterceptors.length === 0 ? held.get(page) : undefined;
          if (method === 'Network.addInterception' && addresses)
            return Promise.all(addresses.map((url) => send(method, { ...parameters, url })));
          const answer = send(method, parameters);
          if (!LET_GO.test(method)) return answer;
          answer.catch(() => undefined);
          return Promise.resolve();
        },
      });
    }
    // A window that a page opened may have its document before it was told what to begin with.
    const begin = (session: Session, where?: object): Promise<unknown> =>
      session.sendMayFail('Runtime.evaluate', {
        expression: `if (!('__pwWebViewInput' in window)) { ${bootstrap()} }`,
        ...where,
      });
    const deepestFocusedFrame = page.deepestFocusedFrame.bind(page);
    adapt(page._session);
    void begin(page._session);
    Object.assign(page, {
      // Where a page moves to another process on its way (`Cross-Origin-Opener-Policy`), a request that is held there
      // begins anew, and moves again, without end: it is let through.
      _initializeSession: (session: Session, isProvisional: boolean, onFrames: unknown) => {
        if (isProvisional) {
          unheard.add(session);
          adapt(session);
        }
        return initialize(session, isProvisional, onFrames);
      },
      _setSession(session: Session) {
        setSession(session);
        if (!unheard.delete(session)) return;
        if (page._page.needsRequestInterception()) void page.updateRequestInterception();
        void begin(session);
      },
      // The engine runs it twice in some documents.
      _calculateBootstrapScript: () =>
        `if (!('__begun' in window)) { Object.defineProperty(window, '__begun', { value: true });\n${bootstrap()}\n}`,
      // Nor has every frame of a window that a page without an origin has opened.
      async deepestFocusedFrame(progress: Progress) {
        if (isOpened)
          await Promise.all(
            [...page._contextIdToContext.keys()].map((contextId) => begin(page._session, { contextId })),
          );
        return deepestFocusedFrame(progress);
      },
      bringToFront: async () => {
        current = undefined;
        await enter(page);
      },
      // Never off again, for the same reason as with `LET_GO`; what nobody routes goes on by itself.
      updateRequestInterception: () => (page._page.needsRequestInterception() ? intercept() : Promise.resolve()),
      // Playwright would wait for what is not told: a step to the same address, and the load of a page that comes back
      // from the cache.
      async goBack() {
        await enter(page);
        await call('POST', '/back', {});
        await lookAnew(page);
        return false;
      },
      async closePage() {
        const pages = [...(context?._browser._tabs.values() ?? [])];
        const other = pages.find((each) => each.page !== page)?.page;
        if (other) {
          await enter(page);
          await call('DELETE', '/window');
          // The driver does nothing without a window, not even open another.
          await enter(other);
        }
        // The browser ends with its last window.
        else await page._session.send('Runtime.evaluate', { expression: `location.href = 'about:blank'` });
        page._session.connection.close();
      },
      updateEmulatedViewportSize: () => resize(page, page._page.emulatedSize()?.viewport ?? viewport),
      updateFileChooserInterception: () => Promise.resolve(),
      setInputFilePaths: () => Promise.reject(new NotInWebKit('files by their path')),
    });
  }

  /** Waits for the next page, whose number is known, and takes it. */
  function expectNext(): Transport {
    const number = next;
    const early: object[] = [];
    const transport = createTransport(number, {
      open: () => {
        const page = context?._browser._tabs.get(String(number))?.page;
        if (!page) throw new Error('A page came without a browser');
        const opened = waiting.shift();
        const opener = opened ? undefined : openerOf(page);
        const report = page._page.reportAsNew.bind(page._page);
        Object.assign(page._page, {
          reportAsNew: async (_opener: unknown, error?: Error) => {
            give(page, opener !== undefined);
            await report(opener, error);
            opened?.(page);
          },
        });
        for (const message of early) transport.onmessage?.(message);
      },
    });
    transport.onmessage = (message) => {
      early.push(message);
      if (early.length > 1) return;
      next += 1;
      void context?._browser._attachTab(String(number), transport).catch(() => undefined);
      expected = expectNext();
    };
    return transport;
  }
  const openerOf = (page: PageDelegate): PageImplementation | undefined =>
    [...(context?._browser._tabs.values() ?? [])].find((each) => each.page !== page)?.page._page;

  function createTransport(number: number, { open }: { open: () => void }): Transport {
    const transport: Transport = {
      open,
      send: (message) => {
        inspector.send(number, message);
      },
      close: () => transport.onclose?.(),
    };
    return transport;
  }

  const first = createTransport(FIRST_PAGE, {
    open: () => {
      inspector.attach(FIRST_PAGE, first);
    },
  });
  let expected = expectNext();
  // Which page has come, the browser does not say: it is asked for the next one.
  const look = (): void => {
    if (!isOpening) inspector.attach(next, expected);
  };
  inspector.onPages = look;
  const looking = setInterval(look, 100);
  return {
    first,
    async adopt(adopted) {
      context = adopted;
      const [tab] = adopted._browser._tabs.values();
      if (!tab) throw new Error('The browser has no page');
      const firstPage = tab.page;
      handles.set(firstPage, await call<string>('GET', '/window'));
      give(firstPage);
      await resize(firstPage, viewport);
      await firstPage.updateEmulateMedia();
      Object.assign(adopted, {
        async doCreateNewPage() {
          if (isFirstFree) {
            isFirstFree = false;
            return firstPage._page;
          }
          const came = new Promise<PageDelegate>((resolve) => waiting.push(resolve));
          isOpening = true;
          const { handle } = await call<{ handle: string }>('POST', '/window/new', { type: 'window' }).finally(() => {
            isOpening = false;
          });
          const page = await came;
          handles.set(page, handle);
          await resize(page, viewport);
          return page._page;
        },
        doUpdateOffline: () => Promise.reject(new NotInWebKit('a network that is switched off')),
        doGrantPermissions: () => Promise.resolve(),
      });
    },
    hold(page, address) {
      held.set(page, [...(held.get(page) ?? []), typeof address === 'string' ? toPattern(address) : address.source]);
      if (page._page.needsRequestInterception()) void page.updateRequestInterception();
    },
    close() {
      clearInterval(looking);
      inspector.onPages = () => undefined;
    },
  };
}

/**
 * A regular expression that finds what a glob does, and perhaps more: Playwright looks at each again, and lets go what
 * is not meant.
 */
const toPattern = (glob: string): string =>
  `^${glob
    .split(/\*+/)
    .map((part) => part.replace(/[.+?^${}()|[\]\\]/g, String.raw`\$&`))
    .join('.*')
    .replaceAll('.*/', '.*')}$`;
