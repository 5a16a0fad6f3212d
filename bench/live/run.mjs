// How long it takes until the other side has what was said, when a person answers instead of the bot: from the call that
// sends it to the text at the other end. The visitor follows as the widget does, the person as the inbox does.
//   node bench/live/run.mjs [--messages 50] [--processes]
// With `--processes` the visitor and the person are at two servers that share a PostgreSQL and a Redis.
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startShared } from '../server/servers.mjs';
import { call, signIn, startServer } from './server.mjs';

const { values } = parseArgs({
  options: { messages: { type: 'string', default: '50' }, processes: { type: 'boolean' } },
});
const COUNT = Number(values.messages);

/** Follows one conversation as the visitor's page does. */
async function followAsVisitor(server, id, headers, onMessages, signal) {
  let revision;
  while (!signal.aborted) {
    const query = revision === undefined ? '' : `?after=${revision}`;
    const response = await fetch(`${server.url}/v1/conversation/${id}/live${query}`, { headers, signal });
    ({ revision } = await response.json());
    onMessages(await (await call(server, `conversation/${id}/message/list?order=desc&take=5`, { headers })).json());
  }
}

/** Follows one conversation as the inbox does. */
async function followAsPerson(server, id, headers, onMessages, signal) {
  const response = await fetch(`${server.url}/v1/inbox/stream?conversationId=${id}`, { headers, signal });
  for await (const chunk of response.body.pipeThrough(new TextDecoderStream()))
    if (/^event: (?:change|ready)$/m.test(chunk))
      onMessages(await (await call(server, `conversation/${id}/message/list?order=desc&take=5`, { headers })).json());
}

/** Says things one after the other, and waits until each has arrived. @returns the times, in milliseconds */
async function measure(name, say, arrivals) {
  const times = [];
  for (let number = 0; number < COUNT; number += 1) {
    const text = `${name} ${number}`;
    const arrived = new Promise((resolve) => arrivals.set(text, resolve));
    const startedAt = performance.now();
    await Promise.all([say(text, number), arrived]);
    times.push((await arrived) - startedAt);
    await wait(60 + Math.random() * 240);
  }
  times.sort((a, b) => a - b);
  const at = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))].toFixed(0);
  console.log(`${name}: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, ${COUNT} messages`);
}

const shared = values.processes ? await startShared() : undefined;
const first = await startServer(shared?.settings);
const second = shared ? await startServer(shared.settings) : first;
const leave = new AbortController();
try {
  const owner = await signIn(first);
  const bot = await (await call(first, 'bot/create', { body: { name: 'Bot' }, headers: owner })).json();
  const made = { body: { name: 'Shop', botId: bot.id }, headers: owner };
  const widget = await (await call(first, 'integration/widget/create', made)).json();
  const opened = await call(second, `integration/widget/${widget.id}/session/create`, { body: {} });
  const { conversationId: id, token } = await opened.json();
  const visitor = { Authorization: `Bearer ${token}` };
  await call(first, `conversation/${id}/take-over`, { body: {}, headers: owner });

  const arrivals = new Map();
  const onMessages = ({ items }) => {
    for (const { text } of items) arrivals.get(text)?.(performance.now());
  };
  const ended = (error) => {
    if (!leave.signal.aborted) throw error;
  };
  const following = [
    followAsVisitor(second, id, visitor, onMessages, leave.signal).catch(ended),
    followAsPerson(first, id, owner, onMessages, leave.signal).catch(ended),
  ];
  await wait(500);
  const answer = (text) => call(first, `conversation/${id}/message/answer`, { body: { text }, headers: owner });
  const ask = (text, number) =>
    call(second, `conversation/${id}/message/create`, {
      body: { id: `m-${String(number).padStart(10, '0')}`, type: 'user', text },
      headers: visitor,
    });
  await measure('person to visitor', answer, arrivals);
  await measure('visitor to person', ask, arrivals);
  leave.abort();
  await Promise.all(following);
} finally {
  leave.abort();
  if (second !== first) await second.stop();
  await first.stop();
  await shared?.stop();
}
