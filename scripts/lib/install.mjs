import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, realpathSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { passFolderLock, takeFolderLock } from './folder-lock.mjs'
import { readJson } from './private-files.mjs'
import { identityOf } from './processes.mjs'
import { inRoot, root } from './root.mjs'
import { mustRun, stopTools } from './tool.mjs'

/** What npm installed in a checkout, as it notes it at the end; null while nothing is, or while it is at work. */
const installedIn = (folder) => readJson(join(folder, 'node_modules', '.package-lock.json'))?.packages ?? null

/** Whether the packages of a lock are installed, each in its version; those of other platforms need not be. */
export const areInstalled = (wanted, installed) =>
  Object.entries(wanted).every(([path, { version, integrity, optional }]) => {
    const found = installed[path]
    if (found === undefined) return path === '' || optional === true
    return found.version === version && found.integrity === integrity
  })

/** Content decides, not time: a checkout that git has just written holds a young lock of old content. */
function isUpToDate(folder) {
  const installed = installedIn(folder)
  const wanted = readJson(join(folder, 'package-lock.json'))?.packages
  return installed !== null && wanted !== undefined && areInstalled(wanted, installed)
}

/**
 * Installs what is not installed yet. One at a time: whoever comes second waits for the npm of the first, even where the
 * process that started it is gone, and then finds all done.
 */
export async function installPackages(say, { folder = root, npm = 'npm' } = {}) {
  if (isUpToDate(folder)) return 'up to date'
  const lockFolder = join(folder, '.data', 'install')
  mkdirSync(lockFolder, { recursive: true })
  const self = { pid: process.pid, identity: identityOf(process.pid) }
  let holder = takeFolderLock(lockFolder, self)
  if (holder !== null) say(`waiting for the installation of process ${holder.pid}`)
  while (holder !== null) {
    await delay(100)
    holder = takeFolderLock(lockFolder, self)
  }
  if (isUpToDate(folder)) {
    passFolderLock(lockFolder, null)
    return 'up to date'
  }
  await mustRun('npm ci', npm, ['ci', '--include=dev', '--no-progress', '--loglevel=error'], {
    cwd: folder,
    onStart: (pid) => passFolderLock(lockFolder, { pid, identity: identityOf(pid) }),
  })
  return 'installed'
}

/** For commands that may run beside others on the same packages: what is there is never replaced under them. */
export async function checkPackages(say, { folder = root, npm = 'npm' } = {}) {
  if (installedIn(folder) === null) return installPackages(say, { folder, npm })
  if (isUpToDate(folder)) return 'up to date'
  throw new Error('The installed packages are not those of package-lock.json: run npm ci, then this again')
}

/** Node 24.9 is the floor: it runs TypeScript sources as they are, and Jest loads modules at once with it. */
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
 * Calls back when the process that started this one is gone: a signal to `npm start` ends npm and its shell, but does
 * not reach what the shell runs. Not when started by hand, where the parent may go on purpose (nohup).
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

/** Runs this same script again on the pinned Node and ends with its exit code; returns when it runs on it already. */
export async function continueOnPinnedNode() {
  const pinned = pinnedNode()
  if (pinned === null) {
    if (isNewEnough(process.version)) return
    throw new Error(
      `Node 24.9 or newer is needed and none comes with the packages for ${process.platform} ${process.arch}; ` +
        `this is ${process.version}. Install Node 24 and start again.`,
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
 * What every command does first, on whatever Node is there. Comes back only on the pinned Node. A signal in the middle
 * ends npm as well. `packages` is what it does about packages that are not as they must be.
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
