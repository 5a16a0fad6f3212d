import { routes } from '@sotto/widget-core/api';
import type { LoaderConfig } from '../../domain/integration';
import { escapeForScript } from './framePage';

/** A file of this server that may be an icon, and when it was changed, in milliseconds since the epoch. */
interface IconFile {
  readonly id: string;
  readonly updatedAt: number;
}

/**
 * `config.mjs`: the settings of the launcher as a module.
 *
 * An icon that is a file of this server becomes its address [W-42]. The module itself has the address it was loaded
 * from, with any prefix or proxy before the server; the script on the host page has it too, but no bytes left to pass
 * it on. A launcher whose scheme is left open follows that of its page.
 */
export function renderLoaderModule(config: LoaderConfig, icon: IconFile | undefined, scheme = ''): string {
  const settings = escapeForScript(config);
  const follows = config.colorScheme === 'auto' ? scheme : '';
  if (!icon) return `export default ${settings};\n${follows}`;
  const address = `../../..${routes.fileThumbnail(icon.id)}?strategy=auto&cache=true&version=${String(icon.updatedAt)}`;
  return `export default {...${settings},buttonIcon:new URL(${escapeForScript(address)},import.meta.url).href};\n${follows}`;
}
