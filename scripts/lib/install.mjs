import { spawn, spawnSync } from 'node:child_process'
import { existsSync, realpathSync, statSync } from 'node:fs'
import { constants } from 'node:os'
import { inRoot } from './root.mjs'
import { mustRun, stopTools } from './tool.mjs'

const modifiedAt = (file) => (existsSync(file) ? statSync(file).mtimeMs : null)

/** Packages are fresh when npm finished installing (it writes its own lock last) after the lock last changed. */
export const isFresh = (lockTime, installedTime) => installedTime !== null && lockTime <= installedTime

export const packagesAreFresh = () =>
  isFresh(modifiedAt(inRoot('package-lock.json')), modifiedAt(inRoot('node_modules', '.package-lock.json')))

export async function installPackages() {
  if (packagesAreFresh()) return 'up to date'
  await mustRun('npm ci', 'npm', ['ci', '--include=dev', '--no-progress', '--loglevel=error'])
  return 'installed'
}

/** Node 24.7 is the floor: it runs TypeScript sources as they are and has what the libraries need. */
export function isNewEnough(version) {
  const [major, minor] = version.replace(/^v/, '').split('.').map(Number)
  return major > 24 || (major === 24 && minor >= 7)
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
      `Node 24.7 or newer is needed and none comes with the packages for ${process.platform} ${process.arch}; ` +
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
 * What `npm start` and `npm test` both do first, on whatever Node is there. Comes back only on the pinned Node.
 * A signal in the middle ends npm as well.
 */
export async function prepare(report) {
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
  await report.step('Packages', installPackages)
  await continueOnPinnedNode()
  for (const name of signals) process.off(name, interrupt)
}
