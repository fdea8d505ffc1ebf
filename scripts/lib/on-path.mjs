import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Full path of the first of these programs found on PATH, or null. */
export function onPath(names) {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    for (const name of names) {
      try {
        accessSync(join(folder, name), constants.X_OK)
        return join(folder, name)
      } catch {}
    }
  }
  return null
}
