// Replays arrivals over N cells, second by second, and says what each cell carried. Deterministic: the same seed gives
// the same arrivals. Nothing is measured here; the capacity of a cell comes from bench/server.

/**
 * @typedef {object} Scenario
 * @property {number} streams - replies that are written at the same time, on average
 * @property {number} widgets - widgets; their popularity follows Zipf's law (exponent 1)
 * @property {number} cells - cells at the beginning
 * @property {number} cellStreams - replies a cell writes at once before tokens wait
 * @property {number} largestShare - a widget is spread over so many cells that it is at most this part of each
 * @property {number} replySeconds - mean length of a reply; lengths are exponential
 * @property {number} seconds - length of the run
 * @property {number} failAt - second in which the cell with the most streams fails
 * @property {number} replaceAt - second in which a cell in its place takes conversations
 * @property {number} seed
 */

/** A stream that resumes costs the cell as much as this many streams for one second (bench/server: a begin). */
const RESUME_COST = 1;
/** Clients come back after 0.5 to 3 s, spread evenly (widget-core/src/transport). */
const RETURN_WITHIN_SECONDS = 3;

/**
 * @param {Scenario} scenario
 * @returns one row for each of the phases: before the failure, the ten seconds after it, and after the replacement
 */
export function simulate(scenario) {
  const { streams, widgets, cells, cellStreams, replySeconds, seconds, failAt, replaceAt, seed } = scenario;
  const random = createRandom(seed);
  const popularity = zipf(widgets);
  const perSecond = streams / replySeconds;
  const alive = Array.from({ length: cells }, () => true);
  /** ends[cell][second % ring]: replies of the cell that end in that second. */
  const ring = Math.ceil(replySeconds * 12) + RETURN_WITHIN_SECONDS + 2;
  const ends = alive.map(() => new Float64Array(ring));
  const active = new Float64Array(cells);
  const waiting = new Float64Array(cells);
  /** Streams that come back: returns[second % ring] is a list of the seconds they still need. */
  const returns = Array.from({ length: ring }, () => []);
  const phases = {
    before: createPhase(),
    afterFailure: createPhase(),
    afterReplacement: createPhase(),
  };
  let moved = 0;

  const begin = (cell, second, left) => {
    active[cell] += 1;
    ends[cell][(second + Math.min(Math.max(1, Math.ceil(left)), ring - 1)) % ring] += 1;
  };
  for (let second = 0; second < seconds; second += 1) {
    const slot = second % ring;
    for (let cell = 0; cell < cells; cell += 1) {
      active[cell] -= ends[cell][slot];
      ends[cell][slot] = 0;
    }
    if (second === failAt) {
      const victim = active.indexOf(Math.max(...active));
      alive[victim] = false;
      moved = active[victim];
      for (let ahead = 1; ahead < ring; ahead += 1)
        for (let count = ends[victim][(second + ahead) % ring]; count > 0; count -= 1)
          returns[(second + 1 + Math.floor(random() * RETURN_WITHIN_SECONDS)) % ring].push(ahead);
      ends[victim].fill(0);
      active[victim] = 0;
      waiting[victim] = 0;
    }
    if (second === replaceAt) alive.fill(true);
    const extra = new Float64Array(cells);
    for (const left of returns[slot].splice(0)) {
      const cell = chooseCell(popularity.pick(random()), random, alive, scenario, popularity);
      begin(cell, second, left);
      extra[cell] += RESUME_COST;
    }
    for (let count = poisson(perSecond, random); count > 0; count -= 1) {
      const cell = chooseCell(popularity.pick(random()), random, alive, scenario, popularity);
      begin(cell, second, -Math.log(1 - random()) * replySeconds);
    }
    // The first minutes fill the cells.
    if (second < replySeconds * 4) continue;
    const phase =
      second < failAt
        ? phases.before
        : second < failAt + 10
          ? phases.afterFailure
          : second >= replaceAt + replySeconds * 2
            ? phases.afterReplacement
            : undefined;
    for (let cell = 0; cell < cells; cell += 1) {
      if (!alive[cell]) continue;
      const work = waiting[cell] + active[cell] + extra[cell];
      waiting[cell] = Math.max(0, work - cellStreams);
      phase?.add(active[cell] / cellStreams, (waiting[cell] / cellStreams) * 1000);
    }
  }
  return {
    moved,
    largestWidget: popularity.share(0) * streams,
    before: phases.before.summary(),
    afterFailure: phases.afterFailure.summary(),
    afterReplacement: phases.afterReplacement.summary(),
  };
}

/** A conversation has one home among the cells of its widget: rendezvous hashing, so a lost cell moves only its own. */
function chooseCell(widget, random, alive, { streams, cells, cellStreams, largestShare }, popularity) {
  const spread = Math.min(
    cells,
    Math.max(2, Math.ceil((popularity.share(widget) * streams) / (cellStreams * largestShare))),
  );
  const conversation = Math.floor(random() * 0xffff_ffff);
  let best = -1;
  let bestScore = -1;
  for (let index = 0; index < spread; index += 1) {
    const cell = hash(widget, index) % cells;
    const score = hash(conversation, cell);
    if (alive[cell] && score > bestScore) [best, bestScore] = [cell, score];
  }
  // All cells of the widget are away: the next ones of its order take it.
  for (let index = spread; best < 0; index += 1)
    if (alive[hash(widget, index) % cells]) best = hash(widget, index) % cells;
  return best;
}

function createPhase() {
  const used = [];
  let longestDelay = 0;
  return {
    add(utilisation, delayMs) {
      used.push(utilisation);
      longestDelay = Math.max(longestDelay, delayMs);
    },
    summary() {
      const sorted = Float64Array.from(used).sort();
      const at = (part) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
      return { median: at(0.5), p99: at(0.99), most: at(1), longestDelayMs: longestDelay };
    },
  };
}

/** Popularity of `count` widgets: the n-th gets a part in proportion to 1/n. */
function zipf(count) {
  const sums = new Float64Array(count);
  let sum = 0;
  for (let index = 0; index < count; index += 1) sums[index] = sum += 1 / (index + 1);
  return {
    share: (index) => 1 / (index + 1) / sum,
    pick(value) {
      let [low, high] = [0, count - 1];
      while (low < high) {
        const middle = (low + high) >> 1;
        if (sums[middle] < value * sum) low = middle + 1;
        else high = middle;
      }
      return low;
    },
  };
}

/** Normal approximation: the means here are in the thousands. */
function poisson(mean, random) {
  const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal));
}

/** mulberry32 */
function createRandom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let value = Math.imul(state ^ (state >>> 15), state | 1);
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61);
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Mixes two numbers (the finalizer of MurmurHash3). */
function hash(one, two) {
  let value = Math.imul(one ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(two + 0x7f4a7c15, 0xc2b2ae35);
  value ^= value >>> 16;
  value = Math.imul(value, 0x85ebca6b);
  value ^= value >>> 13;
  value = Math.imul(value, 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}
