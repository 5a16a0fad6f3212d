// A model's endpoint, in a process of its own: says one token after the other to everybody who asks, at an even pace,
// until it is told to end.
// Each token is the moment it was sent, in milliseconds of the system's clock. Frames are written to the socket as
// bytes: what the endpoint takes of the machine, the server does not get.
import http from 'node:http';
import { now } from './clock.mjs';

const TOKENS_PER_SECOND = Number(process.argv[2]);
/** A stream has one of these places in the time between two of its tokens, one a millisecond. */
const places = Array.from({ length: 1000 / TOKENS_PER_SECOND }, () => new Set());
const END = [frame('{"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}'), frame('[DONE]'), '0\r\n\r\n'].join(
  '',
);
let sent = 0;
let count = 0;

const server = http.createServer((request, response) => {
  request.resume();
  response.writeHead(200, { 'Content-Type': 'text/event-stream', Connection: 'close' });
  response.flushHeaders();
  const { socket } = response;
  const place = places[count++ % places.length];
  place.add(socket);
  socket.once('close', () => place.delete(socket));
});
server.listen({ port: 0, host: '127.0.0.1', backlog: 4096 }, () =>
  process.send({ url: `http://127.0.0.1:${server.address().port}` }),
);

process.on('message', (wish) => {
  if (wish === 'end') {
    for (const place of places) {
      for (const socket of place) socket.end(END, 'latin1');
      place.clear();
    }
  }
  process.send({ sent });
});

/**
 * Walks through the places, and catches up when it comes late. Those of one place are told the same: it is put together
 * once.
 */
let walked = Math.floor(now());
setInterval(() => {
  for (const until = Math.floor(now()); walked < until; walked += 1) {
    const place = places[walked % places.length];
    if (place.size === 0) continue;
    const text = frame(`{"choices":[{"index":0,"delta":{"content":"${now().toFixed(3)} "},"finish_reason":null}]}`);
    sent += place.size;
    for (const socket of place) socket.write(text, 'latin1');
  }
}, 1);

/** An event as a chunk of HTTP. */
function frame(data) {
  return `${(data.length + 8).toString(16)}\r\ndata: ${data}\n\n\r\n`;
}
