import { closeSync, existsSync, openSync, renameSync, rmSync, statSync, writeSync } from 'node:fs'

const MEGABYTE = 1_000_000
const DAY = 86_400_000

const dayOf = (time) => Math.floor(time / DAY)

const fileSystem = {
  open: (path) => openSync(path, 'a', 0o600),
  write: writeSync,
  close: closeSync,
  now: Date.now,
}

/**
 * Opens a log file, appends to it, and rotates it when it exceeds `maxBytes` and at midnight UTC: `path` becomes
 * `path.1`, `path.1` becomes `path.2`. It keeps `keep` older files, for at most `days` days. A full disk stops nothing: lines that cannot
 * be written are counted, and the count is logged as `log.dropped` once writing works again. `onDrop` is called with
 * the reason when lines begin to be dropped.
 *
 * Writes are synchronous, because a stream that has failed once stays closed.
 */
export function openLogFile(path, options = {}) {
  const { maxBytes = 10 * MEGABYTE, keep = 14, days = 14, onDrop = () => {}, files = fileSystem } = options
  let descriptor = null
  let size = 0
  let day = dayOf(files.now())
  let dropped = 0

  const older = (number) => `${path}.${number}`

  function rotate() {
    if (descriptor !== null) files.close(descriptor)
    descriptor = null
    rmSync(older(keep), { force: true })
    for (let number = keep - 1; number >= 0; number -= 1) {
      const file = number === 0 ? path : older(number)
      if (existsSync(file)) renameSync(file, older(number + 1))
    }
    for (let number = 1; number <= keep; number += 1) {
      if (existsSync(older(number)) && files.now() - statSync(older(number)).mtimeMs > days * DAY) rmSync(older(number))
    }
    size = 0
    day = dayOf(files.now())
  }

  function append(text) {
    descriptor ??= files.open(path)
    const bytes = Buffer.from(text)
    let written = 0
    while (written < bytes.length) written += files.write(descriptor, bytes, written)
    size += bytes.length
  }

  /** The line break before it ends a line that was cut off when the disk was full. */
  const droppedNote = () =>
    `\n${JSON.stringify({ level: 'warn', time: new Date(files.now()).toISOString(), event: 'log.dropped', lines: dropped })}\n`

  if (existsSync(path)) {
    const { size: bytes, mtimeMs } = statSync(path)
    size = bytes
    day = dayOf(mtimeMs)
  }
  return {
    path,
    dropped: () => dropped,
    write(line) {
      try {
        if (size > maxBytes || dayOf(files.now()) !== day) rotate()
        if (dropped > 0) append(droppedNote())
        dropped = 0
        append(`${line}\n`)
      } catch (error) {
        if (dropped === 0) onDrop(error.message)
        dropped += 1
      }
    },
  }
}
