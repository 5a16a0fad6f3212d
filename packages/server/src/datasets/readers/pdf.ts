/** The texts of a PDF, one a page. What it unfolds to is limited by the thread that reads it (`limitBuffers`). */
export async function readPdfPages(bytes: Uint8Array): Promise<string[]> {
  const { extractText, getDocumentProxy } = await import('unpdf');
  // The library takes the bytes over, so it is given its own.
  const document = await getDocumentProxy(Uint8Array.from(bytes), { isEvalSupported: false, verbosity: 0 });
  try {
    return (await extractText(document, { mergePages: false })).text;
  } finally {
    await document.destroy();
  }
}
