#!/usr/bin/env node
import { runCommand } from '../dist/command.js';

process.exitCode = runCommand(process.argv.slice(2), {
  out: (text) => console.log(text),
  complain: (text) => console.error(text),
});
