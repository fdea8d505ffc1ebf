import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { simulatedMarket } from '../bench/stack.mjs'
import { isReady } from '../lib/services.mjs'
import { portTable, workerOpsPorts } from '../lib/settings.mjs'
import { findRedis, redisAnswers } from '../lib/stores.mjs'
import { inRoot, pathWithTools, root } from '../lib/tool.mjs'

/** Below the ports that the kernel gives to outgoing connections. */
const BASE_PORT = 8_080
const POSTGRES_PORT = 5_432
const REDIS_PORT = 6_379
const START_MS = 120_000
const ports = portTable(BASE_PORT)

export const gatewayUrl = ({ address }) => `http://${address}:${ports.gateway.port}`
export const serviceUrl = ({ address }, name) => `http://${address}:${ports[name].port}`
const opsPortOf = (part) => (part === 'worker' ? workerOpsPorts(BASE_PORT)[0] : ports[part].opsPort)

async function waitUntil(what, isTrue, milliseconds = START_MS) {
  const end = performance.now() + milliseconds
  while (!(await isTrue())) {
    if (performance.now() > end) throw new Error(`${what}: not within ${milliseconds / 1_000} s`)
    await delay(100)
  }
}

/** Starts scripts on hosts. Their output is in files. All end when this is closed. */
function openScripts(closers) {
  const folder = mkdtempSync(join(tmpdir(), 'callwright-hosts-'))
  // Execute-only for others: PostgreSQL runs as another user.
  chmodSync(folder, 0o711)
  const children = []
  closers.push(() => rmSync(folder, { recursive: true, force: true }))
  closers.push(async () => {
    for (const child of children.toReversed()) await end(child, 'SIGTERM')
  })

  return {
    folder,
    start(host, name, script, args, env) {
      const { command, args: inside } = host.enter(process.execPath, [inRoot('scripts', script), ...args])
      const path = join(folder, `${name}.log`)
      const log = openSync(path, 'a', 0o600)
      const child = spawn(command, inside, {
        cwd: root,
        // A process on another host has no terminal of this one.
        detached: true,
        env: {
          PATH: pathWithTools(),
          HOME: process.env.HOME,
          CALLWRIGHT_STEPS_DONE: '1',
          ENV_FILE: '/dev/null',
          ...env,
        },
        stdio: ['pipe', log, log],
      })
      children.push(child)
      return { child, output: () => readFileSync(path, 'utf8') }
    },
  }
}

async function end(child, signal) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill(signal)
  await gone
}

async function untilRunning(name, { child, output }, isUp) {
  await waitUntil(name, async () => {
    if (child.exitCode !== null) throw new Error(`${name} ended:\n${output().slice(-3_000)}`)
    return isUp()
  })
}

/** PostgreSQL and Redis on a host: { databaseUrl, redisUrl }. */
async function startStores(host, scripts) {
  const password = randomBytes(16).toString('hex')
  const options = {
    dataDir: join(scripts.folder, 'postgres'),
    port: POSTGRES_PORT,
    flags: ['-c', `listen_addresses=${host.address}`],
  }
  const postgres = scripts.start(host, 'postgres', 'pg.mjs', [JSON.stringify(options)], { PG_PASSWORD: password })
  const ready = () => /^postgres ready (\d+) (.+)$/m.exec(postgres.output())
  await untilRunning('PostgreSQL', postgres, () => ready() !== null)
  const [, pid, dataDir] = ready()
  appendFileSync(join(dataDir, 'pg_hba.conf'), 'host all all samenet scram-sha-256\n')
  process.kill(Number(pid), 'SIGHUP')

  const redisFolder = join(scripts.folder, 'redis')
  mkdirSync(redisFolder)
  const redisUrl = `redis://:${password}@${host.address}:${REDIS_PORT}`
  const redis = scripts.start(
    host,
    'redis',
    'tied.mjs',
    [
      ...[findRedis(() => {}), '--bind', host.address, '--port', String(REDIS_PORT), '--requirepass', password],
      ...['--dir', redisFolder, '--save', '', '--maxmemory-policy', 'noeviction'],
    ],
    {},
  )
  await untilRunning('Redis', redis, () => redisAnswers(redisUrl))
  return { databaseUrl: `postgres://postgres:${password}@${host.address}:${POSTGRES_PORT}/postgres`, redisUrl }
}

/**
 * Starts the stores and the whole stack on the first host, as `npm start` does: { databaseUrl, startPart }. `settings`
 * are added to its environment. `startPart(host, part)` starts one more process of the stack on another host, as an
 * operator would: with the settings that `npm run part` prints.
 */
export async function startStack(main, settings, closers) {
  const scripts = openScripts(closers)
  const { databaseUrl, redisUrl } = await startStores(main, scripts)
  const common = {
    ...simulatedMarket,
    SIMULATED_UNIVERSE: 'large_cap',
    // One user sends the whole load.
    REQUESTS_PER_MINUTE: '100000000',
    BASE_PORT: String(BASE_PORT),
    LOG_LEVEL: 'info',
  }
  const stack = {
    ...common,
    ...settings,
    DATA_DIR: join(scripts.folder, 'data'),
    PRIVATE_ADDRESS: main.address,
    DATABASE_URL: databaseUrl,
    REDIS_URL: redisUrl,
  }
  const started = scripts.start(main, 'start', 'start.mjs', [], stack)
  await untilRunning('The stack', started, () => /^ready /m.test(started.output()))

  async function startPart(host, part) {
    const name = `${part} on ${host.address}`
    const printed = scripts.start(main, `settings of ${name}`, 'part.mjs', [part, '--settings'], stack)
    await new Promise((resolve) => printed.child.once('exit', resolve))
    if (printed.child.exitCode !== 0) throw new Error(printed.output())
    const file = join(scripts.folder, `${name}.env`)
    writeFileSync(file, printed.output().slice(printed.output().lastIndexOf("PUBLIC_URL='")), { mode: 0o600 })
    const env = {
      ...common,
      ENV_FILE: file,
      DATA_DIR: join(scripts.folder, name),
      PRIVATE_ADDRESS: host.address,
      ...(part === 'worker' ? { OPS_PORT: String(opsPortOf('worker')) } : {}),
    }
    const script = part === 'worker' ? ['worker.mjs', []] : ['part.mjs', [part]]
    const running = scripts.start(host, name, ...script, env)
    const ready = () => isReady(opsPortOf(part), host.address)
    await untilRunning(name, running, ready)
    return {
      kill: () => end(running.child, 'SIGKILL'),
      untilReady: () => waitUntil(`${name} ready`, ready),
    }
  }

  return { databaseUrl, startPart }
}
