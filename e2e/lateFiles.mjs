// A line on which every file after the first ones is late, each by another time: what a visitor does before a part is
// there must not be lost, and no spec may depend on its luck.
import { Server } from 'node:http';

/** Between these, in milliseconds: longer than what comes next in a spec, shorter than a person's patience. */
const LATE_MS = [150, 600];
/** Scripts of the frame and of the Hub that are fetched when they are needed. */
const LATER_FILE = /\/(?:assets|site)\/(?!index-|site-)[^/]+\.js(?:\?|$)/;

const { emit } = Server.prototype;
Server.prototype.emit = function (event, ...values) {
  if (event !== 'request' || !LATER_FILE.test(values[0].url)) return emit.call(this, event, ...values);
  setTimeout(
    () => {
      emit.call(this, event, ...values);
    },
    LATE_MS[0] + Math.random() * (LATE_MS[1] - LATE_MS[0]),
  );
  return true;
};
