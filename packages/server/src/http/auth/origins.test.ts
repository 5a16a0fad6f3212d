import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { readTrustedProxies } from '../../lib/trustedProxies';
import type { AppEnv } from '../appEnv';
import { createOrigins } from './origins';

describe('the origin of the server', () => {
  it.each([
    ['10.0.0.5', '10.0.0.0/8', 'https://chat.example.com'],
    ['::ffff:a00:5', '10.0.0.0/8', 'https://chat.example.com'],
    ['198.51.100.7', '10.0.0.0/8', 'http://server.internal'],
    ['198.51.100.7', 'false', 'http://server.internal'],
    ['198.51.100.7', '1', 'https://chat.example.com'],
  ])('srv-03 a connection of %s names it only as a proxy of ours (%s)', async (remoteAddress, setting, origin) => {
    const origins = createOrigins({ trustedProxies: readTrustedProxies(setting) ?? 0 });
    const app = new Hono<AppEnv>();
    app.get('/', (context) => context.text(origins.own(context)));
    const headers = { 'X-Forwarded-Host': 'chat.example.com', 'X-Forwarded-Proto': 'https' };
    const env = { incoming: { socket: { remoteAddress } } };
    expect(await (await app.request('http://server.internal/', { headers }, env)).text()).toBe(origin);
  });
});
