import { parseArgs } from 'node:util'
import { readCommandLine } from '../command-line.ts'
import { isSymbol, normalizeSymbol } from '../symbols.ts'

export interface DoctorArguments {
  /** Symbol to test with; null means any symbol that the market lists. */
  readonly symbol: string | null
  readonly json: boolean
}

const USAGE = `Usage: npm run provider:doctor -- [--symbol AAPL] [--json]
  --symbol  symbol to test with; default: AAPL if listed
  --json    print the report as JSON`

/** Throws an error with a message for the user. */
export function readDoctorArguments(args: readonly string[]): DoctorArguments {
  return readCommandLine(USAGE, () => {
    const options = { symbol: { type: 'string' }, json: { type: 'boolean' } } as const
    const { values } = parseArgs({ args: [...args], options })
    const symbol = values.symbol === undefined ? null : normalizeSymbol(values.symbol.trim())
    if (symbol !== null && !isSymbol(symbol)) throw new Error(`--symbol must be a symbol such as AAPL; got "${symbol}"`)
    return { symbol, json: values.json ?? false }
  })
}
