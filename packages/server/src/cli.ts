#!/usr/bin/env node
import { runServer } from './runServer';

await runServer();
