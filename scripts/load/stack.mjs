import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pin } from '../bench/stack.mjs'
import { portTable } from '../lib/settings.mjs'

const GENERATOR = join(import.meta.dirname, 'generator.mjs')
const ENTRY_DATE = '2026-01-05'
const STOCKS_WITH_CALLS = 20

/** Runs the load generator until it ends: see generator.mjs for its options and scripts/load/traffic.mjs for kinds. */
export function generate(options, core = null) {
  const { command, args } = pin(core, process.execPath, [GENERATOR])
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin.end(JSON.stringify(options))
  return new Promise((resolve, reject) => {
    let output = ''
    child.stdout.setEncoding('utf8').on('data', (text) => {
      output += text
    })
    child.once('error', reject)
    child.once('exit', (code) =>
      code === 0 ? resolve(JSON.parse(output)) : reject(new Error(`The load ended with ${code}`)),
    )
  })
}

async function post(url, path, body, address) {
  const answer = await fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${path} returned ${answer.status}: ${await answer.text()}`)
  return answer.json()
}

/** Registers accounts, each with an address of its own: { username, password, token, address }. */
export async function registerUsers(url, count) {
  const users = []
  const name = randomBytes(3).toString('hex')
  for (let index = 0; index < count; index += 1) {
    const credentials = { username: `load-${name}-${index}`, password: randomBytes(12).toString('hex') }
    const address = `10.1.${Math.floor(index / 200)}.${1 + (index % 200)}`
    const body = { ...credentials, email: `${credentials.username}@example.invalid` }
    const { access_token: token } = await post(url, '/api/auth/register', body, address)
    users.push({ ...credentials, token, address })
  }
  return users
}

/** Signs the users in again one after another, because tokens expire after 15 minutes. */
export async function renew(url, users) {
  const renewed = []
  for (const user of users) {
    const { username, password, address } = user
    const { access_token: token } = await post(url, '/api/auth/login', { username, password }, address)
    renewed.push({ ...user, token })
  }
  return renewed
}

/** Symbols of the market, and positions that a user may save. Reads every symbol once, so that its answers are cached. */
export async function readMarket(url, users) {
  let asked = 0
  /** The users take turns, because each has a budget. */
  const read = async (path) => {
    asked += 1
    const { token, address } = users[asked % users.length]
    const answer = await fetch(url + path, {
      headers: { authorization: `Bearer ${token}`, 'x-forwarded-for': address },
    })
    if (!answer.ok) throw new Error(`${path} returned ${answer.status}`)
    return answer.json()
  }
  const symbols = (await read('/api/stocks/sp500')).symbols.map(({ symbol }) => symbol).slice(0, 100)
  const calls = []
  for (const symbol of symbols) {
    await read(`/api/stocks/quote/${symbol}`)
    const { options, current_price: price } = await read(`/api/options/chain/${symbol}`)
    if (calls.length > 5 * STOCKS_WITH_CALLS) continue
    const shown = options.filter(({ strike, bid }) => strike >= price && bid > 0).slice(0, 5)
    calls.push(
      ...shown.map(({ strike, expiration_date, mid }) => ({
        ...{ ticker: symbol, entry_date: ENTRY_DATE, expiry_date: expiration_date, strike_price: strike },
        ...{ entry_premium: Number((mid ?? 1).toFixed(2)), entry_price: Number((strike * 0.97).toFixed(2)) },
      })),
    )
  }
  return { symbols, calls }
}

const METRICS = {
  heapBytes: /^nodejs_heap_size_used_bytes\S* (\S+)/m,
  handles: /^nodejs_active_handles_total\S* (\S+)/m,
  startedAt: /^process_start_time_seconds\S* (\S+)/m,
}

/** Heap, handles and start time of every service: { gateway: { heapBytes, handles, startedAt }, ... } */
export async function readServices(dataDir, basePort) {
  const token = readFileSync(join(dataDir, 'secrets', 'ops-token'), 'utf8').trim()
  const entries = Object.entries(portTable(basePort)).map(async ([name, { opsPort }]) => {
    const answer = await fetch(`http://127.0.0.1:${opsPort}/metrics`, { headers: { authorization: `Bearer ${token}` } })
    const text = await answer.text()
    const values = Object.entries(METRICS).map(([key, pattern]) => [key, Number(pattern.exec(text)?.[1] ?? Number.NaN)])
    return [name, Object.fromEntries(values)]
  })
  return Object.fromEntries(await Promise.all(entries))
}
