import {
  addDays,
  daysBetween,
  type IsoDate,
  isTradingDay,
  newYorkDate,
  priceAmerican,
  sessionOf,
  yearsUntilClose,
} from '@callwright/scoring'
import { UNKNOWN_FUNDAMENTALS } from '../../src/providers/fundamentals.ts'
import { ProviderFailure } from '../../src/providers/http/provider-failure.ts'
import type {
  Answer,
  CashDividend,
  DailyBar,
  Fundamentals,
  OptionQuote,
  StockSplit,
} from '../../src/providers/provider.ts'
import type { Capabilities } from '../../src/providers/provider-definition.ts'

/** Name of a request in `asked` and `fail`: the method, then the symbol or the day. */
export type Question = string

export type ScriptedProvider = ReturnType<typeof createScriptedProvider>

type Mutable<T> = { -readonly [K in keyof T]: T[K] }
type ScriptedSources = Mutable<Partial<Capabilities>> &
  Pick<Capabilities, 'bars' | 'splits' | 'dividends' | 'fundamentals'>

export interface ScriptedChains {
  readonly quotedAtMs: number
  readonly expirations: readonly IsoDate[]
  /** Symbols whose contracts have no bid or ask. */
  readonly without?: readonly string[]
}

/** A symbol's price in a session, per share on that day (before later splits); NaN if there is no price. */
export type PriceOf = (date: IsoDate) => number

const VOLUME = 1_000
const RATE = 0.04

export function listSessions(from: IsoDate, to: IsoDate): IsoDate[] {
  const dates: IsoDate[] = []
  for (let date = from; date <= to; date = addDays(date, 1)) if (isTradingDay(date)) dates.push(date)
  return dates
}

export const barOf = (date: IsoDate, close: number, volume = VOLUME): DailyBar => ({
  date,
  close,
  volume,
  open: close - 1,
  high: close + 1,
  low: close - 2,
})

/**
 * Creates a scripted provider with traded prices, splits that adjust those prices from the split day on, dividends,
 * fundamentals and a chain. It records its requests and can be made to fail.
 */
export function createScriptedProvider(now: () => number, { historyFrom = '2026-01-02' } = {}) {
  const prices = new Map<string, PriceOf>()
  const splits = new Map<string, StockSplit[]>()
  const dividends = new Map<string, CashDividend[]>()
  const fundamentals = new Map<string, Partial<Fundamentals>>()
  const failures = new Map<string, () => Promise<void> | void>()
  const asked: Question[] = []
  let dataThrough: IsoDate | null = null

  const today = () => newYorkDate(now())
  const stamp = { source: 'scripted', dataClass: 'delayed' } as const
  const facts = <T>(value: T): Answer<T> => ({ ...stamp, asOfMs: now(), value, missing: [] })
  async function note(question: Question): Promise<void> {
    asked.push(question)
    for (const [prefix, fail] of failures) if (question.startsWith(prefix)) await fail()
  }

  /** Reads a session's bar per current share: later splits divide the price. */
  function readBar(symbol: string, date: IsoDate): DailyBar | null {
    const priceOf = prices.get(symbol)
    if (priceOf === undefined || Number.isNaN(priceOf(date)) || date > (dataThrough ?? today())) return null
    const since = (splits.get(symbol) ?? []).filter(
      (split) => split.executionDate > date && split.executionDate <= today(),
    )
    const factor = since.reduce((product, { ratio }) => product * ratio, 1)
    const { open, high, low, close, volume } = barOf(date, priceOf(date))
    const scaled = { open: open / factor, high: high / factor, low: low / factor, close: close / factor }
    return { date, ...scaled, volume: volume * factor }
  }

  const lastSession = () =>
    isTradingDay(today()) && now() >= (sessionOf(today())?.openMs ?? 0) ? today() : addDays(today(), -1)

  const sources: ScriptedSources = {
    bars: {
      async listDailyBars(symbol, from) {
        await note(`bars ${symbol}${from === undefined ? '' : ` from ${from}`}`)
        const bars = listSessions(from ?? historyFrom, lastSession()).flatMap((date) => readBar(symbol, date) ?? [])
        const asOfMs = Math.min(now(), sessionOf(bars.at(-1)?.date ?? '2026-01-02')?.closeMs ?? 0)
        return { ...stamp, asOfMs, value: bars.length === 0 ? null : bars, missing: [] }
      },
      async listMarketBars(date) {
        await note(`market bars ${date}`)
        const bars = [...prices.keys()].flatMap((symbol): [string, DailyBar][] => {
          const bar = readBar(symbol, date)
          return bar === null ? [] : [[symbol, bar]]
        })
        return { ...facts(bars.length === 0 ? null : new Map(bars)) }
      },
    },
    splits: {
      async listSplits(symbol) {
        await note(`splits ${symbol}`)
        return facts(splits.get(symbol) ?? [])
      },
      async listMarketSplits(from) {
        await note(`market splits ${from}`)
        const all = [...splits].map(
          ([symbol, list]) => [symbol, list.filter((split) => split.executionDate >= from)] as const,
        )
        return facts(new Map([...all, ['OTHER', [{ executionDate: from, ratio: 2, kind: 'split' as const }]]]))
      },
    },
    dividends: {
      async listDividends(symbol) {
        await note(`dividends ${symbol}`)
        return facts(dividends.get(symbol) ?? [])
      },
      async listMarketDividends(from) {
        await note(`market dividends ${from}`)
        const all = [...dividends].map(
          ([symbol, list]) => [symbol, list.filter(({ exDate }) => exDate >= from)] as const,
        )
        return facts(new Map([...all, ['OTHER', [{ exDate: from, cashUsd: 1, kind: null }]]]))
      },
    },
    fundamentals: {
      async findFundamentals(symbol) {
        await note(`fundamentals ${symbol}`)
        return facts({ ...UNKNOWN_FUNDAMENTALS, ...fundamentals.get(symbol) })
      },
    },
    reference: {
      async listUniverse() {
        await note('universe')
        return facts(
          [...prices.keys()].map((symbol) => ({
            symbol,
            name: symbol,
            sector: null,
            exchange: null,
            type: 'stock' as const,
            optionable: true,
            hasChain: true,
            inUniverse: true,
          })),
        )
      },
      findSymbol: async () => null,
    },
    quotes: {
      async findQuote(symbol) {
        await note(`quote ${symbol}`)
        const bar = readBar(symbol, lastSession())
        if (bar === null) return facts(null)
        return facts({ lastPrice: bar.close, previousClose: null, bid: null, ask: null, volume: null })
      },
    },
    rates: {
      async findRate() {
        await note('rate')
        return facts({ rate: RATE, basis: 'scripted' })
      },
    },
  }

  return {
    sources,
    prices,
    splits,
    dividends,
    fundamentals,
    asked,
    /** Returns the requests made since the last call, oldest first. */
    takeAsked: (): Question[] => asked.splice(0),
    /** Runs an action before requests with this prefix; null removes it. */
    onAsked(prefix: string, act: (() => Promise<void> | void) | null): void {
      if (act === null) failures.delete(prefix)
      else failures.set(prefix, act)
    },
    /** Makes requests with this prefix fail. */
    fail(prefix: string, kind: ProviderFailure['kind'], retryAfterMs: number | null = null): void {
      failures.set(prefix, () => {
        throw new ProviderFailure('scripted', { kind, detail: 'scripted failure', retryAfterMs })
      })
    },
    /**
     * Serves chains quoted at an instant around the last price, with one volatility per symbol; symbols not in `vols`
     * have no contracts. Symbols in `without` have last prices only, as on some plans.
     */
    serveChains(
      vols: Readonly<Record<string, number>>,
      { quotedAtMs, expirations, without = [] }: ScriptedChains,
    ): void {
      sources.chains = {
        async findChain(symbol, { minDays = 0, maxDays = Number.POSITIVE_INFINITY } = {}) {
          await note(`chain ${symbol} ${minDays} to ${maxDays}`)
          const vol = vols[symbol]
          const spot = readBar(symbol, lastSession())?.close
          const isAsked = (date: IsoDate) =>
            daysBetween(today(), date) >= minDays && daysBetween(today(), date) <= maxDays
          const asked = expirations.filter(isAsked)
          const quoted = vol === undefined || spot === undefined ? [] : buildChain(spot, vol, quotedAtMs, asked)
          const contracts = without.includes(symbol) ? quoted.map((row) => ({ ...row, bid: null, ask: null })) : quoted
          return { ...facts({ contracts, quotedAtMs, underlyingPriceUsd: null }), asOfMs: quotedAtMs }
        },
      }
    },
    /** Simulates a late feed that has no sessions after this one. */
    endDataAt(date: IsoDate | null): void {
      dataThrough = date
    },
  }
}

/** Builds calls and puts around a price, with one volatility and a two-cent spread. */
export function buildChain(spot: number, vol: number, asOfMs: number, expirations: readonly IsoDate[]): OptionQuote[] {
  const strikes = [0.9, 0.95, 1, 1.05, 1.1].map((share) => Math.round(spot * share))
  return expirations.flatMap((expiration) =>
    strikes.flatMap((strike) =>
      (['call', 'put'] as const).map((type) => {
        const years = yearsUntilClose(expiration, asOfMs)
        const { price } = priceAmerican({ type, spot, strike, years, rate: RATE, vol })
        return {
          type,
          expiration,
          strike,
          last: null,
          volume: 10,
          openInterest: 100,
          vendorGreeks: null,
          contractSymbol: `X${expiration}${type}${strike}`,
          bid: price - 0.01,
          ask: price + 0.01,
        }
      }),
    ),
  )
}
