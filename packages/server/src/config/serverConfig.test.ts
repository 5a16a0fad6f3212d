import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { NAMES_OF_TOOLS } from './environmentNames';
import { configWarnings, ENVIRONMENT_NAMES, readServerConfig } from './serverConfig';

describe('the environment', () => {
  it('may be empty', () => {
    expect(readServerConfig({})).toMatchObject({
      port: 3000,
      host: undefined,
      dataDir: '.sotto-data',
      model: {},
      trustedProxies: 0,
      logLevel: 'info',
    });
  });

  it('treats empty variables as absent', () => {
    expect(readServerConfig({ PORT: '', DATABASE_URL: ' ', OPENAI_MODEL: '' })).toMatchObject({
      port: 3000,
      databaseUrl: undefined,
    });
  });

  it('is complained about by name, all at once', () => {
    const read = () =>
      readServerConfig({
        PORT: 'http',
        PUBLIC_URL: 'chat.example.com',
        DATABASE_URL: 'mysql://x',
        SOTTO_SECRET: 'short',
        SOTTO_LOG: 'loud',
        TRUST_PROXY: 'yes',
      });
    expect(read).toThrow(
      /PORT: expected a number[\s\S]*PUBLIC_URL: expected an http[\s\S]*DATABASE_URL: expected postgres[\s\S]*SOTTO_SECRET: expected at least 32/,
    );
  });

  it('says how many processes share the port, which need a database and Redis', () => {
    const shared = { DATABASE_URL: 'postgres://db/sotto', REDIS_URL: 'redis://redis' };
    expect(readServerConfig({}).processes).toBe(1);
    expect(readServerConfig({ ...shared, SOTTO_PROCESSES: '3' }).processes).toBe(3);
    expect(readServerConfig({ ...shared, SOTTO_PROCESSES: 'auto' }).processes).toBe(availableParallelism());
    expect(() => readServerConfig({ SOTTO_PROCESSES: '2' })).toThrow('set DATABASE_URL and REDIS_URL as well');
    expect(() => readServerConfig({ ...shared, SOTTO_PROCESSES: 'many' })).toThrow('SOTTO_PROCESSES: expected auto');
  });

  it('wants the whole of a language model', () => {
    expect(() => readServerConfig({ OPENAI_API_KEY: 'k' })).toThrow('OPENAI_MODEL');
    expect(() => readServerConfig({ OPENAI_MODEL: 'm' })).toThrow('OPENAI_API_KEY');
    expect(readServerConfig({ OPENAI_MODEL: 'm', OPENAI_API_KEY: 'k' }).model).toMatchObject({
      baseUrl: undefined,
      apiKey: 'k',
      model: 'm',
    });
    expect(readServerConfig({ OPENAI_MODEL: 'm', OPENAI_BASE_URL: 'http://localhost:8080/v1' }).model).toMatchObject({
      baseUrl: 'http://localhost:8080/v1',
      apiKey: undefined,
      model: 'm',
    });
    expect(() => readServerConfig({ OPENAI_MODEL: 'm', OPENAI_API_KEY: 'k', OPENAI_API_KEY_3: 'k' })).toThrow(
      'OPENAI_MODEL_3',
    );
  });

  it('FO-12 takes a model of Anthropic, alone or after the others, and sends its key nowhere else', () => {
    const anthropic = { ANTHROPIC_API_KEY: 'a', ANTHROPIC_MODEL: 'claude' };
    const place = { protocol: 'messages', baseUrl: undefined, apiKey: 'a', model: 'claude' };
    const alone = readServerConfig(anthropic);
    expect(alone.model).toMatchObject({ ...place, fallbacks: [] });
    expect(alone.openAi).toEqual({ baseUrl: undefined, apiKey: undefined });
    const beside = readServerConfig({
      ...anthropic,
      OPENAI_MODEL: 'm',
      OPENAI_API_KEY: 'k',
      OPENAI_MODEL_2: 'n',
      OPENAI_API_KEY_2: 'l',
    });
    expect(beside.model).toMatchObject({ model: 'm', apiKey: 'k', fallbacks: [{ model: 'n', apiKey: 'l' }, place] });
    expect(() => readServerConfig({ ANTHROPIC_MODEL: 'claude' })).toThrow('ANTHROPIC_API_KEY is missing');
    expect(() => readServerConfig({ OPENAI_MODEL: 'm', OPENAI_API_KEY: 'k', ANTHROPIC_API_KEY: 'a' })).toThrow(
      'ANTHROPIC_MODEL is missing',
    );
  });

  it.each([
    ['DATABSE_URL', 'DATABASE_URL'],
    ['REDIS_URI', 'REDIS_URL'],
    ['SOTTO_SECRETT', 'SOTTO_SECRET'],
    ['OPENAI_MODELS', 'OPENAI_MODEL'],
    ['OPENAI_API_KEY_4', 'OPENAI_API_KEY_2'],
    ['DRAIN_SECOND', 'DRAIN_SECONDS'],
    // The same words in another form, as other programs name it.
    ['TRUSTED_PROXIES', 'TRUST_PROXY'],
    ['TRUST_PROXIES', 'TRUST_PROXY'],
    ['TRUSTED_PROXY', 'TRUST_PROXY'],
  ])('FO-13 %s is refused, and the name that was meant is told', (name, meant) => {
    expect(() => readServerConfig({ [name]: 'postgres://localhost/x' })).toThrow(
      new RegExp(`${name}: there is no such setting\\. Did you mean ${meant}\\?`),
    );
  });

  it('FO-13 variables of other programs are none of ours', () => {
    expect(() =>
      readServerConfig({
        PATH: '/bin',
        HOME: '/root',
        PWD: '/',
        HOSTNAME: 'x',
        NODE_ENV: 'production',
        OPENAI_ORG_ID: 'o',
        OTEL_EXPORTER_OTLP_HEADERS: 'h',
        REDIS_HOST: 'r',
        DATABASE_NAME: 'd',
        S3_USE_SSL: '1',
        SITE_LINKS: '{}',
        SITE_OWNER: 'me',
        PORTS: '1',
        SOTTO_FAULTS_SEED: '1',
        DATABASE_UR: '',
      }),
    ).not.toThrow();
  });

  it.each([
    ['SOTTO_RETENTION', 'SOTTO_KEEP_DAYS'],
    ['SOTTO_PORT_RANGE', 'SOTTO_DATA_DIR'],
    ['PROT', 'PORT'],
    ['HSOT', 'HOST'],
  ])('SV-31 %s is refused, and the settings that may be meant are named', (name, meant) => {
    expect(() => readServerConfig({ [name]: '30' })).toThrow(new RegExp(`${name}: there is no such setting.*${meant}`));
  });

  it.each([
    ['SMTP_HOST', 'SMTP_URL'],
    ['DATABASE_POOL', 'DATABASE_CONNECTIONS'],
    ['MODEL_TIMEOUT', 'MODEL_IDLE_SECONDS'],
    ['HUB_TITLE', 'HUB_SEED'],
  ])('SV-31 the operator reads that %s is not read, and which settings begin like it', (name, meant) => {
    expect(configWarnings(readServerConfig({ [name]: '30' }))).toEqual([
      expect.stringMatching(new RegExp(`^${name} is not read\\. .*${meant}`)),
    ]);
  });

  it('SV-31 names that a platform, the tools or a standard set are neither refused nor mentioned', () => {
    const others = {
      // Kubernetes, for services with the names sotto and redis.
      SOTTO_PORT: 'tcp://10.0.0.1:80',
      SOTTO_SERVICE_HOST: '10.0.0.1',
      SOTTO_SERVICE_PORT_HTTP: '80',
      SOTTO_PORT_80_TCP_ADDR: '10.0.0.1',
      REDIS_PORT_6379_TCP: 'tcp://10.0.0.2:6379',
      SOTTO_IDENTITY_SECRET: 'of a site on the same machine',
      OTEL_RESOURCE_ATTRIBUTES: 'a=b',
      SITE_ADDRESS: 'chat.example.com',
      PUBLIC_KEY: 'k',
      POST: '1',
      COST: '1',
      DEMO_URL: 'd',
    };
    expect(configWarnings(readServerConfig(others))).toEqual([]);
  });

  it('SV-31 the tools of this repository can start servers that inherit their variables', () => {
    const root = fileURLToPath(new URL('../../../..', import.meta.url));
    const files = spawnSync('git', ['grep', '-hoE', String.raw`process\.env(\.|\[')SOTTO_\w+`], { cwd: root });
    const names = files.stdout.toString().match(/SOTTO_\w+/g) ?? [];
    expect(names.length).toBeGreaterThan(20);
    const unknown = names.filter((name) => !ENVIRONMENT_NAMES.includes(name) && !NAMES_OF_TOOLS.includes(name));
    expect([...new Set(unknown)]).toEqual([]);
  });

  it.each([
    [{ STRIPE_SECRET_KEY: 'sk' }, 'STRIPE_SECRET_KEY has no effect without HUB_BILLING.'],
    [{ HUB_BILLING: 'off', STRIPE_SECRET_KEY: 'sk' }, undefined],
    [{ MAIL_FROM: 'Chat <chat@example.com>' }, 'MAIL_FROM has no effect without SMTP_URL.'],
    [
      { DATABASE_CONNECTIONS: '20', DATABASE_OWNER_CONNECTIONS: '8' },
      'DATABASE_CONNECTIONS, DATABASE_OWNER_CONNECTIONS have no effect without DATABASE_URL.',
    ],
    [{ DATABASE_CONNECTIONS: '20', DATABASE_URL: 'postgres://db/sotto' }, undefined],
  ])('SV-31 the operator reads which settings have no effect: %o', (environment, warning) => {
    expect(configWarnings(readServerConfig(environment))).toEqual(warning === undefined ? [] : [warning]);
  });

  it('S-9 takes a speech model of its own, or one beside the language model, and sends no key elsewhere', () => {
    expect(readServerConfig({}).speech).toEqual({});
    const beside = { OPENAI_MODEL: 'm', OPENAI_API_KEY: 'k', OPENAI_SPEECH_MODEL: 's' };
    expect(readServerConfig(beside).speech).toEqual({ baseUrl: undefined, apiKey: 'k', model: 's', voice: undefined });
    expect(
      readServerConfig({ ...beside, OPENAI_SPEECH_BASE_URL: 'http://localhost:8880/v1', OPENAI_SPEECH_VOICE: 'v' })
        .speech,
    ).toEqual({ baseUrl: 'http://localhost:8880/v1', apiKey: undefined, model: 's', voice: 'v' });
    expect(() => readServerConfig({ OPENAI_SPEECH_VOICE: 'v' })).toThrow('OPENAI_SPEECH_MODEL');
    expect(() => readServerConfig({ OPENAI_SPEECH_MODEL: 's' })).toThrow('OPENAI_SPEECH_API_KEY');
  });

  it('takes a path prefix and a number of proxies', () => {
    expect(readServerConfig({ PUBLIC_URL: 'https://example.com/chat/', TRUST_PROXY: '2' })).toMatchObject({
      publicUrl: 'https://example.com/chat',
      trustedProxies: 2,
    });
    expect(readServerConfig({ TRUST_PROXY: 'true' }).trustedProxies).toBe(1);
  });

  it.each([
    ['10.0.0.0/8, 10.0.0.*', '"10.0.0.*" is no address or network, did you mean 10.0.0.0/24?'],
    ['192.168', 'did you mean 192.168.0.0/16?'],
    ['10.0.0/24', 'did you mean 10.0.0.0/24?'],
    ['172.16.0.0/255.240.0.0', 'did you mean 172.16.0.0/12?'],
    ['010.000.000.005', 'did you mean 10.0.0.5?'],
    ['10.0.0.5:8080', 'did you mean 10.0.0.5?'],
    ['10.0.0.0\\8', 'did you mean 10.0.0.0/8?'],
    ["'10.0.0.0/8'", 'did you mean 10.0.0.0/8?'],
    ['10.0.0.0/33', 'did you mean 10.0.0.0/32?'],
    ['[fd00::]/8', 'did you mean fd00::/8?'],
    ['[::1]:443', 'did you mean ::1?'],
    ['10.0.0.0-10.255.255.255', '"10.0.0.0-10.255.255.255" is no address or network: expected'],
    ['nginx', '"nginx" is no address or network'],
    ['yes', '"yes" is no address or network'],
    ['0.0.0.0/0', '"0.0.0.0/0" trusts everybody'],
    ['10.0.0.0/8, ::/0', '"::/0" trusts everybody'],
    ['*', '"*" trusts everybody'],
    ['-1', 'expected true, false, or the number'],
    [',', 'expected true, false, or the number'],
    ['1.'.repeat(50_000), 'is no address or network'],
  ])('srv-03 TRUST_PROXY=%s is refused with the nearest form', (setting, complaint) => {
    expect(() => readServerConfig({ TRUST_PROXY: setting })).toThrow(complaint);
  });

  it('FS-6: warns of mails without a link when SMTP_URL is set and PUBLIC_URL is not', () => {
    const mail = { SMTP_URL: 'smtp://localhost', MAIL_FROM: 'Chat <chat@example.com>' };
    expect(configWarnings(readServerConfig(mail))).toEqual([expect.stringMatching(/SMTP_URL.*PUBLIC_URL.*code/)]);
    expect(configWarnings(readServerConfig({ ...mail, PUBLIC_URL: 'https://chat.example.com' }))).toEqual([]);
    expect(configWarnings(readServerConfig({}))).toEqual([]);
  });

  it('SV-12 warns of a shop without a price', () => {
    const shop = {
      HUB_BILLING: 'stripe',
      STRIPE_SECRET_KEY: 'sk_1',
      STRIPE_WEBHOOK_SECRET: 'whsec_1',
      PUBLIC_URL: 'https://chat.example.com',
    };
    expect(configWarnings(readServerConfig(shop))).toEqual([expect.stringContaining('STRIPE_PRICE_BASIC')]);
    expect(configWarnings(readServerConfig({ ...shop, STRIPE_PRICE_PRO: 'price_1' }))).toEqual([]);
  });

  it.each(['OPENAI_INPUT_PRICE', 'OPENAI_OUTPUT_PRICE'])('takes %s in US dollars, which may be nothing', (name) => {
    const priceOf = (value?: string) => {
      const { tokenPrices } = readServerConfig(value === undefined ? {} : { [name]: value });
      return name === 'OPENAI_INPUT_PRICE' ? tokenPrices.input : tokenPrices.output;
    };
    expect([priceOf(), priceOf('0'), priceOf('0.15'), priceOf('60')]).toEqual([0, 0, 0.15, 60]);
    for (const wrong of ['-0.01', '-1', 'free', '1,50'])
      expect(() => readServerConfig({ [name]: wrong })).toThrow(`${name}: expected a number`);
  });
});

describe('SV-34 scheduled backups', () => {
  it('SV-34 are of a folder, daily, seven of them, unless the settings say otherwise', () => {
    expect(readServerConfig({ SOTTO_BACKUP_DIR: '/backups' }).backups).toEqual({
      folder: '/backups',
      everyMs: 86_400_000,
      keep: 7,
    });
    const more = { SOTTO_BACKUP_DIR: '/backups', SOTTO_BACKUP_HOURS: '6', SOTTO_BACKUP_KEEP: '28' };
    expect(readServerConfig(more).backups).toMatchObject({ everyMs: 21_600_000, keep: 28 });
    expect(() => readServerConfig({ ...more, SOTTO_BACKUP_HOURS: '0' })).toThrow('SOTTO_BACKUP_HOURS');
    expect(readServerConfig({ SOTTO_BACKUP_KEEP: '3' })).toMatchObject({
      backups: undefined,
      withoutEffect: ['SOTTO_BACKUP_KEEP has no effect without SOTTO_BACKUP_DIR.'],
    });
  });

  it('SV-34 of PostgreSQL are its operator’s, and the server tells so', () => {
    expect(
      readServerConfig({ SOTTO_BACKUP_DIR: '/backups', DATABASE_URL: 'postgres://localhost/sotto' }),
    ).toMatchObject({
      backups: undefined,
      withoutEffect: [expect.stringContaining('SOTTO_BACKUP_DIR has no effect with DATABASE_URL')],
    });
  });
});
