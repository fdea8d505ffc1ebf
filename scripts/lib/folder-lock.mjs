import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { identityOf } from './processes.mjs'

/** Replaces a file atomically and makes it readable only by its owner. */
export function writePrivate(file, content) {
  const part = `${file}.${process.pid}`
  writeFileSync(part, content, { mode: 0o600 })
  renameSync(part, file)
}

export function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}

/** Password of the database administrator, created once and stored with the other secrets. */
export function databasePassword(dataDir) {
  const file = join(dataDir, 'secrets', 'postgres-admin')
  if (existsSync(file)) return readFileSync(file, 'utf8').trim()
  if (existsSync(join(dataDir, 'postgres'))) {
    throw new Error(
      `${file} is missing while ${join(dataDir, 'postgres')} exists. Restore it, or move ${dataDir} away.`,
    )
  }
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const password = randomBytes(24).toString('base64url')
  writePrivate(file, password)
  return password
}

export const remove = (file) => rmSync(file, { force: true })

const NAME = 'lock.'

const numbersIn = (folder) =>
  readdirSync(folder)
    .filter((name) => name.startsWith(NAME))
    .map((name) => Number(name.slice(NAME.length)))
    .filter(Number.isInteger)

const fileOf = (folder, number) => join(folder, `${NAME}${number}`)

const lastIn = (folder) => Math.max(0, ...numbersIn(folder))

function link(draft, file) {
  try {
    linkSync(draft, file)
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  }
}

/** The running process that holds the lock of a folder, or null. */
export function readFolderLock(folder, identify = identityOf) {
  const last = existsSync(folder) ? lastIn(folder) : 0
  const holder = last === 0 ? null : readJson(fileOf(folder, last))
  return holder !== null && identify(holder.pid) === holder.identity ? holder : null
}

/**
 * Locks a folder for the process `self` ({ pid, identity }) as long as it runs. Returns null, or the running process
 * that holds the lock. The file with the highest number names the holder. To replace a dead holder, a process creates
 * the file with the next number and then removes the older files. Only one process can create that file, so two cannot
 * both take over.
 */
export function takeFolderLock(folder, self, identify = identityOf) {
  const draft = join(folder, `draft.${self.pid}`)
  writePrivate(draft, JSON.stringify({ pid: self.pid, identity: self.identity }))
  try {
    for (;;) {
      const last = lastIn(folder)
      const holder = readFolderLock(folder, identify)
      if (holder !== null) return holder.pid === self.pid ? null : holder
      const mine = fileOf(folder, last + 1)
      if (!link(draft, mine)) continue
      const numbers = numbersIn(folder)
      if (Math.max(...numbers) > last + 1) {
        remove(mine)
        continue
      }
      for (const number of numbers) if (number <= last) remove(fileOf(folder, number))
      return null
    }
  } finally {
    remove(draft)
  }
}

/** Transfers the lock from its running holder to another process, or releases it with null. */
export const transferFolderLock = (folder, heir) => writePrivate(fileOf(folder, lastIn(folder)), JSON.stringify(heir))
