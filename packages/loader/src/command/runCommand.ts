import { CSP_HELP, cspCommand } from './cspCommand';
import { suggestion, UsageError } from './readArguments';

/** Output streams of a command. */
export interface CommandOutput {
  out: (text: string) => void;
  complain: (text: string) => void;
}

/** Runs `npx @sotto/loader …`. @returns exit code: 0, or 2 for invalid arguments */
export function runCommand([command, ...words]: readonly string[], { out, complain }: CommandOutput): number {
  try {
    if (command === '--help' || command === '-h' || command === 'help') out(CSP_HELP);
    else if (command === 'csp') out(cspCommand(words));
    else if (command === undefined) throw new UsageError('A command is missing; there is one: csp');
    else
      throw new UsageError(`There is no command "${command}"${suggestion(command, ['csp']) || '; there is one: csp'}`);
    return 0;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    complain(`${error.message}\n\n${CSP_HELP}`);
    return 2;
  }
}
