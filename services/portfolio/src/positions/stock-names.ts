import { MAX_SYMBOLS_RESOLVED, readSymbolSpelling } from '@callwright/contracts'
import { type IsoDate, newYorkDate } from '@callwright/scoring'
import { AppError, type Logger, type ServiceClient } from '@callwright/service'
import type { MarketClock } from '../quotes/market-clock.ts'

export interface EntryContext extends StockNames {
  /** Current date on the market's clock (D3). */
  readonly today: IsoDate
}

/** Says that symbols were not checked; null if they were. */
export const describeUnchecked = ({ isChecked }: Pick<EntryContext, 'isChecked'>): string | null =>
  isChecked ? null : 'The symbols could not be checked right now and are used as written.'

export type PrepareCheck = (symbols: readonly string[], requestId: string) => Promise<EntryContext>

export function createEntryContexts(deps: {
  readonly readStockNames: ReadStockNames
  readonly clock: Pick<MarketClock, 'ask'>
}): PrepareCheck {
  return async (symbols, requestId) => {
    const [names, { asOfMs }] = await Promise.all([deps.readStockNames(symbols, requestId), deps.clock.ask(requestId)])
    return { ...names, today: newYorkDate(asOfMs) }
  }
}

/** The position's call. A ticker that is an option symbol must name this call. */
interface NamedCall {
  readonly expiration: string
  readonly strike: number
}

/**
 * Resolves a typed ticker to the exchange's symbol. A ticker that names no stock, or a different call, is returned in
 * upper case.
 */
export type ResolveSymbol = (typed: string, call?: NamedCall) => string

/** Resolves by spelling alone: `brk/b` must be `BRK.B`, but only the market's list shows that `BRKB` is too. */
export const resolveBySpelling: ResolveSymbol = (typed, call) => {
  const spelling = readSymbolSpelling(typed)
  if (spelling === null) return typed.trim().toUpperCase()
  const { symbol, contract } = spelling
  const isThisCall =
    contract === null ||
    (contract.type === 'call' && contract.expiration === call?.expiration && contract.strike === call.strike)
  return isThisCall ? symbol : typed.trim().toUpperCase()
}

/** The listed symbol for each requested spelling. */
interface StockNames {
  readonly resolveSymbol: ResolveSymbol
  /** Symbols that the market does not list. */
  readonly unknown: ReadonlySet<string>
  /** Sentences about renamed symbols, by requested symbol. */
  readonly notes: ReadonlyMap<string, string>
  /** False if market-data was unavailable, in which case symbols were resolved by spelling alone. */
  readonly isChecked: boolean
}

const uncheckedNames: StockNames = {
  resolveSymbol: resolveBySpelling,
  unknown: new Set(),
  notes: new Map(),
  isChecked: false,
}

interface NamesDeps {
  readonly marketData: Pick<ServiceClient, 'call'>
  readonly log: Logger
}

/** Short, because a position can be stored without market data. */
const TIMEOUT_MS = 1_000

type ReadStockNames = ReturnType<typeof createStockNames>

/** Resolves all symbols of a request in a single call to market-data. */
export function createStockNames({ marketData, log }: NamesDeps) {
  return async (typed: readonly string[], requestId: string): Promise<StockNames> => {
    const spelled = typed.flatMap((text) => readSymbolSpelling(text)?.symbol ?? [])
    const symbols = [...new Set(spelled)].slice(0, MAX_SYMBOLS_RESOLVED)
    if (symbols.length === 0) return { ...uncheckedNames, isChecked: true }
    try {
      const asked = { body: { symbols }, timeoutMs: TIMEOUT_MS, requestId }
      const { symbols: found } = await marketData.call('marketData.resolveSymbols', asked)
      const listed = new Map(found.flatMap(({ typed: text, symbol }) => (symbol === null ? [] : [[text, symbol]])))
      return {
        resolveSymbol: (text, call) => {
          const symbol = resolveBySpelling(text, call)
          return listed.get(symbol) ?? symbol
        },
        unknown: new Set(found.flatMap(({ typed: text, symbol }) => (symbol === null ? [text] : []))),
        notes: new Map(
          found.flatMap(({ typed: text, symbol, note }) =>
            symbol === null || symbol === text ? [] : [[text, note ?? `${text} is listed as ${symbol}.`]],
          ),
        ),
        isChecked: true,
      }
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      log.debug({ err: error }, 'symbols.unresolved')
      return uncheckedNames
    }
  }
}
