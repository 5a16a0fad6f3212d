import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { systemClock, type JsonObject } from '@sotto/widget-core/api';
import { startBuilderTest, type BuilderTest, type Person } from '../../testing/builder';
import { startPublicWeb, type PublicWeb } from '../../testing/publicWeb';
import { clientId, type TestSession } from '../../testing/startTestServer';
import { createPublicFetch } from '../../unfurl/publicFetch';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

interface Asked {
  readonly channel: string;
  readonly function: { readonly name: string; readonly args: JsonObject };
  readonly confirm: boolean | string;
  readonly isApproval: boolean;
}

const CANCEL = '```fetch\nPOST http://api.example.com/orders/{{order}}/cancel\n\n{"why":"{{why}}"}\n```';

describe('FS-7 A809: a tool that acts asks the visitor first', () => {
  let web: PublicWeb;
  let test: BuilderTest;
  let ana: Person;
  const seen: string[] = [];
  beforeAll(async () => {
    web = await startPublicWeb();
    web.serve((request, response) => {
      seen.push(`${request.method ?? ''} ${request.url ?? ''}`);
      response.setHeader('content-type', 'application/json');
      response.end('{"ok":true}');
    });
    test = await startBuilderTest({
      publicFetch: createPublicFetch({ clock: systemClock, resolve: web.resolve, dial: web.dial }),
    });
    ana = await test.person('ana');
  });
  afterAll(async () => {
    await test.server.close(0);
    await web.close();
  });

  async function begin(ability: object, args: JsonObject = { order: '7', why: 'late' }, accept = 'text/event-stream') {
    seen.length = 0;
    const skillset = await ana.make('/v1/skillset/create', { name: 'S' });
    const id = await ana.make(`/v1/skillset/${skillset}/ability/create`, { name: 'Cancel order', ...ability });
    const bot = await ana.make('/v1/bot/create', { name: 'B', skillsets: [skillset] });
    const session = await test.openSession(await ana.make('/v1/integration/widget/create', { botId: bot }));
    test.model.next({ call: 'cancel_order', args, callId: 'c1' });
    const response = await test.send(session, { id: clientId(), text: 'Go' }, { Accept: accept });
    return { skillset, id, session, response };
  }
  /** Reads a stream up to the question; what is left of it comes with `rest`. */
  async function question(response: Response): Promise<{ asked: Asked; rest: () => Promise<string> }> {
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    for (;;) {
      const found = /event: waitForChannelMessageBegin\ndata: (.*)\n/.exec(text);
      if (found?.[1] !== undefined)
        return {
          asked: JSON.parse(found[1]) as Asked,
          async rest() {
            for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) text += part.value;
            return text;
          },
        };
      const part = await reader?.read();
      if (!part || part.done) throw new Error(`No question in ${text}`);
      text += part.value;
    }
  }
  const answerWith = async (session: TestSession, channel: string, message: JsonObject) =>
    (await test.call(`/v1/channel/${channel}/publish`, { body: { message }, token: session.token })).status;
  const told = () =>
    JSON.parse(
      test.model.requests.at(-1)?.messages.findLast((message) => message.role === 'tool')?.text ?? 'null',
    ) as JsonObject;
  const recorded = async (session: TestSession) => {
    const { body } = await ana.ask('/v1/audit/list?take=100');
    return (body['items'] as { action: string; actor: string; targetId: string; details: JsonObject }[])
      .filter(({ action, targetId }) => action.startsWith('tool.') && targetId === session.conversationId)
      .reverse()
      .map(({ action, actor, details }) => [action, actor, details]);
  };

  it('shows the exact call in the owner’s words, and runs it after a yes', async () => {
    const { session, response } = await begin({ instruction: CANCEL, confirm: 'Cancel order {{order}}?' });
    const { asked, rest } = await question(response);
    expect(asked).toMatchObject({
      function: { name: 'Cancel order', args: { order: '7', why: 'late' } },
      confirm: 'Cancel order {order}?',
      isApproval: true,
    });
    expect(seen).toEqual([]);
    expect(await answerWith(session, asked.channel, { approved: true })).toBe(200);
    expect(await rest()).toContain('"state":"done"');
    expect(seen).toEqual(['POST /orders/7/cancel']);
    expect(await recorded(session)).toEqual([
      ['tool.ask', 'server', { tool: 'cancel_order', callId: 'c1' }],
      ['tool.answer', 'visitor', { tool: 'cancel_order', callId: 'c1', outcome: 'approved' }],
      ['tool.call', 'server', { tool: 'cancel_order', callId: 'c1' }],
    ]);
  });

  it.each([
    ['a no', { approved: false }],
    ['what a function of the page would answer', { value: true }],
    ['an approval that is no yes', { approved: 'true' }],
    ['an old widget, which does not know the question', { error: { code: 'UNKNOWN_FUNCTION', message: 'none' } }],
  ])('calls nothing after %s, and tells the model', async (_, message) => {
    const { session, response } = await begin({ instruction: CANCEL });
    const { asked, rest } = await question(response);
    expect(asked).toMatchObject({ confirm: true, function: { name: 'Cancel order' } });
    await answerWith(session, asked.channel, message);
    expect(await rest()).toContain('"state":"refused"');
    expect(told()).toMatchObject({ error: { code: 'DECLINED' } });
    expect(seen).toEqual([]);
    expect((await recorded(session)).map(([action]) => action)).toEqual(['tool.ask', 'tool.answer']);
  });

  it('calls nothing where nobody can be asked: a caller that reads no stream', async () => {
    const { session, response } = await begin({ instruction: CANCEL }, undefined, 'application/json');
    expect(response.status).toBe(200);
    await response.text();
    expect(told()).toMatchObject({ error: { code: 'NO_APPROVAL' } });
    expect(seen).toEqual([]);
    expect((await recorded(session)).at(-1)).toEqual([
      'tool.answer',
      'server',
      { tool: 'cancel_order', callId: 'c1', outcome: 'unreachable' },
    ]);
  });

  it('asks nobody about a call that would be refused anyway', async () => {
    const { session, response } = await begin({ instruction: CANCEL }, { order: '..', why: 'x' });
    await response.text();
    expect(told()).toMatchObject({ error: { code: 'BAD_REQUEST' } });
    expect(await recorded(session)).toEqual([]);
  });

  it('checks arguments against the schema of the owner before anybody is asked', async () => {
    const parameters = { order: { type: 'string', maxLength: 3 } };
    const { response } = await begin({ instruction: CANCEL, parameters }, { order: '12345', why: 'x' });
    await response.text();
    expect(told()).toMatchObject({ error: { code: 'BAD_REQUEST', message: expect.stringContaining('too long') } });
    expect(seen).toEqual([]);
  });

  it.each([
    ['the owner has said so, and the call is on record', { needsApproval: false }, ['tool.call']],
    ['the owner says that it only reads', { effect: 'read' }, []],
  ])('runs without a question when %s', async (_, fields, actions) => {
    const { session, response } = await begin({ instruction: CANCEL, ...fields });
    await response.text();
    expect(seen).toEqual(['POST /orders/7/cancel']);
    expect((await recorded(session)).map(([action]) => action)).toEqual(actions);
    const { body } = await ana.ask('/v1/audit/list?take=3');
    expect(JSON.stringify(body)).toContain('ability.update');
  });

  it('a GET reads, unless its owner says that it acts', async () => {
    const GET = '```fetch\nGET http://api.example.com/orders/{{order}}\n```';
    const reads = await begin({ instruction: GET });
    await reads.response.text();
    expect(seen).toEqual(['GET /orders/7']);
    const acts = await begin({ instruction: GET, effect: 'act' });
    const { asked, rest } = await question(acts.response);
    await answerWith(acts.session, asked.channel, { approved: false });
    await rest();
    expect(seen).toEqual([]);
  });

  it('an ability that was there before the question asks, and says so to its owner', async () => {
    const { abilities } = await import('../../db/schema');
    const { skillset, response } = await begin({ instruction: CANCEL, needsApproval: false });
    await response.text();
    await test.database.update(abilities).set({ needsApproval: null });
    const { body } = await ana.ask(`/v1/skillset/${skillset}/fetch`);
    expect(body['abilities']).toMatchObject([{ needsApproval: null, isActing: true, problems: [] }]);
  });

  it('says why requests of an ability are refused', async () => {
    const { skillset, response } = await begin({
      instruction: '```fetch\nGET http://api.example.com/?k={{secret.KEY}}\n```',
      confirm: 'Send {{amount}}?',
      parameters: { colour: { type: 'string' } },
    });
    await response.text();
    const { body } = await ana.ask(`/v1/skillset/${skillset}/fetch`);
    expect(body['abilities']).toMatchObject([
      {
        problems: [
          'The secret KEY may only be sent in a header',
          'The question names {{amount}}, which is no argument of its requests',
          'colour has a schema and is no argument of its requests',
        ],
      },
    ]);
  });
});
