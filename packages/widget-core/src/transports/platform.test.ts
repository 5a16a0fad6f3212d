// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { createWidget } from '../createWidget';
import { createHarness, finish, INTEGRATION, readServerTexts } from '../testing/widgetHarness';
import type { Widget } from '../widget/widget';
import { callback } from './callback';
import { platform } from './platform';

const BASE = 'https://chat.example.com';

describe('the transport of a Sotto server', () => {
  const ask = async (make: (environment: ReturnType<typeof open>['environment']) => Widget) => {
    const { environment, harness } = open();
    const widget = make(environment);
    const reply = await finish(harness.clock, widget.conversation.send({ message: 'Hello' }));
    return { harness, widget, reply };
  };
  const open = () => {
    const harness = createHarness();
    return { harness, environment: harness.openTab().environment };
  };

  it('names the server, whose settings and features the widget has', async () => {
    const integration = { ...INTEGRATION, features: { synthesize: true, unfurl: true, upload: true } };
    const { harness, widget } = await ask((environment) =>
      createWidget({ transport: platform({ base: BASE, integration }), environment }),
    );
    expect(widget.base).toBe(BASE);
    expect(widget.integration).toBe(integration);
    expect(readServerTexts(harness.server)[0]).toBe('user: Hello');
    // What only a server can do.
    await expect(widget.contact.assign({ name: 'Ana' })).resolves.toHaveProperty('id');
    expect([...harness.server.conversations.values()]).toHaveLength(1);
  });

  it('is the default: what is given besides counts when it names no server', async () => {
    const without = await ask((environment) => createWidget({ base: BASE, integration: INTEGRATION, environment }));
    const named = await ask((environment) =>
      createWidget({ base: BASE, integration: INTEGRATION, transport: platform(), environment }),
    );
    expect(named.widget.integration).toEqual(without.widget.integration);
    expect(named.reply.text).toBe(without.reply.text);
    expect(readServerTexts(named.harness.server)).toEqual(readServerTexts(without.harness.server));
  });

  it('stands where any other transport stands', async () => {
    const { environment } = open();
    for (const [transport, text] of [
      [callback(() => 'From the page'), 'From the page'],
      [platform(), undefined],
    ] as const) {
      const widget = createWidget({ base: BASE, integration: INTEGRATION, transport, environment });
      const sent = widget.conversation.send({ message: 'Hello' });
      if (text === undefined) sent.catch(() => undefined);
      else expect((await sent).text).toBe(text);
      widget.close();
    }
  });
});
