import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RunOnly } from 'axe-core'
import { Client } from 'pg'
import { type Browser, chromium, type Locator, type Page } from 'playwright-core'

const repository = join(import.meta.dirname, '../../..')
const PORTS_OF_A_STACK = 52
/** The services of every stack are the same code, which Node compiles once. */
const compiledCode = join(repository, 'node_modules/.cache/e2e')

export interface Stack {
  readonly url: string
  readonly dataDir: string
  stop(): Promise<void>
}

/** `invented`: a small recorded pack of companies that do not exist. `simulated`: what runs when nothing is set. */
type TestMarket = 'invented' | 'simulated'

export interface StackOptions {
  /** Its own: no two stacks share one. */
  readonly redisDatabase: number
  readonly settings?: Readonly<Record<string, string>>
}

/** A whole stack as `npm start` runs it, with no settings but these, on the stores of the test command. */
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
      // No test installs packages.
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

/** The process id of one part of a running stack, as the stack itself records it. */
export function readPid(stack: Stack, name: string): number {
  const recorded = JSON.parse(readFileSync(join(stack.dataDir, 'pids.json'), 'utf8')) as { name: string; pid: number }[]
  const pid = recorded.find((entry) => entry.name === name)?.pid
  if (pid === undefined) throw new Error(`No process called ${name} is recorded`)
  return pid
}

/**
 * The last switch of this kind counts: to what the library switches off (its `chromiumSwitches`) come the pop-ups of the
 * address bar, two pages that every window would load.
 */
const DISABLED_FEATURES = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  // A process for a page that nobody opens.
  'SpareRendererForSitePerProcess',
]

/** Chromium from the system; the test command names it and refuses to call a missing one a success. */
export async function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: readVariable('CHROMIUM_PATH'),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--disable-dev-shm-usage',
      // No page lives long enough to earn back what the optimizing compilers cost.
      '--js-flags=--no-opt,--no-maglev',
      `--disable-features=${DISABLED_FEATURES.join(',')}`,
    ],
  })
}

/** One of the stocks' ratings on the screener. */
export const ratingChip = /Callwright Rating \d+ of 60/

interface NewUser {
  readonly username: string
  readonly password: string
}

/** Registers a new user through the form and goes to the screener. */
export async function register(page: Page, url: string): Promise<NewUser> {
  const user = await signUp(page, url)
  await page.goto(`${url}/screening`)
  return user
}

/** Registers a new user through the form, which leads to the dashboard. */
export async function signUp(page: Page, url: string): Promise<NewUser> {
  const username = `trader-${randomBytes(4).toString('hex')}`
  const password = `call-${randomBytes(6).toString('hex')}`
  await page.goto(`${url}/register`)
  await page.getByLabel('Full Name (Optional)').fill('Test Trader')
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Email Address').fill(`${username}@example.com`)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm Password').fill(password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.waitForURL('**/dashboard')
  return { username, password }
}

const AXE_SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** WCAG 2.2 A and AA. */
const AXE_TAGS: RunOnly = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] }

/** What axe finds on the page as it stands, or in one part of it. */
export async function findAxeViolations(
  page: Page,
  part?: Locator,
  runOnly: RunOnly = AXE_TAGS,
): Promise<{ rule: string; nodes: string[] }[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE_SOURCE)
  return (part ?? page.locator('html')).evaluate(async (element, asked) => {
    const { axe } = globalThis as unknown as { axe: typeof import('axe-core') }
    const results = await axe.run(element, { runOnly: asked, reporter: 'no-passes' })
    return results.violations.map(({ id, nodes }) => ({
      rule: id,
      nodes: nodes.map((node) => `${node.html.slice(0, 160)} ${node.failureSummary ?? ''}`),
    }))
  }, runOnly)
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

/** A base port whose whole block is free, looked for outside the system's own range. */
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

function readVariable(name: string): string {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is not set: run browser tests with "npm run test:e2e", and Chromium on the PATH`)
  return value
}
