import { spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const MARKER = 'callwright.initialised'

function isMissing(dataDir) {
  if (existsSync(join(dataDir, MARKER))) return false
  if (!existsSync(dataDir) || readdirSync(dataDir).length === 0) return true
  throw new Error(
    `${dataDir} contains files that Callwright did not create, or a database without the file ${MARKER}. ` +
      `Nothing was changed. Move the folder away or, if it is Callwright's database, create ${MARKER} in it.`,
  )
}

/**
 * Creates the database cluster if there is none. It is created next to its final place and then moved, so that an
 * existing cluster is always complete. Existing files are never deleted.
 */
export function ensureCluster(dataDir, { native, user, password, initFlags = [] }) {
  if (!isMissing(dataDir)) return
  const part = `${dataDir}.part`
  const passwordFile = `${dataDir}.password`
  rmSync(part, { recursive: true, force: true })
  mkdirSync(part, { mode: 0o700 })
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 })
  try {
    if (user.uid !== undefined) for (const path of [part, passwordFile]) chownSync(path, user.uid, user.gid)
    const made = spawnSync(
      join(native, 'bin', 'initdb'),
      [
        `--pgdata=${part}`,
        '--username=postgres',
        `--pwfile=${passwordFile}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        '--locale=C',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        ...initFlags,
      ],
      { ...user, cwd: '/', encoding: 'utf8' },
    )
    if (made.status !== 0) throw new Error(`initdb failed: ${made.error?.message ?? `${made.stderr}${made.stdout}`}`)
    writeFileSync(join(part, MARKER), '')
    renameSync(part, dataDir)
  } finally {
    rmSync(passwordFile, { force: true })
  }
}
