import { linkSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { readJson, remove, writePrivate } from './private-files.mjs'
import { identityOf } from './processes.mjs'

const NAME = 'start-lock.'

const numbersIn = (dataDir) =>
  readdirSync(dataDir)
    .filter((name) => name.startsWith(NAME))
    .map((name) => Number(name.slice(NAME.length)))
    .filter(Number.isInteger)

const fileOf = (dataDir, number) => join(dataDir, `${NAME}${number}`)

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
 * Takes a data folder for the process `self` ({ pid, identity }) as long as it lives. Null, or the living process that
 * holds it. The holder is who wrote the highest number; a dead holder's file is followed by the next number, which only
 * one can create, and is never removed before: so two that take over at once cannot both succeed.
 */
export function takeStartLock(dataDir, self, identify = identityOf) {
  const draft = join(dataDir, `start-draft.${self.pid}`)
  writePrivate(draft, JSON.stringify({ pid: self.pid, identity: self.identity }))
  try {
    for (;;) {
      const last = Math.max(0, ...numbersIn(dataDir))
      const holder = last === 0 ? null : readJson(fileOf(dataDir, last))
      if (holder !== null && identify(holder.pid) === holder.identity) return holder.pid === self.pid ? null : holder
      const mine = fileOf(dataDir, last + 1)
      if (!link(draft, mine)) continue
      const numbers = numbersIn(dataDir)
      if (Math.max(...numbers) > last + 1) {
        remove(mine)
        continue
      }
      for (const number of numbers) if (number <= last) remove(fileOf(dataDir, number))
      return null
    }
  } finally {
    remove(draft)
  }
}

export const heldMessage = (dataDir, { pid }) =>
  `Another npm start (process ${pid}) is using DATA_DIR=${dataDir}: let it run, stop it, or choose another DATA_DIR`
