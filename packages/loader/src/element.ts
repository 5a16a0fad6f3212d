import { defineElement } from './npm/mountWidget';

/**
 * Registers `<sotto-chat>` on import; each element says by its `base` attribute where its server is. Does nothing on a
 * server.
 */
if (typeof window !== 'undefined') defineElement(new URL('/integrations/widget/', location.href).href);
