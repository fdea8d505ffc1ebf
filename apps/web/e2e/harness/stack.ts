import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { readVariable } from './browser.ts'

const repository = join(import.meta.dirname, '../../../..')
const PORTS_OF_A_STACK = 52
/** All stacks run the same code, so they share Node's compile cache. */
const compiledCode = join(repository, 'node_modules/.cache/e2e')

export interface Stack {
  readonly url: string
  readonly dataDir: string
  stop(): Promise<void>
}

/** `invented`: a small recorded pack of fictitious companies. `simulated`: what runs if nothing is configured. */
type TestMarket = 'invented' | 'simulated'

export interface StackOptions {
  /** Must be different for each stack. */
  readonly redisDatabase: number
  readonly settings?: Readonly<Record<string, string>>
}

/**
 * Starts a complete stack the way `npm start` does, with only these settings, on the databases that the test command
 * provides.
 */
export async function startStack(market: TestMarket, { redisDatabase, settings = {} }: StackOptions): Promise<Stack> {
  const folder = mkdtempSync(join(tmpdir(), 'callwright-e2e-'))
  chmodSync(folder, 0o755)
  const chosen = market === 'invented' ? makeInventedPack(join(folder, 'invented-pack')) : {}
  const database = await createDatabase()
  const basePort = await findFreePorts()
  const child = spawn(process.execPath, [join(repository, 'scripts/start.mjs')], {
    cwd: repository,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...pick(['PATH', 'HOME', 'TMPDIR']),
      BASE_PORT: String(basePort),
      DATA_DIR: join(folder, 'data'),
      // The checkout's own settings would change the test.
      ENV_FILE: '/dev/null',
      // Skips setup steps, because tests do not install packages.
      CALLWRIGHT_STEPS_DONE: '1',
      NODE_COMPILE_CACHE: compiledCode,
      DATABASE_URL: database.url,
      REDIS_URL: `${readVariable('TEST_REDIS_URL')}/${redisDatabase}`,
      ...chosen,
      ...settings,
    },
  })
  await waitUntilReady(child)
  return {
    url: `http://localhost:${basePort}`,
    dataDir: join(folder, 'data'),
    async stop() {
      const gone = new Promise((resolve) => child.once('exit', resolve))
      if (child.exitCode === null) child.kill('SIGTERM')
      else return
      await gone
      await database.drop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Reads the process ID of one part of a running stack from the stack's own records. */
export function readPid(stack: Stack, name: string): number {
  const recorded = JSON.parse(readFileSync(join(stack.dataDir, 'pids.json'), 'utf8')) as { name: string; pid: number }[]
  const pid = recorded.find((entry) => entry.name === name)?.pid
  if (pid === undefined) throw new Error(`No process called ${name} is recorded`)
  return pid
}

function makeInventedPack(folder: string) {
  const maker = join(repository, 'services/market-data/src/providers/recorded/make-invented-pack.ts')
  execFileSync(process.execPath, [maker, folder], { env: { ...process.env, NODE_COMPILE_CACHE: compiledCode } })
  return { MARKET_DATA_PROVIDER: 'recorded', RECORDED_DATA_DIR: folder }
}

async function createDatabase(): Promise<{ url: string; drop: () => Promise<void> }> {
  const adminUrl = readVariable('TEST_DATABASE_URL')
  const name = `e2e_${randomBytes(6).toString('hex')}`
  await runAdmin(adminUrl, `create database ${name}`)
  const address = new URL(adminUrl)
  address.pathname = `/${name}`
  return { url: address.href, drop: () => runAdmin(adminUrl, `drop database if exists ${name} with (force)`) }
}

async function runAdmin(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

async function waitUntilReady(child: ChildProcess): Promise<void> {
  let output = ''
  await new Promise<void>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`The stack ended with ${code} before it was ready:\n${output}`)))
    const read = (chunk: Buffer) => {
      output += chunk.toString()
      if (/^ready http/m.test(output)) resolve()
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
  })
}

/** Finds a base port with a block of free ports above it, outside the system's ephemeral range. */
async function findFreePorts(): Promise<number> {
  for (let attempt = 0; attempt < 50; attempt += 1) {
    const base = 20_000 + Math.floor(Math.random() * 10_000)
    const free = await Promise.all(
      [0, 1, 2, 3, 20, 21, 22, 23, 30, PORTS_OF_A_STACK].map((step) => isFree(base + step)),
    )
    if (free.every(Boolean)) return base
  }
  throw new Error('No free block of ports')
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}

const pick = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, process.env[name]]))
