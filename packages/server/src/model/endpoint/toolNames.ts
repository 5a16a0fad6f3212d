/**
 * Maps tool names to names the endpoint accepts (letters, digits, `_` and `-`); functions of a page may also contain
 * `$`.
 *
 * @returns both directions; names stay unique
 */
export function toolNames(names: readonly string[]): {
  toWire: (name: string) => string;
  fromWire: (name: string) => string;
} {
  const wireByName = new Map<string, string>();
  const nameByWire = new Map<string, string>();
  for (const name of names) {
    let wire = name.replace(/[^A-Za-z0-9_-]/g, '_');
    while (nameByWire.has(wire)) wire = `${wire.slice(0, 60)}_${String(nameByWire.size)}`;
    wireByName.set(name, wire);
    nameByWire.set(wire, name);
  }
  return {
    toWire: (name) => wireByName.get(name) ?? name.replace(/[^A-Za-z0-9_-]/g, '_'),
    fromWire: (wire) => nameByWire.get(wire) ?? wire,
  };
}
