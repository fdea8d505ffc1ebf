import { daysBetween, newYorkDate } from '@callwright/scoring'
import type { Answer, Fundamentals, OptionChain, StockQuote } from '../providers/provider.ts'
import type { Capabilities, CapabilityName } from '../providers/provider-definition.ts'
import { latestSession } from '../sessions.ts'
import { describeAge, describeInstant } from './report.ts'

interface Finding {
  readonly isThere: boolean
  readonly detail: string
  readonly missing: readonly string[]
}

interface ProbeContext {
  readonly symbol: string
  readonly nowMs: number
}

/** One inexpensive request to a source. */
export interface Probe {
  readonly capability: CapabilityName
  /** Makes the request; null if the source lacks the capability. */
  ask(source: Partial<Capabilities>, context: ProbeContext): Promise<Finding> | null
}

type ProbeAnswer<T> = Pick<Answer<T>, 'value' | 'missing' | 'asOfMs' | 'dataClass'>

type About = Omit<ProbeAnswer<unknown>, 'value'>

/** Describes a value as text; null if the value contains no data. */
type Describe<V> = (value: V, about: About, context: ProbeContext) => string | null

/** Calls that a covered-call writer chooses from, which are enough to judge a chain. */
const CALLS = { type: 'call', minDays: 25, maxDays: 50 } as const
const SEARCH_RESULTS = 5
const RATE_DAYS = 30
const CLOCK_TOLERANCE_MS = 60_000

function probe<K extends CapabilityName, V>(
  capability: K,
  ask: (source: NonNullable<Capabilities[K]>, context: ProbeContext) => Promise<ProbeAnswer<V | null>> | undefined,
  describe: Describe<V>,
): Probe {
  return {
    capability,
    ask(sources, context) {
      const source = sources[capability]
      const asked = source === undefined ? undefined : ask(source, context)
      return asked?.then((answer) => toFinding(answer, describe, context)) ?? null
    },
  }
}

function toFinding<V>(answer: ProbeAnswer<V | null>, describe: Describe<V>, context: ProbeContext): Finding {
  const { value } = answer
  const detail = value === null ? null : describe(value, answer, context)
  const missing = answer.missing.filter(({ field }) => field !== 'real_prices').map(({ reason }) => reason)
  if (detail === null) {
    const reason = missing.find((candidate) => candidate.includes(context.symbol)) ?? missing[0]
    return { isThere: false, detail: reason ?? `no data for ${context.symbol}`, missing: [] }
  }
  return { isThere: true, detail, missing }
}

/** Probes in order, with the essential capabilities first, since time may run out. */
export const probes: readonly Probe[] = [
  probe('quotes', (quotes, { symbol }) => quotes.findQuote(symbol), describeQuote),
  probe('chains', (chains, { symbol }) => chains.findChain(symbol, CALLS), describeChain),
  probe(
    'bars',
    (bars, { symbol }) => bars.listDailyBars(symbol),
    (bars) =>
      describeDays(
        bars.map(({ date }) => date),
        'sessions',
      ),
  ),
  probe(
    'expirations',
    (expirations, { symbol }) => expirations.listExpirations(symbol),
    (dates) => describeDays(dates, 'dates'),
  ),
  probe(
    'reference',
    async (reference, { symbol, nowMs }) => ({
      value: await reference.findSymbol(symbol),
      missing: [],
      dataClass: 'none',
      asOfMs: nowMs,
    }),
    ({ name }) => name,
  ),
  probe(
    'search',
    (search, { symbol }) => search.searchSymbols({ text: symbol, limit: SEARCH_RESULTS }),
    ([first]) => (first === undefined ? null : `finds ${first.symbol}`),
  ),
  probe('fundamentals', (fundamentals, { symbol }) => fundamentals.findFundamentals(symbol), describeFundamentals),
  probe(
    'dividends',
    (dividends, { symbol }) => dividends.listDividends(symbol),
    (list) => describeEvents(list.map(({ exDate }) => exDate)),
  ),
  probe(
    'splits',
    (splits, { symbol }) => splits.listSplits(symbol),
    (list) => describeEvents(list.map(({ executionDate }) => executionDate)),
  ),
  probe(
    'earnings',
    (earnings, { symbol }) => earnings.findNextEarnings(symbol),
    ({ date }) => `next on ${date}`,
  ),
  probe(
    'rates',
    (rates) => rates.findRate(RATE_DAYS),
    ({ rate, basis }, { missing }) =>
      // An assumed rate isn't data.
      missing.some(({ field }) => field === 'rate') ? null : `${(rate * 100).toFixed(2)}%, ${basis}`,
  ),
  probe(
    'ivHistory',
    (ivHistory, { symbol }) => ivHistory.listIvHistory(symbol),
    (points) =>
      describeDays(
        points.map(({ date }) => date),
        'sessions',
      ),
  ),
  probe(
    'ivRank',
    (ivRank, { symbol }) => ivRank.findIvRank(symbol),
    ({ rank, percentile }) =>
      `${Math.round(rank)}${percentile === null ? '' : `, percentile ${Math.round(percentile)}`}`,
  ),
  probe(
    'intradayBars',
    (intradayBars, { symbol, nowMs }) => {
      const day = latestSession(nowMs)
      return intradayBars.listIntradayBars(symbol, { unit: 'hour', multiplier: 1, from: day, to: day })
    },
    (bars) => (bars.length === 0 ? null : `${bars.length} hours of the last session`),
  ),
  probe('clock', (clock) => clock.findStatus?.(), describeStatus),
]

function describeQuote({ lastPrice, bid, ask }: StockQuote, about: About, { nowMs }: ProbeContext): string {
  const quoted = bid === null && ask === null ? '' : ', with bid and ask'
  return `$${lastPrice.toFixed(2)}, ${describeFreshness(about, nowMs)}${quoted}`
}

function describeChain({ contracts }: OptionChain, about: About, { nowMs }: ProbeContext) {
  const today = newYorkDate(nowMs)
  // A source that cannot filter may return more.
  const calls = contracts.filter(({ type, expiration }) => {
    const days = daysBetween(today, expiration)
    return type === CALLS.type && days >= CALLS.minDays && days <= CALLS.maxDays
  })
  if (calls.length === 0) return null
  const quoted = calls.filter(({ bid, ask }) => bid !== null || ask !== null).length
  const valued = calls.filter(({ vendorGreeks }) => vendorGreeks !== null).length
  const count = `${calls.length} calls ${CALLS.minDays} to ${CALLS.maxDays} days out`
  const shares = `${quoted || 'none'} with bid and ask, ${valued || 'none'} with greeks`
  return `${count}, ${describeFreshness(about, nowMs)}, ${shares}`
}

function describeFreshness({ dataClass, asOfMs }: About, nowMs: number): string {
  return `${dataClass}, ${describeAge(asOfMs, nowMs)}`
}

function describeDays(days: readonly string[], what: string): string | null {
  return days.length === 0 ? null : `${days.length} ${what}, ${days[0]} to ${days.at(-1)}`
}

/** An empty list is a valid result. */
function describeEvents(days: readonly string[]): string {
  return days.length === 0 ? 'none on record' : `${days.length}, the last on ${days.at(-1)}`
}

function describeFundamentals(known: Fundamentals): string | null {
  const figures: readonly (readonly [string, boolean])[] = [
    ['market capitalization', known.marketCapUsd !== null],
    ['net margin', known.netMarginPct !== null],
    ['debt to equity', known.debtToEquity !== null || known.negativeEquity],
    ['dividend yield', known.dividendYieldPct !== null],
    ['credit rating', known.creditRating !== null],
  ]
  const names = figures.flatMap(([name, isKnown]) => (isKnown ? [name] : []))
  return names.length === 0 ? null : names.join(', ')
}

function describeStatus(
  { session, serverMs }: { session: string; serverMs: number | null },
  _answer: unknown,
  { nowMs }: ProbeContext,
) {
  const market = session === 'extended' ? 'in extended hours' : session
  if (serverMs === null || Math.abs(serverMs - nowMs) < CLOCK_TOLERANCE_MS) return `the market is ${market}`
  return `the market is ${market}; its clock says ${describeInstant(serverMs)}, this machine's says ${describeInstant(nowMs)}: set the time`
}
