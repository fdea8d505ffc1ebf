import { spawn, spawnSync } from 'node:child_process'
import { readlinkSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { checkPackages, prepare } from '../lib/install.mjs'
import { onPath } from '../lib/programs.mjs'

const INSIDE = '--inside'

/** Reason why this machine cannot build a network of namespaces, or null. */
export function findObstacle() {
  if (process.platform !== 'linux') return 'network namespaces need Linux'
  const missing = ['ip', 'unshare', 'nsenter'].filter((name) => onPath([name]) === null)
  if (missing.length > 0) return `${missing.join(', ')} not found`
  if (process.getuid?.() !== 0) return 'network namespaces need root'
  const tried = spawnSync('unshare', ['--net', 'true'])
  return tried.status === 0 ? null : 'this machine allows no network namespaces'
}

/**
 * Continues this script in its own network namespace, which the kernel removes with all links when its last process
 * ends. Returns in the new namespace. Outside, exits with the code of the continued script.
 */
export async function enterNetwork(report) {
  if (process.argv.includes(INSIDE)) return
  await prepare(report, checkPackages)
  const [script, ...args] = process.argv.slice(1)
  const child = spawn('unshare', ['--net', '--', process.execPath, script, ...args, INSIDE], {
    stdio: 'inherit',
    env: { ...process.env, CALLWRIGHT_STEPS_DONE: '1' },
  })
  // The terminal sends SIGINT to both.
  process.on('SIGINT', () => {})
  for (const name of ['SIGTERM', 'SIGHUP']) process.on(name, () => child.kill(name))
  const code = await new Promise((resolve) => {
    child.once('error', () => resolve(1))
    child.once('exit', (status) => resolve(status ?? 1))
  })
  process.exit(code)
}

function ip(...args) {
  const { status, stderr } = spawnSync('ip', args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`ip ${args.join(' ')}: ${stderr}`)
}

const BRIDGE = 'lan'
const NETWORK = '10.47.0'
const HOLD_MS = 5_000

/**
 * Builds `count` hosts on a bridge: 10.47.0.1, 10.47.0.2 and so on. Each is a network namespace with one link. This
 * process is on the bridge too, and reaches all of them.
 */
export async function openNetwork(count, closers) {
  ip('link', 'set', 'lo', 'up')
  ip('link', 'add', BRIDGE, 'type', 'bridge')
  ip('addr', 'add', `${NETWORK}.254/24`, 'dev', BRIDGE)
  ip('link', 'set', BRIDGE, 'up')
  const hosts = []
  for (let number = 1; number <= count; number += 1) hosts.push(await openHost(number, closers))
  return hosts
}

async function openHost(number, closers) {
  // Ends with its standard input, and does not receive the terminal's SIGINT.
  const holder = spawn('unshare', ['--net', 'cat'], { stdio: ['pipe', 'ignore', 'inherit'], detached: true })
  closers.push(() => holder.stdin.end())
  const namespace = `/proc/${holder.pid}/ns/net`
  const end = performance.now() + HOLD_MS
  while (readlinkSync(namespace) === readlinkSync('/proc/self/ns/net')) {
    if (performance.now() > end) throw new Error('No network namespace was created')
    await delay(5)
  }
  const enter = (command, args) => ({ command: 'nsenter', args: [`--net=${namespace}`, '--', command, ...args] })
  const within = (...args) => {
    const inside = enter('ip', args)
    const { status, stderr } = spawnSync(inside.command, inside.args, { encoding: 'utf8' })
    if (status !== 0) throw new Error(`ip ${args.join(' ')} on host ${number}: ${stderr}`)
  }
  const link = `host${number}`
  const address = `${NETWORK}.${number}`
  ip('link', 'add', link, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', String(holder.pid))
  ip('link', 'set', link, 'master', BRIDGE)
  ip('link', 'set', link, 'up')
  within('addr', 'add', `${address}/24`, 'dev', 'eth0')
  within('link', 'set', 'eth0', 'up')
  within('link', 'set', 'lo', 'up')
  return {
    address,
    enter,
    cut: () => ip('link', 'set', link, 'down'),
    mend: () => ip('link', 'set', link, 'up'),
  }
}
