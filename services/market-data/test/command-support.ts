import { type DoctorDeps, runDoctor } from '../src/doctor/run-doctor.ts'
import type { Env } from '../src/env.ts'
import type { MarketData } from '../src/providers/provider.ts'
import { openSimulatedMarket } from '../src/providers/simulated/simulated-provider.ts'
import { runRecord } from '../src/recorder/run-record.ts'
import type { FakeProvider } from './fake-provider/fake-provider.ts'

/** Secret that must not appear in a report or a pack. */
export const API_KEY = 'canary-key-4f1c9d7e'
export const IN_SESSION_MS = Date.parse('2026-07-14T11:00:00-04:00')
export const AFTER_CLOSE_MS = Date.parse('2026-07-10T16:30:00-04:00')
/** Paths on the provider itself, as opposed to the SEC and the Treasury. */
export const MASSIVE_PATHS = /^\/(v1|v2|v3|vX|fed|stocks)\//

const SYMBOLS = new Set(['AAPL', 'BRK.B', 'KO', 'XOM'])

export function openFewCompanies(atMs: number): MarketData {
  const market = openSimulatedMarket({ seed: 'commands', universe: 'large_cap', now: () => atMs })
  return {
    ...market,
    reference: {
      ...market.reference,
      async listUniverse() {
        const answer = await market.reference.listUniverse()
        return { ...answer, value: answer.value.filter(({ symbol }) => SYMBOLS.has(symbol)) }
      },
    },
  }
}

/** Settings for a live market whose providers are all this fake. */
export function settingsOf({ url }: Pick<FakeProvider, 'url'>): Env {
  return {
    MARKET_DATA_PROVIDER: 'massive',
    MASSIVE_API_KEY: API_KEY,
    MASSIVE_BASE_URL: url,
    SEC_USER_AGENT: 'Example Research ops@example.com',
    SEC_FILES_URL: url,
    SEC_DATA_URL: url,
    TREASURY_BASE_URL: url,
  }
}

/** A clock that advances only when code waits on it. */
export function createClock(startMs: number) {
  let nowMs = startMs
  const waits: number[] = []
  return {
    waits: waits as readonly number[],
    now: () => nowMs,
    async wait(ms: number): Promise<void> {
      waits.push(ms)
      nowMs += ms
    },
  }
}

type Clock = Pick<ReturnType<typeof createClock>, 'now' | 'wait'>

export async function examine(args: readonly string[], env: Env, clock: Clock) {
  const written: string[] = []
  const said: string[] = []
  const deps: DoctorDeps = { env, ...clock, write: (text) => written.push(text), say: (text) => said.push(text) }
  const isHealthy = await runDoctor(args, deps)
  return { isHealthy, text: written.join(''), said: said.join('') }
}

export async function record(args: readonly string[], env: Env, clock: Clock) {
  const written: string[] = []
  const isComplete = await runRecord(args, { env, ...clock, write: (text) => written.push(text), isTerminal: false })
  return { isComplete, text: written.join('') }
}
