/**
 * Expands each path to `places` consecutive offsets, so that there are more pages than a server caches. One place
 * leaves the paths unchanged.
 */
export const spread = (paths, places = 1) =>
  Array.from({ length: places }, (_, step) =>
    paths.map((path) => path.replace(/offset=(\d+)/, (_all, offset) => `offset=${Number(offset) + step}`)),
  ).flat()
