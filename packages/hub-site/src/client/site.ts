import { startChangelogBar } from './changelogBar';
import { startIslands } from './islands';
import { startMenus } from './menus';
import { startSearchKey } from './searchKey';

/** The one script of every page: a few kilobytes that make menus handier and fetch what a visitor reaches for. */
startMenus(document);
startSearchKey(document);
startChangelogBar(document);
startIslands(document);
