import { createWriteStream, existsSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const TAIL = 20
const QUIET_MILLISECONDS = 10_000
const loud = new Set(['warn', 'error', 'fatal'])

/** Fields omitted on the terminal: every line has them, or they only help in a search. */
const omitted = new Set(['level', 'time', 'pid', 'hostname', 'service', 'event', 'msg', 'err', 'error'])
const isPlain = (value) => ['string', 'number', 'boolean'].includes(typeof value)

/** `warn provider.slow (symbol=AAPL, seconds=2): why` */
function summary(entry) {
  const facts = Object.entries(entry)
    .filter(([name, value]) => !omitted.has(name) && isPlain(value))
    .slice(0, 5)
    .map(([name, value]) => `${name}=${value}`)
  const cause = entry.err?.message ?? entry.error
  return [
    `${entry.level} ${entry.event ?? entry.msg ?? ''}`,
    facts.length > 0 ? ` (${facts.join(', ')})` : '',
    isPlain(cause) ? `: ${cause}` : '',
  ].join('')
}

/**
 * Formats a log line for the terminal, which shows warnings, errors and plain text. Null for lines that only go to the
 * file.
 */
export function worthShowing(line, { quiet, all }) {
  if (all) return line
  if (quiet || line.trim() === '') return null
  try {
    const entry = JSON.parse(line)
    return loud.has(entry.level) ? summary(entry) : null
  } catch {
    return line
  }
}

/** Key for rate-limiting: the same event with other figures counts as a repeat. */
export const kindOf = (text) => text.split(' (')[0]

/** Log for one child: all lines go to its file, important ones also to the terminal. The last ones stay in memory. */
export function createChildLog({ name, dir, quiet, all, print, onLine = () => {} }) {
  const path = join(dir, `${name}.log`)
  if (existsSync(path)) renameSync(path, `${path}.1`)
  const file = createWriteStream(path, { mode: 0o600 })
  // Ignore write errors, because a full disk must not stop the stack.
  file.on('error', () => {})
  const tail = []
  const shownAt = new Map()

  function onLogLine(line) {
    file.write(`${line}\n`)
    tail.push(line)
    if (tail.length > TAIL) tail.shift()
    onLine(line)
    const text = worthShowing(line, { quiet, all })
    if (text === null) return
    const now = Date.now()
    const kind = kindOf(text)
    if (!all && now - (shownAt.get(kind) ?? 0) < QUIET_MILLISECONDS) return
    if (shownAt.size > 200) shownAt.clear()
    shownAt.set(kind, now)
    print(`[${name}] ${text}`)
  }

  const follow = (stream) =>
    createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY }).on('line', onLogLine)
  return { path, tail, follow }
}
