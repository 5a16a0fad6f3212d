import { defineElement } from './npm/mountWidget';

/**
 * Registers `<sotto-chat>` on import; the `base` attribute of each element is the address of its server. Does nothing on a
 * server.
 */
if (typeof window !== 'undefined') defineElement(new URL('/integrations/widget/', location.href).href);
