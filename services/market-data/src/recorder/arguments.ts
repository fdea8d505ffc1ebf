import { parseArgs } from 'node:util'
import { readCommandLine } from '../command-line.ts'
import { isSymbol, normalizeSymbol } from '../symbols.ts'

export interface RecordArguments {
  readonly folder: string
  /** Symbols to record; null means the whole universe. */
  readonly symbols: readonly string[] | null
  readonly maxDays: number | null
}

const USAGE = `Usage: npm run record -- <folder> [--symbols AAPL,MSFT | --universe] [--max-days N]
  <folder>    an empty folder, or one with an interrupted recording to resume
  --symbols   symbols to record; default: the whole universe of the market
  --max-days  only options that expire within N days; default: all`

/** Throws an error with a message for the user. */
export function readRecordArguments(args: readonly string[]): RecordArguments {
  return readCommandLine(USAGE, () => {
    const options = {
      symbols: { type: 'string' },
      universe: { type: 'boolean' },
      'max-days': { type: 'string' },
    } as const
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true })
    const [folder, ...others] = positionals
    if (folder === undefined) throw new Error('Name a folder to record into')
    if (others.length > 0) throw new Error(`Name only one folder, got ${positionals.join(', ')}`)
    if (values.symbols !== undefined && values.universe) throw new Error('Use --symbols or --universe, not both')
    return { folder, symbols: readSymbols(values.symbols), maxDays: readDays(values['max-days']) }
  })
}

function readSymbols(text: string | undefined): readonly string[] | null {
  if (text === undefined) return null
  const symbols = text.split(',').map((symbol) => normalizeSymbol(symbol.trim()))
  const wrong = symbols.find((symbol) => !isSymbol(symbol))
  if (wrong !== undefined) throw new Error(`--symbols must be a comma-separated list such as AAPL,MSFT; got "${wrong}"`)
  return [...new Set(symbols)]
}

function readDays(text: string | undefined): number | null {
  if (text === undefined) return null
  if (!/^\d{1,4}$/.test(text)) throw new Error('--max-days must be a whole number of days')
  return Number(text)
}
