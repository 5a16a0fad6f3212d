// The server as `npx @sotto/server` starts it, from the build of this repository.
import './demoLinks.mjs';
import '../../packages/server/dist/cli.js';
