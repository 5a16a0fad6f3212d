import { systemClock } from '@sotto/widget-core';
import { vi } from 'vitest';
import { createFakeServer, type FakeServer } from '../../../widget-core/src/testing/fakeServer';
import { INTEGRATION } from '../../../widget-core/src/testing/widgetHarness';

/** The fake server behind `fetch`, with the public answer about its widget; calls are listed as `METHOD path`. */
export function stubServer(): FakeServer & { readonly calls: string[] } {
  const server = createFakeServer({ clock: systemClock });
  const calls: string[] = [];
  vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}) => {
    const { pathname } = new URL(input);
    init.signal?.throwIfAborted();
    calls.push(`${init.method ?? 'GET'} ${pathname}`);
    return pathname.endsWith('/config') ? Response.json(INTEGRATION) : server.fetch(input, init);
  });
  return Object.assign(server, { calls });
}
