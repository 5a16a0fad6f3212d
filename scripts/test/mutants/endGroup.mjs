/**
 * Kills a lane and the workers of its vitest, which are in one process group.
 *
 * @param {{ readonly pid?: number | undefined }} lane
 */
export function endGroup({ pid }) {
  if (pid === undefined) return; // It has not started.
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}
