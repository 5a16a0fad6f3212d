import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Integration } from '@sotto/widget-core/api';

/** What a first screen depends on; nothing in it belongs to one visitor. */
export interface FirstScreenRequest {
  readonly integration: Integration;
  readonly base: string;
  readonly language: string | undefined;
  readonly layout: string | undefined;
  /** The browser's, the favourite first. */
  readonly languages: readonly string[];
  readonly scheme: 'light' | 'dark';
  /** Phones are drawn differently. */
  readonly isPhone: boolean;
  /** The browser can turn speech into text. */
  readonly canListen: boolean;
  /** The page around the frame can close a chat that fills everything. */
  readonly canClose: boolean;
}

/** The chat before anything is said, as HTML, and what the frame compares before it takes it over. */
export interface FirstScreen {
  readonly html: string;
  readonly language: string;
  readonly media: Readonly<Record<string, unknown>>;
}

/** Draws first screens. */
export interface FirstScreens {
  /**
   * The screen, drawn once for all visitors alike; undefined where the frame has no program for it, or it has failed:
   * the frame draws itself then.
   */
  draw(request: FirstScreenRequest): Promise<FirstScreen | undefined>;
}

/** How many screens are remembered. */
const REMEMBERED_SCREENS = 200;

interface Program {
  drawFirstScreen(request: FirstScreenRequest): Promise<FirstScreen>;
}

/**
 * Draws with the frame's own components, by the program that its build has laid beside the page. A changed widget has
 * another version, so that nothing has to be forgotten.
 *
 * @param folder - the built frame, with `server/drawFirstScreen.mjs`
 * @param onError - hears why a screen could not be drawn
 */
export function createFirstScreens(folder: string | undefined, onError: (error: unknown) => void): FirstScreens {
  const file = join(folder ?? '', 'server', 'drawFirstScreen.mjs');
  const screens = new Map<string, Promise<FirstScreen | undefined>>();
  let program: Promise<Program> | undefined;
  const drawNew = async (request: FirstScreenRequest): Promise<FirstScreen | undefined> => {
    if (folder === undefined || !existsSync(file)) return undefined;
    program ??= import(/* @vite-ignore */ pathToFileURL(file).href) as Promise<Program>;
    return (await program).drawFirstScreen(request);
  };
  return {
    draw(request) {
      const key = JSON.stringify(request);
      const screen =
        screens.get(key) ??
        drawNew(request).catch((error: unknown) => {
          onError(error);
          return undefined;
        });
      screens.delete(key);
      screens.set(key, screen);
      const [oldest] = screens.keys();
      if (screens.size > REMEMBERED_SCREENS && oldest !== undefined) screens.delete(oldest);
      return screen;
    },
  };
}
