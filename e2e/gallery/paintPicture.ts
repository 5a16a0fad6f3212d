import type { Browser } from 'playwright-core';

/** A small picture as a data address: a picture that needs no network and no file in the repository. */
export async function paintPicture(browser: Browser): Promise<string> {
  const page = await browser.newPage({ viewport: { width: 480, height: 300 } });
  await page.setContent(
    '<body style="margin:0;height:100vh;background:radial-gradient(circle at 72% 30%,#fff3cf 0 ' +
      '7%,#ffd68f 8%,transparent 40%),linear-gradient(#8fb4d8,#f5c9a6 62%,#6f8a5b 62.5%,#3f5b3d)">',
  );
  const picture = await page.screenshot({ type: 'jpeg', quality: 60 });
  await page.close();
  return `data:image/jpeg;base64,${picture.toString('base64')}`;
}
