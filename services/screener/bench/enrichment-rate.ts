/**
 * Measures the enrichment rate of a running stack: signs in, starts a run, waits until it ends and prints one JSON
 * line. In a two-stage run (`stage` is not null) `done` and the rate count only chains, not the survey.
 * `node services/screener/bench/enrichment-rate.ts --username <name> --password <password> [--url http://localhost:8080]`
 * Creates the account if it does not exist. Measures the active run if there is one.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import {
  type AuthResponse,
  buildPath,
  type EndpointId,
  type EnrichmentStatus,
  endpointTable,
} from '@callwright/contracts'

/** Polling more often would only add load: the run's times come from the database. */
const POLL_MS = 1_000

const { values } = parseArgs({
  options: {
    url: { type: 'string', default: 'http://localhost:8080' },
    username: { type: 'string' },
    password: { type: 'string' },
  },
})
const { url, username, password } = values
if (username === undefined || password === undefined) {
  process.stderr.write('Usage: enrichment-rate.ts --username <name> --password <password> [--url <url>]\n')
  process.exit(2)
}

async function ask(id: EndpointId, options: { token?: string; body?: unknown } = {}): Promise<Response> {
  return fetch(url + buildPath(id), {
    method: endpointTable[id].method,
    headers: {
      ...(options.token ? { authorization: `Bearer ${options.token}` } : {}),
      ...(options.body ? { 'content-type': 'application/json' } : {}),
    },
    ...(options.body ? { body: JSON.stringify(options.body) } : {}),
  })
}

async function read<T>(response: Response): Promise<T> {
  if (!response.ok) throw new Error(`${response.url} answered ${response.status}: ${await response.text()}`)
  return (await response.json()) as T
}

async function signIn(): Promise<string> {
  const login = await ask('auth.login', { body: { username, password } })
  if (login.status !== 401) return (await read<AuthResponse>(login)).access_token
  const body = { username, password, email: `${username}@example.invalid` }
  return (await read<AuthResponse>(await ask('auth.register', { body }))).access_token
}

const token = await signIn()
await read(await ask('screener.startEnrichment', { token }))
let workers = 0
let status = await read<EnrichmentStatus>(await ask('screener.enrichmentStatus', { token }))
while (status.state !== 'idle') {
  workers = Math.max(workers, status.workers ?? 0)
  await pause(POLL_MS)
  status = await read<EnrichmentStatus>(await ask('screener.enrichmentStatus', { token }))
}
const { done, failed, rate_per_second, stage } = status
process.stdout.write(`${JSON.stringify({ stage, done, failed, symbols_per_second: rate_per_second, workers })}\n`)
