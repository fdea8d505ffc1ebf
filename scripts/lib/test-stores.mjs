import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from './ports.mjs'
import { findRedis, redisArguments } from './stores.mjs'
import { inRoot } from './tool.mjs'

/** Fast but unsafe settings: test data is thrown away, is not replicated and needs no password hardening. */
const settings = [
  ...['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=200'],
  ...['wal_level=minimal', 'max_wal_senders=0', 'max_wal_size=8GB', 'autovacuum=off', 'scram_iterations=1'],
]
const flags = settings.flatMap((setting) => ['-c', setting])

/** Resolves when the child prints `text`. Rejects with its output if it ends first. */
const printed = (child, text) =>
  new Promise((resolve, reject) => {
    let output = ''
    const listen = (chunk) => {
      output = `${output}${chunk}`.slice(-4_000)
      if (output.includes(text)) resolve()
    }
    child.stdout.on('data', listen)
    child.stderr.on('data', listen)
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`The process stopped (${code}): ${output.trim()}`)))
  })

const exited = (child) =>
  child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve()
    : new Promise((resolve) => child.once('exit', resolve))

async function untilOpen(port, child) {
  while (child.exitCode === null) {
    const open = await new Promise((resolve) => {
      const socket = connect(port, '127.0.0.1')
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
      socket.once('connect', () => socket.destroy())
    })
    if (open) return
    await delay(20)
  }
  throw new Error('The test Redis stopped')
}

function openPostgres(folder, port, password) {
  const options = {
    dataDir: join(folder, 'postgres'),
    port,
    flags,
    initFlags: ['--no-sync', '-c', 'scram_iterations=1'],
    removeAtEnd: folder,
  }
  return spawn(process.execPath, [inRoot('scripts', 'pg.mjs'), JSON.stringify(options)], {
    stdio: 'pipe',
    detached: true,
    env: { ...process.env, PG_PASSWORD: password },
  })
}

/**
 * Starts PostgreSQL and Redis on free loopback ports with throwaway data: { env, close }. The tests' temporary folders
 * are in the same folder and are deleted with it.
 */
export async function openTestStores() {
  const redis = findRedis((line) => process.stderr.write(`${line}\n`))
  const folder = mkdtempSync(join(tmpdir(), 'callwright-test-'))
  chmodSync(folder, 0o711)
  const children = []
  const close = async () => {
    for (const child of children) child.kill('SIGTERM')
    await Promise.all(children.map(exited))
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    const [pgPort, redisPort] = [await freePort(), await freePort()]
    const password = randomBytes(16).toString('hex')
    const postgres = openPostgres(folder, pgPort, password)
    const queue = spawn(
      process.execPath,
      [inRoot('scripts', 'tied.mjs'), redis, ...redisArguments({ port: redisPort, dir: folder, persistent: false })],
      { stdio: ['pipe', 'ignore', 'inherit'], detached: true },
    )
    children.push(postgres, queue)
    await Promise.all([printed(postgres, 'postgres ready'), untilOpen(redisPort, queue)])
    const scratch = join(folder, 'scratch')
    mkdirSync(scratch)
    const env = {
      TMPDIR: scratch,
      // Compile each module once for the many processes that tests start.
      NODE_COMPILE_CACHE: inRoot('node_modules', '.cache', 'node'),
      TEST_DATABASE_URL: `postgres://postgres:${password}@127.0.0.1:${pgPort}/postgres`,
      TEST_REDIS_URL: `redis://127.0.0.1:${redisPort}`,
    }
    return { env, close }
  } catch (error) {
    await close()
    throw error
  }
}
