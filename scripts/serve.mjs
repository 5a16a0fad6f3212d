// The server with the site around it. The server knows no site: it is handed one, as a function from request to response.
import { fileURLToPath } from 'node:url';
import { createSite, readSiteSettings } from '../packages/hub-site/dist/index.js';
import { runServer } from '../packages/server/dist/index.js';

const docsDir = process.env.SOTTO_DOCS_DIR || fileURLToPath(new URL('../docs', import.meta.url));
const publicUrl = process.env.PUBLIC_URL;
const basePath = publicUrl && URL.canParse(publicUrl) ? new URL(publicUrl).pathname.replace(/\/+$/, '') : '';

await runServer({
  // A Hub with nothing on it shows nobody what it is for; HUB_SEED=off leaves it empty.
  environment: { HUB_SEED: 'on', ...process.env },
  site: createSite({ docsDir, basePath, settings: readSiteSettings(process.env) }),
});
