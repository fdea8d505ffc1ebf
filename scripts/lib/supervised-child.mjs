import { spawn } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { identityOf, signalGroup } from './processes.mjs'
import { pathWithTools, root } from './root.mjs'

/**
 * Starts the process of an entry ({ spec, log, ... }) and stores its pid and identity on the entry. `exited` resolves
 * to the reason why it ended.
 */
export function launch(entry) {
  const { command, args, env } = entry.spec
  const child = spawn(command, args, {
    cwd: root,
    env: { ...process.env, DATABASE_URL: undefined, REDIS_URL: undefined, PATH: pathWithTools(), ...env },
    // The child gets its own process group, so that Ctrl-C in the terminal does not reach the database first. When its
    // stdin closes, the child knows that this process has ended.
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true,
  })
  child.stdin.on('error', () => {})
  entry.child = child
  entry.pid = child.pid ?? null
  entry.identity = child.pid ? identityOf(child.pid) : null
  entry.log.follow(child.stdout)
  entry.log.follow(child.stderr)
  entry.exited = new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('exit', (code, name) => resolve(name ?? `exit code ${code}`))
  }).then((how) => {
    entry.pid = null
    return how
  })
}

export const lastLines = ({ log }) => `Last lines of ${log.path}:\n${log.tail.map((line) => `  ${line}`).join('\n')}`

/** Ends processes with SIGTERM, and with SIGKILL after `timeout` milliseconds. */
export async function stopAll(entries, { timeout, print }) {
  const living = entries.filter(({ pid }) => pid !== null)
  for (const { child } of living) child.kill('SIGTERM')
  const all = Promise.all(living.map(({ exited }) => exited))
  if ((await Promise.race([all, delay(timeout, 'late', { ref: false })])) !== 'late') return
  for (const { pid, spec } of living) {
    if (pid === null) continue
    print(`[${spec.name}] did not stop within ${timeout / 1000} s. Killing it.`)
    signalGroup(pid, 'SIGKILL')
  }
  await all
}
