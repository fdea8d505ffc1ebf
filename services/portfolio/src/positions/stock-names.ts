import { MAX_SYMBOLS_RESOLVED, readSymbolSpelling } from '@callwright/contracts'
import { AppError, type Logger, type ServiceClient } from '@callwright/service'

/** The call that a position is on, for tickers that name the call. */
interface NamedCall {
  readonly expiration: string
  readonly strike: number
}

/** The exchange's symbol of what was typed; text that names no stock, or another call, comes back in upper case. */
export type NameStock = (typed: string, call?: NamedCall) => string

/** By the spelling alone: `brk/b` is `BRK.B`, but only a market's list knows that `BRKB` is. */
export const spellStock: NameStock = (typed, call) => {
  const spelling = readSymbolSpelling(typed)
  if (spelling === null) return typed.trim().toUpperCase()
  const { symbol, contract } = spelling
  const isThisCall =
    contract === null ||
    (contract.type === 'call' && contract.expiration === call?.expiration && contract.strike === call.strike)
  return isThisCall ? symbol : typed.trim().toUpperCase()
}

/** What the market lists for each spelled symbol that it was asked about. */
export interface StockNames {
  readonly nameStock: NameStock
  /** Spelled symbols the market does not list. */
  readonly unknown: ReadonlySet<string>
  /** A sentence where a symbol is listed under another name, by the name it is stored under. */
  readonly notes: ReadonlyMap<string, string>
  /** False where the market could not be asked: symbols are taken as they are spelled. */
  readonly isChecked: boolean
}

export const uncheckedNames: StockNames = {
  nameStock: spellStock,
  unknown: new Set(),
  notes: new Map(),
  isChecked: false,
}

interface NamesDeps {
  readonly marketData: Pick<ServiceClient, 'call'>
  readonly log: Logger
}

/** A position can be stored without the market, so it waits for it only briefly. */
const TIMEOUT_MS = 1_000

export type ReadStockNames = ReturnType<typeof createStockNames>

/** Asks market-data once for all the symbols of a request. */
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
        nameStock: (text, call) => {
          const symbol = spellStock(text, call)
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
