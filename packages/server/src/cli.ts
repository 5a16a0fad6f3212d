#!/usr/bin/env node
import { runCommand } from './cli/runCommand';

await runCommand(process.argv.slice(2), process.env);
