import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, realpathSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { readJson, takeFolderLock, transferFolderLock } from './folder-lock.mjs'
import { identityOf } from './processes.mjs'
import { inRoot, mustRun, root, stopTools } from './tool.mjs'

/**
 * Installed packages of a checkout, from the record that npm writes when it finishes. Null before or during an
 * installation.
 */
const installedIn = (folder) => readJson(join(folder, 'node_modules', '.package-lock.json'))?.packages ?? null

/**
 * Whether all packages in a lock file are installed in the right version. Packages for other platforms may be missing.
 */
export const areInstalled = (wanted, installed) =>
  Object.entries(wanted).every(([path, { version, integrity, optional }]) => {
    const found = installed[path]
    if (found === undefined) return path === '' || optional === true
    return found.version === version && found.integrity === integrity
  })

/** Compares content, not timestamps: a checkout gives an unchanged lock file a new timestamp. */
function isUpToDate(folder) {
  const installed = installedIn(folder)
  const wanted = readJson(join(folder, 'package-lock.json'))?.packages
  return installed !== null && wanted !== undefined && areInstalled(wanted, installed)
}

/**
 * Installs missing packages, one process at a time. A second process waits for the running npm, even if the process
 * that started it has ended, and then finds nothing left to install.
 */
export async function installPackages(say, { folder = root, npm = 'npm' } = {}) {
  if (isUpToDate(folder)) return 'up to date'
  const lockFolder = join(folder, '.data', 'install')
  mkdirSync(lockFolder, { recursive: true })
  const self = { pid: process.pid, identity: identityOf(process.pid) }
  let holder = takeFolderLock(lockFolder, self)
  if (holder !== null) say(`waiting for the installation by process ${holder.pid}`)
  while (holder !== null) {
    await delay(100)
    holder = takeFolderLock(lockFolder, self)
  }
  if (isUpToDate(folder)) {
    transferFolderLock(lockFolder, null)
    return 'up to date'
  }
  await mustRun('npm ci', npm, ['ci', '--include=dev', '--no-progress', '--loglevel=error'], {
    cwd: folder,
    onStart: (pid) => transferFolderLock(lockFolder, { pid, identity: identityOf(pid) }),
  })
  return 'installed'
}

/** Installs packages if there are none, but never replaces installed ones, because callers may run concurrently. */
export async function checkPackages(say, { folder = root, npm = 'npm' } = {}) {
  if (installedIn(folder) === null) return installPackages(say, { folder, npm })
  if (isUpToDate(folder)) return 'up to date'
  throw new Error('The installed packages do not match package-lock.json. Run npm ci, then try again.')
}

/** Node 24.9 is required: it runs TypeScript sources directly and lets Jest load modules synchronously. */
export function isNewEnough(version) {
  const [major, minor] = version.replace(/^v/, '').split('.').map(Number)
  return major > 24 || (major === 24 && minor >= 9)
}

function pinnedNode() {
  const file = inRoot('node_modules', '.bin', 'node')
  if (!existsSync(file)) return null
  const { status, stdout } = spawnSync(file, ['--version'], { encoding: 'utf8' })
  return status === 0 && isNewEnough(stdout.trim()) ? realpathSync(file) : null
}

/**
 * Calls back when the parent process has ended: a signal to `npm start` ends npm and its shell, but does not reach the
 * command that the shell runs. Does nothing if the user started the script directly, because its parent may then end on
 * purpose (nohup).
 */
export function onOrphaned(callback) {
  if (!process.env.npm_lifecycle_event && !process.env.CALLWRIGHT_STEPS_DONE) return
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    callback()
  }, 250)
  timer.unref()
}

/** Reruns this script on the pinned Node and exits with its code. Returns if it already runs on the pinned Node. */
async function continueOnPinnedNode() {
  const pinned = pinnedNode()
  if (pinned === null) {
    if (isNewEnough(process.version)) return
    throw new Error(
      `Node 24.9 or newer is required, and the packages include none for ${process.platform} ${process.arch}. ` +
        `You have ${process.version}. Install Node 24 and try again.`,
    )
  }
  if (realpathSync(process.execPath) === pinned) return
  const [script, ...args] = process.argv.slice(1)
  const child = spawn(pinned, [script, ...args], {
    stdio: 'inherit',
    env: { ...process.env, CALLWRIGHT_STEPS_DONE: '1' },
  })
  onOrphaned(() => child.kill('SIGTERM'))
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.removeAllListeners(name)
    process.on(name, () => child.kill(name))
  }
  const code = await new Promise((resolve) => {
    child.once('error', () => resolve(127))
    child.once('exit', (status, name) => resolve(status ?? 128 + constants.signals[name]))
  })
  process.exit(code)
}

/**
 * First step of every command, on any Node version. Returns only on the pinned Node. A signal during this step also
 * ends npm. `packages` handles missing or outdated packages.
 */
export async function prepare(report, packages = installPackages) {
  const interrupt = () => {
    stopTools()
    process.exit(130)
  }
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  if (process.env.CALLWRIGHT_STEPS_DONE) {
    report.skip(1)
    return
  }
  for (const name of signals) process.on(name, interrupt)
  await report.step('Packages', () => packages(report.line))
  await continueOnPinnedNode()
  for (const name of signals) process.off(name, interrupt)
}
