import { dayNumber, newYorkCloseMs } from '@callwright/scoring'
import { UNKNOWN_FUNDAMENTALS } from '../fundamentals.ts'
import { lacks } from '../missing.ts'
import type {
  Answer,
  ChainFilter,
  IntradayBarSource,
  ListedSymbol,
  MarketData,
  Missing,
  OptionChain,
  Stamp,
} from '../provider.ts'
import { createSymbolIndex } from '../symbol-search.ts'
import { openCalendar } from './calendar.ts'
import { readFundamentals } from './companies/fundamentals.ts'
import { listCompanyNames, toListedSymbol, type UniverseName } from './companies/universe.ts'
import { listSplits } from './events/splits.ts'
import { openInterestRates } from './interest-rates.ts'
import { type MarketMoment, readMoment } from './moment.ts'
import {
  HORIZON_DAYS,
  listContracts,
  listExpirations,
  listTodaysDividends,
  openOptionMarket,
  toCashDividend,
} from './options/chain.ts'
import { type ExpirationCalendar, openExpirationCalendar } from './options/expirations.ts'
import { listIvHistory } from './options/iv-history.ts'
import { findStockQuote, HISTORY_YEARS, listBars, listIntradayBars } from './paths/bars.ts'
import { openFactorPaths } from './paths/factors.ts'
import { openShare, type Share } from './paths/share.ts'
import { DEFAULT_SEED } from './random.ts'
import { memoizeRecent } from './recent.ts'

interface SimulatedMarketOptions {
  /** Each seed gives a different market. */
  readonly seed: string
  readonly universe: UniverseName
  readonly now: () => number
}

/** Every capability of the port, including intraday bars. */
export type SimulatedMarket = MarketData & { readonly intradayBars: IntradayBarSource }

/** Note included in every answer about a symbol. */
export const SIMULATED_NOTICE: Missing = { field: 'real_prices', reason: 'Simulated market: not real prices' }
/** Bump when a seed and an instant no longer give the same results. */
const VERSION = 4
/** How many companies' paths stay in memory, at about 0.2 MB each. */
const MAX_SHARES = 32
const REPORT_HORIZON_DAYS = 140

interface SimulatedShare extends Share {
  readonly expirations: ExpirationCalendar
}

interface World {
  readonly source: string
  readonly seed: string
  readonly moment: () => MarketMoment
  readonly momentAt: (atMs: number) => MarketMoment
  readonly share: (symbol: string) => SimulatedShare | null
  readonly rates: ReturnType<typeof openInterestRates>
}

/**
 * Opens a simulated market. It is a pure function of the seed and the instant, identical on every machine and after
 * every restart. Everything is computed when it is requested.
 */
export function openSimulatedMarket({ seed, universe, now }: SimulatedMarketOptions): SimulatedMarket {
  const calendar = openCalendar()
  const factors = openFactorPaths(seed, calendar)
  const names = listCompanyNames(seed, universe)
  const shares = memoizeRecent(MAX_SHARES, (symbol: string): SimulatedShare | null => {
    const identity = names.get(symbol)
    if (identity === undefined) return null
    const share = openShare(seed, calendar, factors, identity)
    return { ...share, expirations: openExpirationCalendar(seed, calendar, share.company) }
  })
  const world: World = {
    source: nameSource(seed, universe),
    seed,
    moment: () => readMoment(calendar, now()),
    momentAt: (atMs) => readMoment(calendar, atMs),
    share: (symbol) => (names.has(symbol) ? shares(symbol) : null),
    rates: openInterestRates(seed),
  }
  return {
    revision: `simulated-${VERSION}-${universe}-${seed}`,
    stamp: () => stampOf(world, world.moment()),
    clock: { now },
    ...buildPriceSources(world),
    ...buildOptionSources(world),
    ...buildListSources(world, [...names.values()].map(toListedSymbol)),
    ...buildCompanySources(world),
    rates: {
      findRate: async (days) => {
        const moment = world.moment()
        return { ...stampOf(world, moment), value: world.rates(days, moment.day), missing: [] }
      },
    },
    ping: async () => undefined,
  }
}

/** Names the source. Each market has its own name, so that figures from two markets cannot be confused. */
function nameSource(seed: string, universe: UniverseName): string {
  const extended = universe === 'extended' ? ['extended'] : []
  return ['simulated', ...extended, ...(seed === DEFAULT_SEED ? [] : [`seed ${seed}`])].join(' ')
}

function stampOf({ source }: World, { asOfMs }: MarketMoment): Stamp {
  return { source, dataClass: 'simulated', asOfMs }
}

/** Field that a request fills, and its value for a symbol that does not exist in this market. */
interface FieldRequest<U> {
  readonly field: string
  readonly unknown: U
}

function ask<T, U>(
  world: World,
  symbol: string,
  { field, unknown }: FieldRequest<U>,
  read: (share: SimulatedShare, moment: MarketMoment) => T,
): Answer<T | U> {
  const moment = world.moment()
  const share = world.share(symbol)
  if (share === null) {
    return { ...stampOf(world, moment), value: unknown, missing: [SIMULATED_NOTICE, lacks(field, `symbol ${symbol}`)] }
  }
  return { ...stampOf(world, moment), value: read(share, moment), missing: [SIMULATED_NOTICE] }
}

const BARS = { field: 'bars', unknown: null } as const
const PRICE = { field: 'price', unknown: null } as const
const CHAIN = { field: 'chain', unknown: null } as const
const EXPIRATIONS = { field: 'chain', unknown: [] } as const
const IV_HISTORY = { field: 'iv_history', unknown: [] } as const
const FUNDAMENTALS = { field: 'fundamentals', unknown: UNKNOWN_FUNDAMENTALS } as const
const DIVIDENDS = { field: 'dividends', unknown: null } as const
const SPLITS = { field: 'splits', unknown: null } as const
const EARNINGS = { field: 'earnings_date', unknown: null } as const
const PAST_EARNINGS = { field: 'earnings_date', unknown: [] } as const

function buildPriceSources(world: World): Pick<SimulatedMarket, 'bars' | 'intradayBars' | 'quotes'> {
  return {
    bars: {
      listDailyBars: async (symbol, from) => ask(world, symbol, BARS, (share, moment) => listBars(share, moment, from)),
    },
    intradayBars: {
      listIntradayBars: async (symbol, range) =>
        ask(world, symbol, BARS, (share, moment) => listIntradayBars(share, moment, range)),
    },
    quotes: { findQuote: async (symbol) => ask(world, symbol, PRICE, findStockQuote) },
  }
}

function buildOptionSources(world: World): Pick<SimulatedMarket, 'expirations' | 'chains' | 'ivHistory'> {
  return {
    expirations: {
      listExpirations: async (symbol) =>
        ask(world, symbol, EXPIRATIONS, ({ expirations }, moment) =>
          listExpirations(expirations, moment).map(({ date }) => date),
        ),
    },
    chains: {
      findChain: async (symbol, filter) =>
        ask(world, symbol, CHAIN, (share, moment) => listChain(world, share, moment, filter)),
      findPastChain: async (symbol, date, filter) =>
        ask(world, symbol, CHAIN, (share, now) => {
          const isPast = date < now.session.date && Number(date.slice(0, 4)) >= now.place.year - HISTORY_YEARS
          const past = isPast ? world.momentAt(newYorkCloseMs(date)) : null
          return past?.session.date === date ? listChain(world, share, past, filter) : null
        }),
    },
    ivHistory: {
      listIvHistory: async (symbol) =>
        ask(world, symbol, IV_HISTORY, (share, moment) => listIvHistory(share, moment, share.expirations)),
    },
  }
}

function listChain(world: World, share: SimulatedShare, moment: MarketMoment, filter?: ChainFilter): OptionChain {
  const options = openOptionMarket(share, moment, world.rates)
  return {
    contracts: listContracts(world.seed, options, share.expirations, filter),
    quotedAtMs: moment.asOfMs,
    underlyingPriceUsd: options.spot,
  }
}

function buildListSources(world: World, listed: readonly ListedSymbol[]): Pick<MarketData, 'search' | 'reference'> {
  const bySymbol = new Map(listed.map((entry) => [entry.symbol, entry]))
  let index: ReturnType<typeof createSymbolIndex> | null = null
  const search = (...args: Parameters<ReturnType<typeof createSymbolIndex>>) => {
    index ??= createSymbolIndex(listed)
    return index(...args)
  }
  return {
    search: {
      searchSymbols: async (query) => ({ ...stampOf(world, world.moment()), value: search(query), missing: [] }),
    },
    reference: {
      listUniverse: async () => ({ ...stampOf(world, world.moment()), value: listed, missing: [] }),
      findSymbol: async (symbol) => bySymbol.get(symbol) ?? null,
    },
  }
}

function buildCompanySources(world: World): Pick<MarketData, 'fundamentals' | 'dividends' | 'splits' | 'earnings'> {
  const historyStart = ({ place }: MarketMoment) => dayNumber(`${place.year - HISTORY_YEARS}-01-01`) - 1
  return {
    fundamentals: {
      findFundamentals: async (symbol) => ask(world, symbol, FUNDAMENTALS, readFundamentals),
    },
    dividends: {
      listDividends: async (symbol) =>
        ask(world, symbol, DIVIDENDS, (share, moment) =>
          listTodaysDividends(share, moment, historyStart(moment), moment.day + HORIZON_DAYS).map(toCashDividend),
        ),
    },
    splits: {
      listSplits: async (symbol) =>
        ask(world, symbol, SPLITS, (share, moment) => listSplits(share, historyStart(moment), moment.day)),
    },
    earnings: {
      findNextEarnings: async (symbol) =>
        ask(world, symbol, EARNINGS, ({ earnings }, { day }) => {
          const next = earnings.listReactions(day, day + REPORT_HORIZON_DAYS)[0]
          return next === undefined ? null : earnings.toEarningsReport(next)
        }),
      listPastEarnings: async (symbol) =>
        ask(world, symbol, PAST_EARNINGS, ({ earnings }, moment) =>
          earnings.listReactions(historyStart(moment), moment.day).map(earnings.toEarningsReport),
        ),
    },
  }
}
