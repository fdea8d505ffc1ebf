import {
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from '@jest/globals'
import { cleanUp, makeFolder } from '../testing/children.ts'
import { openLogFile } from './log-file.mjs'

afterEach(cleanUp)

const DAY = 86_400_000
const start = Date.UTC(2026, 0, 5, 12)

function openFake(path: string, options: object = {}) {
  const disk = { now: start, room: Number.POSITIVE_INFINITY, reasons: [] as string[] }
  const log = openLogFile(path, {
    onDrop: (reason: string) => disk.reasons.push(reason),
    files: {
      open: (file: string) => openSync(file, 'a', 0o600),
      close: closeSync,
      now: () => disk.now,
      write(descriptor: number, bytes: Buffer, offset: number) {
        const count = Math.min(bytes.length - offset, disk.room)
        if (count === 0) throw new Error('ENOSPC: no space left on device, write')
        disk.room -= count
        return writeSync(descriptor, bytes, offset, count)
      },
    },
    ...options,
  })
  return { log, disk }
}

const linesOf = (path: string) => readFileSync(path, 'utf8').trim().split('\n')

test('rotates by size and at midnight UTC, and keeps a limited number of files', () => {
  const folder = makeFolder()
  const path = join(folder, 'auth.log')
  const { log, disk } = openFake(path, { maxBytes: 10, keep: 2 })
  for (const line of ['first of 10', 'second of 10', 'third of 10']) log.write(line)
  expect([path, `${path}.1`, `${path}.2`].map(linesOf)).toEqual([['third of 10'], ['second of 10'], ['first of 10']])
  log.write('4')
  disk.now += DAY
  log.write('next day')
  expect(linesOf(path)).toEqual(['next day'])
  expect(readdirSync(folder).sort()).toEqual(['auth.log', 'auth.log.1', 'auth.log.2'])
})

test('continues the log of the run before, rotates it on a new day, and deletes old files', () => {
  const path = join(makeFolder(), 'auth.log')
  for (const file of [path, `${path}.1`]) writeFileSync(file, 'run before\n')
  utimesSync(path, start / 1000, start / 1000)
  utimesSync(`${path}.1`, start / 1000, (start - 15 * DAY) / 1000)
  const { log, disk } = openFake(path)
  log.write('now')
  expect(linesOf(path)).toEqual(['run before', 'now'])
  disk.now += DAY
  log.write('next day')
  expect([linesOf(path), linesOf(`${path}.1`)]).toEqual([['next day'], ['run before', 'now']])
  expect(existsSync(`${path}.2`)).toBe(false)
})

test('counts the lines that a full disk drops, and logs the count once there is room (F39)', () => {
  const path = join(makeFolder(), 'auth.log')
  const { log, disk } = openFake(path)
  log.write('one')
  disk.room = 2
  for (const line of ['two', 'three', 'four']) log.write(line)
  expect(log.dropped()).toBe(3)
  expect(disk.reasons).toEqual(['ENOSPC: no space left on device, write'])
  disk.room = Number.POSITIVE_INFINITY
  log.write('five')
  const note = '{"level":"warn","time":"2026-01-05T12:00:00.000Z","event":"log.dropped","lines":3}'
  expect(linesOf(path)).toEqual(['one', 'tw', note, 'five'])
  expect(log.dropped()).toBe(0)
})
