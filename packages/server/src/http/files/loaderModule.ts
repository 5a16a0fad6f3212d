import { routes } from '@sotto/widget-core/api';
import type { LoaderConfig } from '../../domain/integration';
import { escapeForScript } from './framePage';

/** A file that may be an icon, with its last change in milliseconds since the epoch. */
interface IconFile {
  readonly id: string;
  readonly updatedAt: number;
}

/**
 * Renders `config.mjs`: the settings of the launcher as a module.
 *
 * The id of an icon file is replaced by its address [W-42], relative to the module's own address, which includes any
 * path prefix and proxy. If the colour scheme is `auto`, a script follows the page's.
 */
export function renderLoaderModule(config: LoaderConfig, icon: IconFile | undefined, scheme = ''): string {
  const settings = escapeForScript(config);
  const follows = config.colorScheme === 'auto' ? scheme : '';
  if (!icon) return `export default ${settings};\n${follows}`;
  const address = `../../..${routes.fileThumbnail(icon.id)}?strategy=auto&cache=true&version=${String(icon.updatedAt)}`;
  return `export default {...${settings},buttonIcon:new URL(${escapeForScript(address)},import.meta.url).href};\n${follows}`;
}
