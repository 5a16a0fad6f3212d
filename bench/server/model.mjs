// A model's endpoint that says one token after the other at an even pace. Each token is the moment it was sent.
import http from 'node:http';

/** Listens on a free port. @param pace - `seconds` may be changed between streams */
export function startModel(tokensPerSecond, pace) {
  const server = http.createServer((request, response) => {
    request.resume();
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    let left = tokensPerSecond * pace.seconds;
    const say = setInterval(() => {
      left -= 1;
      write(response, { delta: { content: `${performance.now().toFixed(3)} ` }, finish_reason: null });
      if (left > 0) return;
      clearInterval(say);
      write(response, { delta: {}, finish_reason: 'stop' });
      response.end('data: [DONE]\n\n');
    }, 1000 / tokensPerSecond);
    response.once('close', () => clearInterval(say));
  });
  return new Promise((resolve) => {
    server.listen({ port: 0, host: '127.0.0.1', backlog: 4096 }, () => resolve({ url: `http://127.0.0.1:${server.address().port}`, close: () => (server.closeAllConnections(), server.close()) }));
  });
}

function write(response, choice) {
  response.write(`data: ${JSON.stringify({ choices: [{ index: 0, ...choice }] })}\n\n`);
}
