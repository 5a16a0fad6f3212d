import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Hono } from 'hono';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { AppEnv } from './http/appEnv';
import { mountHealth, type Readiness } from './app/health';
import { ENVIRONMENT_NAMES, readServerConfig } from './config/serverConfig';
import { createTelemetry } from './telemetry/telemetry';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');

const duration = v.pipe(v.string(), v.regex(/^(?:\d+(?:us|ms|s|m|h))+$/));
/** What the compose specification allows, as far as we use it: a key that is misspelt is one too many. */
const serviceSchema = v.strictObject({
  image: v.optional(v.string()),
  build: v.optional(v.strictObject({ context: v.string(), dockerfile: v.string() })),
  command: v.optional(v.string()),
  ports: v.optional(v.array(v.pipe(v.string(), v.regex(/^(?:\$\{\w+:-\d+\}|\d+):\d+$/)))),
  environment: v.optional(v.record(v.string(), v.string())),
  env_file: v.optional(v.array(v.string())),
  read_only: v.optional(v.boolean()),
  tmpfs: v.optional(v.array(v.string())),
  cap_drop: v.optional(v.array(v.string())),
  security_opt: v.optional(v.array(v.string())),
  volumes: v.optional(v.array(v.pipe(v.string(), v.regex(/^(?:\w+|\.\/\w+):\/[\w/]+(?::ro)?$/)))),
  healthcheck: v.optional(
    v.strictObject({
      test: v.pipe(
        v.array(v.string()),
        v.check(([first]) => first === 'CMD' || first === 'CMD-SHELL'),
      ),
      interval: duration,
      retries: v.number(),
      start_period: v.optional(duration),
    }),
  ),
  depends_on: v.optional(
    v.record(
      v.string(),
      v.strictObject({
        condition: v.picklist(['service_started', 'service_healthy', 'service_completed_successfully']),
      }),
    ),
  ),
  deploy: v.strictObject({
    replicas: v.optional(v.number()),
    resources: v.strictObject({
      limits: v.strictObject({ memory: v.pipe(v.string(), v.regex(/^\d+[MG]$/)) }),
    }),
  }),
  restart: v.optional(v.picklist(['no', 'always', 'on-failure', 'unless-stopped'])),
  stop_grace_period: v.optional(duration),
});
const composeSchema = v.strictObject({
  services: v.record(v.string(), serviceSchema),
  volumes: v.record(v.string(), v.nullable(v.strictObject({}))),
});

/** `NAME=value` lines. */
function readEnvironment(text: string): Record<string, string> {
  return Object.fromEntries(
    text
      .split('\n')
      .flatMap((line) =>
        /^[A-Z]/.test(line) ? [[line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]] : [],
      ),
  );
}

/** What a shell makes of `${NAME:-default}` and `${NAME:?}`. @throws for a value that must be given and is not */
function fill(text: string, given: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\$\{(\w+)(:-|:\?)([^}]*)\}/g, (_, name: string, kind: string, otherwise: string) => {
    const value = given[name] ?? '';
    if (value === '' && kind === ':?') throw new Error(`${name} must be given`);
    return value === '' ? otherwise : value;
  });
}

describe('deploy/compose.yaml', () => {
  const { services, volumes } = v.parse(composeSchema, parse(read('deploy/compose.yaml')));
  const example = readEnvironment(read('deploy/example.env'));
  const { server, proxy, postgres, redis } = services;

  it('names services, volumes and files that are there, and waits for health where it can be seen', () => {
    for (const [name, service] of Object.entries(services)) {
      for (const [other, { condition }] of Object.entries(service.depends_on ?? {})) {
        expect([name, other, services[other] !== undefined]).toEqual([name, other, true]);
        if (condition === 'service_healthy')
          expect([other, services[other]?.healthcheck !== undefined]).toEqual([other, true]);
      }
      for (const [place = ''] of (service.volumes ?? []).map((volume) => volume.split(':'))) {
        expect([
          place,
          place.startsWith('./') ? existsSync(path.join(root, 'deploy', place)) : place in volumes,
        ]).toEqual([place, true]);
      }
      // A name without a version is another program tomorrow.
      if (service.image !== undefined) expect(service.image).toMatch(/^[\w./-]+:\d+/);
    }
    expect(existsSync(path.join(root, 'deploy', server?.build?.context ?? '-', server?.build?.dockerfile ?? '-'))).toBe(
      true,
    );
    expect(server?.build?.dockerfile).toBe('deploy/Dockerfile');
  });

  it('SV-34 gives every service a memory limit in which its program has room', () => {
    const mib = ({ deploy }: { deploy: { resources: { limits: { memory: string } } } }): number =>
      Number.parseInt(deploy.resources.limits.memory) * (deploy.resources.limits.memory.endsWith('G') ? 1_024 : 1);
    if (!server || !redis) throw new Error('no services');
    expect(mib(redis)).toBeGreaterThan(Number(/--maxmemory (\d+)mb/.exec(redis.command ?? '')?.[1]));
    // Nothing takes the limit of the heap from Node, which knows its container, and the garbage of streams fits besides.
    const flags = /NODE_OPTIONS=(\S+)/.exec(read('deploy/Dockerfile'))?.[1] ?? '';
    expect([flags, server.environment?.['NODE_OPTIONS']]).toEqual([
      expect.not.stringContaining('old-space'),
      undefined,
    ]);
    const semiSpaces = 3 * Number(/--max-semi-space-size=(\d+)/.exec(flags)?.[1]);
    expect(mib(server) / 2 + semiSpaces).toBeLessThan(0.7 * mib(server));
  });

  it('gives the server settings that it knows and takes, and asks for those that only the operator has', () => {
    const text = server?.environment ?? {};
    expect(Object.keys(text).filter((name) => !ENVIRONMENT_NAMES.includes(name))).toEqual([]);
    const names = [...JSON.stringify(services).matchAll(/\$\{(\w+)/g)].map(([, name]) => name ?? '');
    expect(names.filter((name) => name !== 'PORT' && !(name in example))).toEqual([]);
    expect(() => Object.values(text).map((value) => fill(value, example))).toThrow('must be given');

    const filled = { ...example, POSTGRES_PASSWORD: 'p4ssw0rd', SOTTO_SECRET: 'x'.repeat(44) };
    const config = readServerConfig(
      Object.fromEntries(Object.entries(text).map(([name, value]) => [name, fill(value, filled)])),
    );
    expect(new URL(config.databaseUrl ?? '')).toMatchObject({
      hostname: 'postgres',
      username: postgres?.environment?.['POSTGRES_USER'],
      pathname: `/${postgres?.environment?.['POSTGRES_DB'] ?? ''}`,
      password: 'p4ssw0rd',
    });
    expect(new URL(config.redisUrl ?? '')).toMatchObject({ hostname: 'redis', port: '6379' });
    expect(fill(postgres?.environment?.['POSTGRES_PASSWORD'] ?? '', filled)).toBe('p4ssw0rd');
    expect(redis?.image).toMatch(/^(valkey|redis)/);
    // One proxy stands in front, and the server listens where the proxy looks for it.
    expect([config.trustedProxies, read('deploy/Caddyfile')]).toEqual([
      1,
      expect.stringContaining(`dynamic a server ${String(config.port)} {`),
    ]);
    expect(proxy?.ports).toEqual(['80:80', '443:443']);
    expect(read('deploy/Caddyfile')).toContain('{$SITE_ADDRESS:localhost} {');
    // What the example names is a setting, of the server or of this file.
    expect(Object.keys(example).filter((name) => !ENVIRONMENT_NAMES.includes(name) && !names.includes(name))).toEqual(
      [],
    );
    expect(server?.env_file).toEqual(['.env']);
    expect(read('deploy/Dockerfile')).toContain(`EXPOSE ${config.port}`);
    expect(server?.volumes).toEqual([`files:${config.dataDir ?? ''}`]);
    expect(Number.parseInt(server?.stop_grace_period ?? '0')).toBeGreaterThan(
      (config.lameDuckMs + config.drainMs) / 1000 + 2.5,
    );
  });

  it('asks the server for its health at an address and a port that it has', async () => {
    const [, url] = /fetch\('([^']+)'\)/.exec(server?.healthcheck?.test.at(-1) ?? '') ?? [];
    const { pathname, port } = new URL(url ?? '');
    expect(port).toBe(String(readServerConfig({}).port));
    const app = new Hono<AppEnv>();
    const health: { status: Readiness['status'] } = { status: 'ok' };
    mountHealth(app, {
      isReady: async () => health,
      metrics: async () => '',
    });
    expect((await app.request(pathname)).status).toBe(200);
    health.status = 'unavailable';
    expect((await app.request(pathname)).status).toBe(503);
  });

  it('copies what is there: every step before the build needs it', () => {
    const dockerfile = read('deploy/Dockerfile');
    for (const [, run] of dockerfile.matchAll(/^RUN (.*)$/gm)) {
      for (const [, script] of (run ?? '').matchAll(/\bnode (\S+\.mjs)/g))
        expect(existsSync(path.join(root, script ?? '-'))).toBe(true);
    }
    const ignored = read('deploy/Dockerfile.dockerignore').split('\n').filter(Boolean);
    // What is built and installed on the outside would hide what the image builds and installs.
    expect(ignored).toEqual(expect.arrayContaining(['**/node_modules', '**/dist']));
    for (const needed of ['package.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml', 'packages', 'scripts', 'docs'])
      expect([needed, ignored.includes(needed), existsSync(path.join(root, needed))]).toEqual([needed, false, true]);
  });

  it('builds what can be started: a Node that is new enough, a program that is there', () => {
    const dockerfile = read('deploy/Dockerfile');
    for (const [, major] of dockerfile.matchAll(/^FROM node:(\d+)/gm)) expect(Number(major)).toBeGreaterThanOrEqual(22);
    expect(dockerfile).toContain(`pnpm@${/pnpm@([\d.]+)/.exec(read('package.json'))?.[1] ?? '-'} `);
    const command = /^CMD \["node", "([^"]+)"\]$/m.exec(dockerfile)?.[1] ?? '-';
    // The image is the folder of the server (imageFiles.mjs), whose program is built.
    const { bin } = JSON.parse(read('packages/server/package.json')) as { bin: Record<string, string> };
    expect(Object.values(bin)).toEqual([`./${command}`]);
    expect(dockerfile).toMatch(/ && node deploy\/image\.mjs \/image\n[\s\S]*\nCOPY --from=build \/image \/app\n/);
  });
});

describe('FO-13 deploy/alerts.yaml and deploy/dashboard.json', () => {
  const watch = createTelemetry({ log: () => undefined, isWhole: () => true });
  watch.replyBegan();
  watch.replyEnded({
    runId: 'r',
    conversationId: 'c',
    widgetId: 'w',
    reason: 'error',
    tokens: 1,
    durationMs: 1,
    firstTokenMs: 1,
  });
  watch.request({ method: 'GET', route: '/', status: 200, durationMs: 1 });
  const metrics = watch.text();
  watch.close();

  it.each(['deploy/alerts.yaml', 'deploy/dashboard.json'])(
    '%s asks for nothing that /metrics does not tell, with labels that it has',
    (file) => {
      const text = read(file);
      const names = [...text.matchAll(/\b(?:sotto|process)_[a-z0-9_]+/g)].map(([name]) => name);
      expect(names.length).toBeGreaterThan(7);
      expect(names.filter((name) => !new RegExp(`^${name}(?:\\{| )`, 'm').test(metrics))).toEqual([]);
      for (const [, name = '', label = ''] of text.matchAll(/\b(sotto_[a-z_]+)\{(\w+)/g))
        expect(metrics).toMatch(new RegExp(`^${name}\\{.*\\b${label}="`, 'm'));
      for (const [, name = '', pool = ''] of text.matchAll(/\b(sotto_[a-z_]+)\{pool="(\w+)"/g))
        expect(metrics).toMatch(new RegExp(`^${name}\\{pool="${pool}"`, 'm'));
    },
  );

  it('the rules are rules as Prometheus takes them', () => {
    const rule = v.strictObject({
      alert: v.pipe(v.string(), v.regex(/^Sotto[A-Za-z]+$/)),
      expr: v.string(),
      for: duration,
      labels: v.record(v.string(), v.string()),
      annotations: v.record(v.string(), v.string()),
    });
    const { groups } = v.parse(
      v.strictObject({ groups: v.array(v.strictObject({ name: v.string(), rules: v.array(rule) })) }),
      parse(read('deploy/alerts.yaml')),
    );
    const names = groups.flatMap(({ rules }) => rules.map(({ alert }) => alert));
    expect(new Set(names).size).toBe(names.length);
    // Each has its place in the operator's guide, and the guide has no other.
    const guide = read('docs/guides/operator.md');
    expect([...guide.matchAll(/^\| `(Sotto\w+)` \|/gm)].map(([, name]) => name)).toEqual(names);
  });
});

describe('deploy/sotto.service', () => {
  const unit = read('deploy/sotto.service');
  const settings = Object.fromEntries(
    (/^Environment=(.*)$/m.exec(unit)?.[1] ?? '')
      .split(' ')
      .map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)] as const),
  );

  it('starts a program that is there, with settings that the server knows, and gives replies their time', () => {
    const flags = [settings['NODE_OPTIONS'], /NODE_OPTIONS=(\S+)/.exec(read('deploy/Dockerfile'))?.[1]];
    expect(flags).toEqual([expect.stringMatching(/^--/), flags[0]]);
    expect(spawnSync(process.execPath, ['-e', ''], { env: { NODE_OPTIONS: flags[0] ?? '' } }).status).toBe(0);
    expect(read('bench/server/servers.mjs')).toContain(flags[0]);
    const allocator = /MALLOC_.*/.exec(unit)?.[0];
    expect([allocator, read('deploy/Dockerfile')]).toEqual([
      expect.any(String),
      expect.stringContaining(`ENV ${String(allocator)}\n`),
    ]);
    expect(existsSync(path.join(root, /^ExecStart=\/usr\/bin\/node (\S+)$/m.exec(unit)?.[1] ?? '-'))).toBe(true);
    expect(
      Object.keys(settings).filter((name) => !name.startsWith('NODE_') && !ENVIRONMENT_NAMES.includes(name)),
    ).toEqual([]);
    expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1])).toBeGreaterThan(
      readServerConfig({ DATABASE_URL: 'postgres://localhost/sotto' }).lameDuckMs / 1000 +
        Number(settings['DRAIN_SECONDS']) +
        2.5,
    );
    expect(`/var/lib/${/^StateDirectory=(\S+)$/m.exec(unit)?.[1] ?? '-'}`).toBe(settings['SOTTO_DATA_DIR']);
  });

  it.skipIf(!existsSync('/usr/bin/systemd-analyze') || !existsSync('/usr/bin/node'))(
    'is a unit as systemd reads it',
    () => {
      const { status, stderr } = spawnSync(
        'systemd-analyze',
        ['verify', '--man=no', path.join(root, 'deploy/sotto.service')],
        { encoding: 'utf8' },
      );
      expect([status, stderr]).toEqual([0, '']);
    },
  );
});

describe('docs/guides/operator.md', () => {
  it('names every setting of the server, and none that is not read', () => {
    const guide = read('docs/guides/operator.md');
    const table = guide.slice(guide.indexOf('## Settings'), guide.indexOf('## Choosing a model'));
    const named = new Set(
      [...table.matchAll(/\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b|\b(?:PORT|HOST)\b/g)].map(([name]) => name),
    );
    const ofTheSite = ['SITE_LINKS', 'SITE_OWNER', 'HUB_RATING'];
    expect(
      ENVIRONMENT_NAMES.filter(
        (name) => !named.has(name) && !guide.includes(`\`${name}\``) && !/^STRIPE_PRICE_/.test(name),
      ),
    ).toEqual([]);
    expect(
      [...named].filter(
        (name) => !ENVIRONMENT_NAMES.includes(name) && !ofTheSite.includes(name) && !name.startsWith('STRIPE_'),
      ),
    ).toEqual([]);
  });
});
