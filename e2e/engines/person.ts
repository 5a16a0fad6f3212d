/** A browser engine that the specs run in. */
export type Engine = 'chromium' | 'firefox' | 'webkit';

/** Keys without a character. */
type Key = 'Enter' | 'Escape' | 'Tab';

/** Somebody at a browser, with the few things that every driver of every engine can do. */
export interface Person {
  readonly engine: Engine;
  goto(url: string): Promise<void>;
  reload(): Promise<void>;
  /** Another tab of the same browser, so that both share storage. */
  newTab(): Promise<Person>;
  /** What an expression gives in the page. */
  inPage<Result>(expression: string): Promise<Result>;
  /** What an expression gives in the frame of the chat. */
  inChat<Result>(expression: string): Promise<Result>;
  /** Clicks what a selector finds, in the page (shadow roots of widgets included) or in the frame of the chat. */
  click(place: 'page' | 'chat', selector: string): Promise<void>;
  /** Types into what a selector finds in the chat. */
  type(selector: string, text: string): Promise<void>;
  /**
   * Presses keys one after another, as at a keyboard: what has the focus gets them, in the page or in the chat. A name,
   * or a character.
   */
  press(...keys: readonly (Key | (string & {}))[]): Promise<void>;
  /** Gives a file to a file input of the chat. */
  attach(selector: string, file: string): Promise<void>;
  screenshot(): Promise<Buffer>;
  /** Ends the tab. */
  close(): Promise<void>;
}

/**
 * What a browser keeps for a frame of another site: what it is by itself, or nothing at all, as in a browser that
 * blocks third parties. WebKit can only be told to have no such storage.
 */
export type Storage = 'partitioned' | 'denied';

/** A browser of one engine; everyone who comes is new to it: no cookies, no storage. */
export interface People {
  /** @param storage - @default 'partitioned' */
  arrive(storage?: Storage): Promise<Person>;
  close(): Promise<void>;
}
