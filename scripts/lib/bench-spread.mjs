/** Each path at so many neighbouring places of its list: more pages than a server keeps at hand. One place is the path itself. */
export const spread = (paths, places = 1) =>
  Array.from({ length: places }, (_, step) =>
    paths.map((path) => path.replace(/offset=(\d+)/, (_all, offset) => `offset=${Number(offset) + step}`)),
  ).flat()
