import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Full path of the first of these programs found on PATH, or null. */
export const onPath = (names) => programIn(process.env.PATH ?? '', names)

/** Full path of the first of these programs found in the folders of `path`, or null. */
export function programIn(path, names) {
  for (const folder of path.split(delimiter)) {
    for (const name of names) {
      try {
        accessSync(join(folder, name), constants.X_OK)
        return join(folder, name)
      } catch {}
    }
  }
  return null
}

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const places = ['/snap/bin/chromium', '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome']

/**
 * Command names of the headless-only build. Tests prefer it because it uses less CPU. Benchmarks use the full browser.
 */
const headlessNames = ['chromium-headless-shell']

/** Browser for benchmarks, or null. CHROMIUM_PATH takes precedence and must exist. */
export function findChromium(env = process.env, preferred = []) {
  if (env.CHROMIUM_PATH) {
    if (existsSync(env.CHROMIUM_PATH)) return env.CHROMIUM_PATH
    throw new Error(`CHROMIUM_PATH=${env.CHROMIUM_PATH} does not exist`)
  }
  return onPath([...preferred, ...names]) ?? places.find((place) => existsSync(place)) ?? null
}

/** Browser for browser tests, or null. CHROMIUM_PATH takes precedence and must exist. */
export const findTestChromium = (env = process.env) => findChromium(env, headlessNames)
