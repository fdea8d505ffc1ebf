import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { open, readFile, realpath, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { parseEnv } from 'node:util'

const SAFE = /^[\w@.,:/+=-]*$/
const PRIVATE_MODE = 0o600
const HEADING = '# Written by npm run setup'

/** Reads a file of settings; a missing file is empty. */
export async function readEnvText(file: string): Promise<string> {
  return existsSync(file) ? readFile(file, 'utf8') : ''
}

/**
 * Sets variables in the text of a `.env` file. Other lines stay as they are, in the same order. Throws an error that
 * names the variable, but not its value, if a value cannot be written so that both Node and docker compose read it back.
 */
export function setVariables(text: string, values: Readonly<Record<string, string>>): string {
  const lines = text === '' ? [] : text.replace(/\n$/, '').split('\n')
  const added: string[] = []
  for (const [name, value] of Object.entries(values)) {
    const pattern = new RegExp(`^\\s*(?:export\\s+)?${name}\\s*=`)
    const places = lines.flatMap((line, index) => (pattern.test(line) ? [index] : []))
    const entry = `${name}=${quote(name, value)}`
    for (const place of places) lines[place] = entry
    if (places.length === 0) added.push(entry)
  }
  if (added.length > 0 && !lines.includes(HEADING)) lines.push(...(lines.length > 0 ? [''] : []), HEADING)
  const result = `${[...lines, ...added].join('\n')}\n`
  checkResult(text, result, values)
  return result
}

function quote(name: string, value: string): string {
  if (SAFE.test(value)) return value
  if (!/['\r\n]/.test(value)) return `'${value}'`
  if (!/["$\\`\r\n]/.test(value)) return `"${value}"`
  throw new Error(`${name} has characters that cannot be written to a .env file; set it in the shell instead`)
}

/** Ensures that the new text has the new values, and every other value as before. */
function checkResult(before: string, after: string, values: Readonly<Record<string, string>>): void {
  const read = parseEnv(after)
  for (const [name, value] of Object.entries({ ...parseEnv(before), ...values })) {
    if (read[name] !== value) throw new Error(`${name} cannot be written to the file: check its lines by hand`)
  }
}

/** Replaces a file in one step, so that it is never half written. Only its owner can read it. */
export async function writePrivateFile(file: string, text: string): Promise<void> {
  const target = await realpath(file).catch(() => file)
  const temporary = join(dirname(target), `.env-${randomUUID()}`)
  try {
    const handle = await open(temporary, 'wx', PRIVATE_MODE)
    try {
      await handle.writeFile(text)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(temporary, target)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}
