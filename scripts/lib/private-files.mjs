import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

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
