import { parseArgs } from 'node:util'
import { readCommandLine } from '../command-line.ts'
import type { Env } from '../env.ts'
import { listLargeCaps } from '../providers/large-cap-names.ts'
import { isSymbol, normalizeSymbol } from '../symbols.ts'
import { examineMarket } from './examine-market.ts'
import { renderReport } from './report.ts'

export interface DoctorDeps {
  readonly env: Env
  readonly now: () => number
  readonly wait: (ms: number) => Promise<void>
  readonly write: (text: string) => void
  /** Prints progress messages. */
  readonly say: (text: string) => void
  readonly fetch?: typeof globalThis.fetch
}

/** Time limit of an examination. At 5 calls per minute, all requests together take about three minutes. */
const LONGEST_MS = 4 * 60_000

/** Examines the configured market and prints the report; true if everything configured works. */
export async function runDoctor(args: readonly string[], deps: DoctorDeps): Promise<boolean> {
  const { env, now, wait, write, say, fetch = globalThis.fetch } = deps
  const { symbol, json } = readDoctorArguments(args)
  const universeSize = listLargeCaps().length
  const endsAtMs = now() + LONGEST_MS
  const report = await examineMarket(env, { symbol, universeSize, fetch, now, wait, say, endsAtMs })
  write(json ? `${JSON.stringify(report, null, 2)}\n` : renderReport(report))
  return report.healthy
}

interface DoctorArguments {
  /** Symbol to test with; null means any symbol that the market lists. */
  readonly symbol: string | null
  readonly json: boolean
}

const USAGE = `Usage: npm run provider:doctor -- [--symbol AAPL] [--json]
  --symbol  symbol to test with; default: AAPL if listed
  --json    print the report as JSON`

/** Throws an error with a message for the user. */
function readDoctorArguments(args: readonly string[]): DoctorArguments {
  return readCommandLine(USAGE, () => {
    const options = { symbol: { type: 'string' }, json: { type: 'boolean' } } as const
    const { values } = parseArgs({ args: [...args], options })
    const symbol = values.symbol === undefined ? null : normalizeSymbol(values.symbol.trim())
    if (symbol !== null && !isSymbol(symbol)) throw new Error(`--symbol must be a symbol such as AAPL; got "${symbol}"`)
    return { symbol, json: values.json ?? false }
  })
}
