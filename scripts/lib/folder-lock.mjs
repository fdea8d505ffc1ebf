import { linkSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { readJson, remove, writePrivate } from './private-files.mjs'
import { identityOf } from './processes.mjs'

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
      const holder = last === 0 ? null : readJson(fileOf(folder, last))
      if (holder !== null && identify(holder.pid) === holder.identity) return holder.pid === self.pid ? null : holder
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
