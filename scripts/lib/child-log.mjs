import { createWriteStream, existsSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const TAIL = 20
const WARN = 40
const QUIET_MILLISECONDS = 10_000

/** A log line as the terminal shows it, or null when it is not worth a look: pino's warnings and errors, and plain text. */
export function worthShowing(line, { quiet, all }) {
  if (all) return line
  if (quiet) return null
  let entry
  try {
    entry = JSON.parse(line)
  } catch {
    return line.trim() === '' ? null : line
  }
  if (typeof entry?.level !== 'number' || entry.level < WARN) return null
  const cause = entry.err?.message && entry.err.message !== entry.msg ? `: ${entry.err.message}` : ''
  return `${entry.level >= 50 ? 'error' : 'warning'}: ${entry.msg ?? ''}${cause}`
}

/** The log of one child: everything into its file, what matters onto the terminal, the last lines kept in memory. */
export function createChildLog({ name, dir, quiet, all, print, onLine = () => {} }) {
  const path = join(dir, `${name}.log`)
  if (existsSync(path)) renameSync(path, `${path}.1`)
  const file = createWriteStream(path, { mode: 0o600 })
  // A full disk must not stop the product.
  file.on('error', () => {})
  const tail = []
  const shownAt = new Map()

  function take(line) {
    file.write(`${line}\n`)
    tail.push(line)
    if (tail.length > TAIL) tail.shift()
    onLine(line)
    const text = worthShowing(line, { quiet, all })
    if (text === null) return
    const now = Date.now()
    if (!all && now - (shownAt.get(text) ?? 0) < QUIET_MILLISECONDS) return
    if (shownAt.size > 200) shownAt.clear()
    shownAt.set(text, now)
    print(`[${name}] ${text}`)
  }

  const follow = (stream) => createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY }).on('line', take)
  return { path, tail, follow }
}
