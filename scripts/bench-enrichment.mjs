/**
 * `npm run bench:enrichment`: symbols a second with one worker and with two, on a stack of its own with throw-away data.
 * Prints one JSON line; the ratios of one run are what docs/performance.md keeps.
 */
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inRoot, pathWithTools, root } from './lib/root.mjs'
import { run } from './lib/tool.mjs'

const ROUNDS = 5
const basePort = Number(process.env.BASE_PORT ?? 18_480)
const folder = mkdtempSync(join(tmpdir(), 'callwright-bench-'))
chmodSync(folder, 0o711)
const env = {
  ...process.env,
  PATH: pathWithTools(),
  BASE_PORT: String(basePort),
  DATA_DIR: join(folder, 'data'),
  LOG_LEVEL: 'warn',
}
const password = randomBytes(12).toString('hex')
const children = []

function open(script, ready) {
  const child = spawn(process.execPath, [inRoot('scripts', script)], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`${script} ended with ${code}`)))
    child.stdout.setEncoding('utf8').on('data', (text) => ready.test(text) && resolve())
  })
}

async function measure() {
  const bench = inRoot('services', 'screener', 'bench', 'enrichment-rate.ts')
  const url = `http://localhost:${basePort}`
  const { code, stdout, output } = await run(process.execPath, [
    ...[bench, '--url', url, '--username', 'bench', '--password', password],
  ])
  if (code !== 0) throw new Error(output)
  return JSON.parse(stdout)
}

/** Rounds with as many workers as asked for; a round in which fewer were seen does not count. */
async function measureRounds(workers) {
  const rates = []
  while (rates.length < ROUNDS) {
    const round = await measure()
    if (round.workers === workers) rates.push(round.symbols_per_second)
  }
  return rates.sort((left, right) => left - right)
}

const middle = (rates) => rates[Math.floor(rates.length / 2)]
const round = (value) => Math.round(value * 100) / 100

try {
  await open('start.mjs', /^ready /m)
  const first = await measure()
  const one = await measureRounds(1)
  await open('worker.mjs', /operations port/)
  const two = await measureRounds(2)
  const result = {
    name: 'enrichment',
    symbols: first.symbols,
    cold_symbols_per_second: round(first.symbols_per_second),
    one_worker_symbols_per_second: one.map(round),
    two_workers_symbols_per_second: two.map(round),
    two_to_one: round(middle(two) / middle(one)),
  }
  process.stdout.write(`${JSON.stringify(result)}\n`)
} finally {
  for (const child of children.reverse()) {
    const gone = new Promise((resolve) => child.once('exit', resolve))
    if (child.exitCode === null && child.kill('SIGTERM')) await gone
  }
  rmSync(folder, { recursive: true, force: true })
}
