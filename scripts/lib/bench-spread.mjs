/** Expands each path to `places` consecutive offsets, to exceed a server's page cache. One place is the path itself. */
export const spread = (paths, places = 1) =>
  Array.from({ length: places }, (_, step) =>
    paths.map((path) => path.replace(/offset=(\d+)/, (_all, offset) => `offset=${Number(offset) + step}`)),
  ).flat()
