import { describe, expect, it } from 'vitest';
import { configWarnings, readServerConfig } from './serverConfig';

describe('the environment', () => {
  it('may be empty', () => {
    expect(readServerConfig({})).toMatchObject({ port: 3000, host: undefined, dataDir: '.sotto-data', openAi: {}, trustedProxies: 0, logLevel: 'info' });
  });

  it('treats empty variables as absent', () => {
    expect(readServerConfig({ PORT: '', DATABASE_URL: ' ', OPENAI_MODEL: '' })).toMatchObject({ port: 3000, databaseUrl: undefined });
  });

  it('is complained about by name, all at once', () => {
    const read = () => readServerConfig({ PORT: 'http', PUBLIC_URL: 'chat.example.com', DATABASE_URL: 'mysql://x', SOTTO_SECRET: 'short', SOTTO_LOG: 'loud', TRUST_PROXY: 'yes' });
    expect(read).toThrow(/PORT: expected a number[\s\S]*PUBLIC_URL: expected an http[\s\S]*DATABASE_URL: expected postgres[\s\S]*SOTTO_SECRET: expected at least 32/);
  });

  it('wants the whole of a language model', () => {
    expect(() => readServerConfig({ OPENAI_API_KEY: 'k' })).toThrow('OPENAI_MODEL');
    expect(() => readServerConfig({ OPENAI_MODEL: 'm' })).toThrow('OPENAI_API_KEY');
    expect(readServerConfig({ OPENAI_MODEL: 'm', OPENAI_API_KEY: 'k' }).openAi).toEqual({ baseUrl: undefined, apiKey: 'k', model: 'm' });
    expect(readServerConfig({ OPENAI_MODEL: 'm', OPENAI_BASE_URL: 'http://localhost:8080/v1' }).openAi).toEqual({ baseUrl: 'http://localhost:8080/v1', apiKey: undefined, model: 'm' });
  });

  it('S-9 takes a speech model of its own, or one beside the language model, and sends no key elsewhere', () => {
    expect(readServerConfig({}).speech).toEqual({});
    const beside = { OPENAI_MODEL: 'm', OPENAI_API_KEY: 'k', OPENAI_SPEECH_MODEL: 's' };
    expect(readServerConfig(beside).speech).toEqual({ baseUrl: undefined, apiKey: 'k', model: 's', voice: undefined });
    expect(readServerConfig({ ...beside, OPENAI_SPEECH_BASE_URL: 'http://localhost:8880/v1', OPENAI_SPEECH_VOICE: 'v' }).speech).toEqual({ baseUrl: 'http://localhost:8880/v1', apiKey: undefined, model: 's', voice: 'v' });
    expect(() => readServerConfig({ OPENAI_SPEECH_VOICE: 'v' })).toThrow('OPENAI_SPEECH_MODEL');
    expect(() => readServerConfig({ OPENAI_SPEECH_MODEL: 's' })).toThrow('OPENAI_SPEECH_API_KEY');
  });

  it('takes a path prefix and a number of proxies', () => {
    expect(readServerConfig({ PUBLIC_URL: 'https://example.com/chat/', TRUST_PROXY: '2' })).toMatchObject({ publicUrl: 'https://example.com/chat', trustedProxies: 2 });
    expect(readServerConfig({ TRUST_PROXY: 'true' }).trustedProxies).toBe(1);
  });

  it('FS-6: warns of mails without a link when SMTP_URL is set and PUBLIC_URL is not', () => {
    const mail = { SMTP_URL: 'smtp://localhost', MAIL_FROM: 'Chat <chat@example.com>' };
    expect(configWarnings(readServerConfig(mail))).toEqual([expect.stringMatching(/SMTP_URL.*PUBLIC_URL.*code/)]);
    expect(configWarnings(readServerConfig({ ...mail, PUBLIC_URL: 'https://chat.example.com' }))).toEqual([]);
    expect(configWarnings(readServerConfig({}))).toEqual([]);
  });
});
