/**
 * Part of `config.mjs`: makes the launcher follow the page's colour scheme until the rest of the element is loaded,
 * which then does the same. Not in v2.js, which has no bytes left.
 */
import { followPageScheme } from './element/pageScheme';
import { readGlobal, type WidgetElement } from './globalApi';
import { LAUNCHER_ELEMENT } from './launcherElement';

followPageScheme(document, new AbortController().signal, (scheme) => {
  readGlobal()?.instances.forEach((element) => {
    // Elements of another version of this script may have a different structure.
    const launcher = (element as Partial<WidgetElement>)[LAUNCHER_ELEMENT];
    if (!launcher || launcher.pageScheme === scheme) return;
    launcher.pageScheme = scheme;
    launcher.redraw(launcher.state.config);
  });
});
