// Reading event streams as cheaply as possible: the readers share a processor with what they measure.

const TOKEN = /"(?:token|content)":"(\d+\.\d+) "/g;

/** Reads a stream to its end and tells when each of its tokens was sent. */
export async function readTokens(response, onToken) {
  if (response.statusCode !== 200) throw new Error(`The stream was refused: ${response.statusCode}`);
  let rest = '';
  for await (const chunk of response.setEncoding('utf8')) {
    const text = rest + chunk;
    const end = text.lastIndexOf('\n') + 1;
    rest = text.slice(end);
    for (const [, sentAt] of text.slice(0, end).matchAll(TOKEN)) onToken(Number(sentAt));
  }
}

/** The value below which a part of the values lies; 0 for none. */
export function percentile(values, part) {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? 0;
}
