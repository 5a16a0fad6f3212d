// Loaded into the server that `npm start` runs: when the starter is gone, however it went, the server stops as if asked
// to.
process.channel?.unref();
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
