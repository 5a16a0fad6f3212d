/** Tests and what they are written with may import anything. */
const TEST = /\.(test|spec)(-d)?\.tsx?$|\/testing\//;

/**
 * Cycles among the rooms of a package. A room is a folder directly below `folder`, or a file there. Files of two rooms
 * that import each other in both directions are a cycle even when no single file is part of a circle.
 *
 * @param folder - like `packages/server/src`
 * @param modules - of dependency-cruiser: `source`, and `dependencies` with `resolved`
 * @returns each cycle with the imports that close it
 */
export function findRoomCycles(folder, modules) {
  const roomOf = (file) => file.slice(folder.length + 1).split('/')[0];
  const isInside = (file) => file.startsWith(`${folder}/`) && !TEST.test(file);
  /** Room → rooms that it imports → the imports. */
  const graph = new Map();
  for (const { source, dependencies } of modules.filter((module) => isInside(module.source)))
    for (const { resolved } of dependencies) {
      const [from, to] = [roomOf(source), roomOf(resolved)];
      if (!isInside(resolved) || from === to) continue;
      const targets = graph.get(from) ?? graph.set(from, new Map()).get(from);
      targets.set(to, [...(targets.get(to) ?? []), `${source} → ${resolved}`]);
    }
  const cycles = [];
  const done = new Set();
  const visit = (room, path) => {
    const start = path.indexOf(room);
    if (start >= 0) {
      const rooms = [...path.slice(start), room];
      cycles.push({ rooms, imports: rooms.slice(1).flatMap((to, index) => graph.get(rooms[index]).get(to)[0]) });
      return;
    }
    if (done.has(room)) return;
    for (const to of graph.get(room)?.keys() ?? []) visit(to, [...path, room]);
    done.add(room);
  };
  for (const room of graph.keys()) visit(room, []);
  return cycles;
}
