import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024

/** Runs a script from this folder in a separate process and time zone, and returns its output. */
export async function runScript(name: string, zone: string, ...args: readonly string[]): Promise<string> {
  const script = fileURLToPath(new URL(`./${name}`, import.meta.url))
  const { stdout } = await run(process.execPath, ['--disable-warning=ExperimentalWarning', script, ...args], {
    env: { TZ: zone, NODE_OPTIONS: '' },
    maxBuffer: MAX_OUTPUT_BYTES,
  })
  return stdout
}
