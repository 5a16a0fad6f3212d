/**
 * A part of `config.mjs`: a launcher has the scheme of its page before the rest of the element is loaded, which follows
 * the page by itself. v2.js has no bytes left for it.
 */
import { followPageScheme } from './element/pageScheme';
import { readGlobal, type WidgetElement } from './globalApi';
import { LAUNCHER_ELEMENT } from './launcherElement';

followPageScheme(document, new AbortController().signal, (scheme) => {
  readGlobal()?.instances.forEach((element) => {
    // An element of an earlier script may be another one.
    const launcher = (element as Partial<WidgetElement>)[LAUNCHER_ELEMENT];
    if (!launcher || launcher.pageScheme === scheme) return;
    launcher.pageScheme = scheme;
    launcher.redraw(launcher.state.config);
  });
});
