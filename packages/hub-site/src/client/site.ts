import { listenForAlerts } from '../alerts/client/listenForAlerts';
import { startChangelogBar } from './changelogBar';
import { startForms } from './forms';
import { guardPage } from './guardPage';
import { startIslands, whenPerson } from './islands';
import { chooseOwnZone, startLocalTimes } from '../browser/localTimes';
import { startMenus } from './menus';
import { startSearchKey } from './searchKey';

/** The script of every page: enhances menus and loads further scripts when needed. */
const guard = guardPage(window, () => {
  location.reload();
});
startMenus(document);
startSearchKey(document);
startChangelogBar(document);
startForms(document);
startLocalTimes(document);
chooseOwnZone(document);
startIslands(document, guard.report);

const assistant = document.querySelector<HTMLScriptElement>('script[data-assistant]');
// Its tools are registered before its panel can open: opening needs an interaction of the user.
if (assistant)
  whenPerson(document, () => {
    void import('./parts/assistant').then(({ startAssistant }) => {
      startAssistant(assistant);
    }, guard.report);
  });
listenForAlerts(document);
