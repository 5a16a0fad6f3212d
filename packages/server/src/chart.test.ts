import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Validator, type Schema } from '@cfworker/json-schema';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { ENVIRONMENT_NAMES, readServerConfig, SITE_NAMES } from './config/serverConfig';

const chart = fileURLToPath(new URL('../../../deploy/chart', import.meta.url));
const read = (file: string): string => readFileSync(path.join(chart, file), 'utf8');

type Values = Record<string, unknown> & { settings: Record<string, string>; secrets: Record<string, string> };
const defaults = (): Values => parse(read('values.yaml')) as Values;
const given = (more: Partial<Values> = {}): Values => {
  const values = { ...defaults(), ...more };
  return {
    ...values,
    settings: {
      ...values.settings,
      PUBLIC_URL: 'https://chat.example.com',
      S3_ENDPOINT: 'https://s3.example.com',
      S3_BUCKET: 'b',
    },
    secrets: {
      ...values.secrets,
      DATABASE_URL: 'postgres://sotto:x@db/sotto',
      REDIS_URL: 'rediss://redis:6379',
      S3_ACCESS_KEY_ID: 'id',
      S3_SECRET_ACCESS_KEY: 'key',
      SOTTO_SECRET: 'x"y'.repeat(16),
      ...more.secrets,
    },
  };
};

/** What of Helm's templates the chart uses: values, `quote`, `toJson`, `sha256sum`, `if`, `if not`, `range`. */
function render(template: string, data: Record<string, unknown>): string {
  const parts = template.split(/(\s*\{\{-[^}]*\}\}|\{\{[^}]*\}\})/);
  let at = 0;
  const look = (expression: string, scope: Record<string, unknown>): unknown => {
    const [first = '', ...filters] = expression.split('|').map((part) => part.trim());
    const start = first.startsWith('$')
      ? scope[first]
      : first
          .split('.')
          .filter(Boolean)
          .reduce<unknown>((found, key) => {
            if (typeof found !== 'object' || found === null || !(key in found)) throw new Error(`no ${first}`);
            return (found as Record<string, unknown>)[key];
          }, scope);
    return filters.reduce<unknown>((value, filter) => {
      if (filter === 'quote' || filter === 'toJson') return JSON.stringify(value);
      if (filter === 'sha256sum') return createHash('sha256').update(String(value)).digest('hex');
      throw new Error(`no filter ${filter}`);
    }, start);
  };
  const block = (scope: Record<string, unknown>, isShown: boolean): string => {
    let text = '';
    for (; at < parts.length; at += 1) {
      const part = parts[at] ?? '';
      const action = /^\s*\{\{-?\s*(.*?)\s*\}\}$/s.exec(part)?.[1];
      if (action === undefined) text += part;
      else if (action === 'end') return isShown ? text : '';
      else if (action.startsWith('if ')) {
        const [, not, name = ''] = /^if (not )?(.*)$/.exec(action) ?? [];
        at += 1;
        text += block(scope, isShown && Boolean(isShown && look(name, scope)) !== (not !== undefined));
      } else if (action.startsWith('range ')) {
        const [, map = ''] = /^range \$name, \$value := (.*)$/.exec(action) ?? [];
        const begin = (at += 1);
        for (const [$name, $value] of Object.entries(look(map, scope) as object).sort()) {
          at = begin;
          text += block({ ...scope, $name, $value }, isShown);
        }
      } else text += isShown ? String(look(action, scope)) : '';
    }
    return text;
  };
  return block(data, true);
}

function renderChart(values: Values): Map<string, Record<string, unknown>> {
  const objects = readdirSync(path.join(chart, 'templates')).flatMap((file) =>
    parseAllDocuments(render(read(`templates/${file}`), { Values: values, Release: { Name: 'chat' } })).flatMap(
      (document) => {
        expect(document.errors).toEqual([]);
        const object = document.toJS() as Record<string, unknown> | null;
        return object === null ? [] : [{ kind: String(object['kind']), object }];
      },
    ),
  );
  return new Map(objects.map(({ kind, object }) => [kind, object]));
}

const probe = v.strictObject({
  httpGet: v.strictObject({ path: v.string(), port: v.literal('http') }),
  periodSeconds: v.number(),
  timeoutSeconds: v.optional(v.number()),
  failureThreshold: v.number(),
});
const labels = v.strictObject({
  'app.kubernetes.io/name': v.literal('sotto'),
  'app.kubernetes.io/instance': v.literal('chat'),
});
const podSchema = v.object({
  terminationGracePeriodSeconds: v.number(),
  automountServiceAccountToken: v.literal(false),
  securityContext: v.object({ runAsNonRoot: v.literal(true), runAsUser: v.literal(1000) }),
  containers: v.tuple([
    v.object({
      ports: v.tuple([v.object({ name: v.literal('http'), containerPort: v.number() })]),
      envFrom: v.array(v.record(v.string(), v.object({ name: v.string() }))),
      env: v.array(v.strictObject({ name: v.string(), value: v.string() })),
      startupProbe: probe,
      readinessProbe: probe,
      livenessProbe: probe,
      securityContext: v.object({
        readOnlyRootFilesystem: v.literal(true),
        allowPrivilegeEscalation: v.literal(false),
      }),
      volumeMounts: v.array(v.strictObject({ name: v.string(), mountPath: v.string() })),
    }),
  ]),
  volumes: v.array(v.strictObject({ name: v.string(), emptyDir: v.strictObject({}) })),
});

describe('FO-13 deploy/chart', () => {
  it('has every setting of the server once, secrets apart, and sets no other', () => {
    const { settings, secrets } = defaults();
    const names = [...Object.keys(settings), ...Object.keys(secrets)];
    expect(new Set(names).size).toBe(names.length);
    const byChart = ['PORT', 'HOST', 'SOTTO_DATA_DIR', 'SOTTO_PROCESSES'];
    // With PostgreSQL these have no effect.
    byChart.push('SOTTO_BACKUP_DIR', 'SOTTO_BACKUP_HOURS', 'SOTTO_BACKUP_KEEP');
    expect([...names, ...byChart].sort()).toEqual([...ENVIRONMENT_NAMES, ...SITE_NAMES].sort());
    const open = /SECRET|TOKEN$|PASSWORD|API_KEY|ACCESS_KEY|DATABASE_URL|REDIS_URL|SMTP_URL|^SOTTO_KEY$/;
    expect(Object.keys(settings).filter((name) => open.test(name))).toEqual([]);
  });

  it('asks for what pods need, and refuses what is misspelt', () => {
    const schema = new Validator(JSON.parse(read('values.schema.json')) as Schema, '7');
    const isValid = (values: unknown): boolean => schema.validate(values).valid;
    expect(isValid(given())).toBe(true);
    expect(isValid(defaults())).toBe(false);
    expect(isValid(given({ secrets: { SOTTO_SECRET: '' } }))).toBe(false);
    expect(isValid({ ...given(), existingSecret: 'mine', secrets: {} })).toBe(true);
    expect(isValid({ ...given(), settings: { ...given().settings, PUBLIC_ULR: 'x' } })).toBe(false);
    expect(isValid({ ...given(), replica: 3 })).toBe(false);
  });

  it('gives each pod its settings, time to stop, and a service, and lets no two be taken away at once', () => {
    const objects = renderChart(given());
    expect([...objects.keys()].sort()).toEqual([
      'ConfigMap',
      'Deployment',
      'HorizontalPodAutoscaler',
      'PodDisruptionBudget',
      'Secret',
      'Service',
    ]);
    const template = v.parse(
      v.object({
        spec: v.object({
          selector: v.strictObject({ matchLabels: labels }),
          template: v.object({ metadata: v.object({ labels }), spec: podSchema }),
        }),
      }),
      objects.get('Deployment'),
    ).spec.template;
    const [server] = template.spec.containers;
    const config = (objects.get('ConfigMap') as { data: Record<string, string> }).data;
    const secret = (objects.get('Secret') as { stringData: Record<string, string> }).stringData;
    expect(secret['SOTTO_SECRET']).toBe(given().secrets['SOTTO_SECRET']);
    expect(Object.values({ ...config, ...secret })).not.toContain('');
    // The settings that the pods get are settings that the server takes.
    const own = Object.fromEntries(server.env.map(({ name, value }) => [name, value]));
    const settings = readServerConfig({ ...config, ...secret, ...own });
    expect(server.ports[0].containerPort).toBe(settings.port);
    expect(template.spec.terminationGracePeriodSeconds).toBeGreaterThan(
      (settings.lameDuckMs + settings.drainMs) / 1000 + 2.5,
    );
    expect([server.readinessProbe, server.startupProbe, server.livenessProbe].map((each) => each.httpGet.path)).toEqual(
      ['/readyz', '/readyz', '/healthz'],
    );
    expect(server.volumeMounts.map(({ mountPath }) => mountPath)).toEqual([settings.dataDir, '/tmp']);
    expect(server.volumeMounts.map(({ name }) => name)).toEqual(template.spec.volumes.map(({ name }) => name));
    expect(server.envFrom).toEqual([
      { configMapRef: { name: 'chat-settings' } },
      { secretRef: { name: 'chat-secrets' } },
    ]);
    expect(objects.get('PodDisruptionBudget')).toMatchObject({
      spec: { maxUnavailable: 1, selector: { matchLabels: template.metadata.labels } },
    });
    expect(objects.get('Service')).toMatchObject({ spec: { selector: template.metadata.labels } });
    expect(objects.get('HorizontalPodAutoscaler')).toMatchObject({
      spec: { scaleTargetRef: { kind: 'Deployment', name: 'chat' }, minReplicas: 2 },
    });
  });

  it('uses a Secret that is there already, and makes none then', () => {
    const objects = renderChart({ ...given(), existingSecret: 'mine' });
    expect(objects.has('Secret')).toBe(false);
    expect(JSON.stringify(objects.get('Deployment'))).toContain('{"secretRef":{"name":"mine"}}');
  });
});
