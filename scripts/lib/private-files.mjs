import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Readers see the old content or the new one, and nobody else sees either. */
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

/** The database administrator's password: made once, kept where the processes keep their own secrets. */
export function databasePassword(dataDir) {
  const file = join(dataDir, 'secrets', 'postgres-admin')
  if (existsSync(file)) return readFileSync(file, 'utf8').trim()
  if (existsSync(join(dataDir, 'postgres'))) {
    throw new Error(
      `${file} is missing while ${join(dataDir, 'postgres')} exists: put it back, or move ${dataDir} away`,
    )
  }
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const password = randomBytes(24).toString('base64url')
  writePrivate(file, password)
  return password
}

export const remove = (file) => rmSync(file, { force: true })
