import { join } from 'node:path'
import { readJson, remove, writePrivate } from './private-files.mjs'
import { identityOf } from './processes.mjs'

const fileOf = (dataDir) => join(dataDir, 'run.json')

/** Writes the data that other commands need to join the running stack. */
export const writeRun = (dataDir, run) => writePrivate(fileOf(dataDir), JSON.stringify(run))

export const removeRun = (dataDir) => remove(fileOf(dataDir))

/** Finds the stack that runs on this data folder. Null if there is none, or if its supervisor was killed. */
export function readRun(dataDir) {
  const run = readJson(fileOf(dataDir))
  return run !== null && identityOf(run.supervisor.pid) === run.supervisor.identity ? run : null
}
