import { isCalendarDay } from '@callwright/scoring/iso-date'
import type { OptionSide } from '../../api/early-requests.ts'
import { openBrowserStorage } from '../../api/services.ts'
import { readSymbol } from '../../shared/paths.ts'
import {
  type ChartStyle,
  chartStyles,
  type IndicatorName,
  indicatorNames,
  type Timeframe,
  timeframes,
} from '../../shared/price-chart/chart-terms.ts'
import type { AddressForm, AddressNavigation, ParsedAddress } from '../../shared/routing.ts'

/** How many strikes the ladder shows on each side of the price. */
export const ladderDepths = ['5', '8', '15', 'all'] as const
export type LadderDepth = (typeof ladderDepths)[number]

/** Which options the ladder shows: one side, or calls and puts side by side. */
export const chainSides = ['call', 'put', 'both'] as const
export type ChainSide = (typeof chainSides)[number]

/** Side whose chain the page requests first. */
export const firstSide = (side: ChainSide): OptionSide => (side === 'both' ? 'call' : side)

export const MAX_CONTRACTS = 9_999
/** Maximum number of strikes in a comparison, including the chosen one. */
export const MAX_COMPARED = 4

/** Scenario values that the user changed under What if; null means today's value. */
export interface Scenario {
  /** Dollars per share. */
  readonly price: number | null
  /** Calendar days from now, a whole number. */
  readonly days: number | null
  /** The contract's annualized volatility, in percent. */
  readonly volPct: number | null
}

/** State of the analysis page. All of it is kept in the URL. */
export interface AnalysisState {
  /** Symbol as the user typed it, until the server returns the exchange's spelling. */
  readonly symbol: string
  readonly timeframe: Timeframe
  readonly chartStyle: ChartStyle
  readonly indicators: readonly IndicatorName[]
  /** Listed expiration; null means the best call's expiration or, without a best call, the server's default. */
  readonly expiration: string | null
  readonly side: ChainSide
  readonly depth: LadderDepth
  /** Strike in the trade preview; null means the stock's best call, or the best call for the expiration. */
  readonly strike: number | null
  /** Other strikes to compare, ascending, from the same expiration; at most `MAX_COMPARED` including the chosen one. */
  readonly compared: readonly number[]
  /** Number of contracts in the preview. */
  readonly contracts: number
  readonly scenario: Scenario
}

/** Element ids for skip links: the trade preview panel and its actions. */
export const TRADE_ID = 'trade-preview'
export const TRADE_ACTIONS_ID = 'trade-actions'

export type AnalysisNavigation = AddressNavigation<AnalysisState>

export const asItIs: Scenario = { price: null, days: null, volPct: null }

export const defaultAnalysisState: AnalysisState = {
  symbol: 'AAPL',
  timeframe: '6M',
  chartStyle: 'candles',
  indicators: ['sma20', 'sma50', 'rsi'],
  expiration: null,
  side: 'call',
  depth: '8',
  strike: null,
  compared: [],
  contracts: 1,
  scenario: asItIs,
}

const LAST_SYMBOL_KEY = 'analysisSymbol'
const storage = openBrowserStorage(() => globalThis.sessionStorage)

/** Saves the stock shown in this tab. */
export function saveLastSymbol(symbol: string): void {
  if (storage.get(LAST_SYMBOL_KEY) !== symbol) storage.set(LAST_SYMBOL_KEY, symbol)
}

/** Symbol to open when the URL has none: the last stock shown in this tab, otherwise Apple (D54). */
const findOpeningSymbol = (): string => readSymbol(storage.get(LAST_SYMBOL_KEY) ?? '') ?? defaultAnalysisState.symbol

/** Respells the symbol as the exchange does, unless the user has moved on to another stock. */
export function renameSymbol(state: AnalysisState, requested: string, listed: string): AnalysisState {
  return state.symbol === requested ? { ...state, symbol: listed } : state
}

/** Switches to another stock and keeps the display settings. */
export function chooseSymbol(state: AnalysisState, symbol: string): AnalysisState {
  if (symbol === state.symbol) return state
  return { ...state, symbol, expiration: null, strike: null, compared: [], scenario: asItIs }
}

export function chooseExpiration(state: AnalysisState, expiration: string): AnalysisState {
  return { ...state, expiration, strike: null, compared: [], scenario: asItIs }
}

/**
 * Previews the call at another strike, with the chosen expiration or, if none is chosen, the one shown. The URL then
 * names both, so it opens the same call tomorrow. Resets any what-if volatility, which was for the previous call.
 */
export function chooseStrike(state: AnalysisState, strike: number, expiration: string | null): AnalysisState {
  const compared = state.compared.filter((other) => other !== strike)
  return {
    ...state,
    expiration: state.expiration ?? expiration,
    strike,
    compared,
    scenario: { ...state.scenario, volPct: null },
  }
}

/** Call shown when the URL names none. */
interface CallInView {
  readonly expiration: string | null
  readonly strike: number | null
}

/** Adds a strike to compare with the call shown. The URL then names both, so it makes the same comparison later. */
export function compareWith(state: AnalysisState, inView: CallInView, strike: number): AnalysisState {
  return toggleCompared(
    { ...state, expiration: state.expiration ?? inView.expiration, strike: state.strike ?? inView.strike },
    strike,
  )
}

export function toggleCompared(state: AnalysisState, strike: number): AnalysisState {
  if (state.compared.includes(strike)) return { ...state, compared: state.compared.filter((other) => other !== strike) }
  if (state.compared.length + 1 >= MAX_COMPARED) return state
  return { ...state, compared: [...state.compared, strike].sort((a, b) => a - b) }
}

export function toggleIndicator(state: AnalysisState, name: IndicatorName): AnalysisState {
  const has = state.indicators.includes(name)
  return {
    ...state,
    indicators: indicatorNames.filter((other) => (other === name ? !has : state.indicators.includes(other))),
  }
}

const names = {
  symbol: 'symbol',
  timeframe: 'range',
  chartStyle: 'chart',
  indicators: 'lines',
  expiration: 'exp',
  side: 'side',
  depth: 'strikes',
  strike: 'strike',
  compared: 'compare',
  contracts: 'contracts',
  price: 'price',
  days: 'days',
  volPct: 'iv',
} as const

/** Matches every way in which people and brokers write symbols; the server resolves them (D62). */
const SYMBOL_SPELLING = /^[A-Z0-9 .$/:-]{1,40}$/

export const readTypedSymbol = (text: string): string | null =>
  SYMBOL_SPELLING.exec(text.trim().toUpperCase())?.[0] ?? null

/** Whether a symbol is spelled as on the exchange. Other spellings are resolved before figures are requested. */
export const isListedForm = (symbol: string): boolean => readSymbol(symbol) === symbol

const NUMBER = /^\d{1,7}(\.\d{1,4})?$/
const NO_INDICATORS = 'none'

const oneOf =
  <T extends string>(values: readonly T[]) =>
  (text: string): T | null =>
    values.find((value) => value === text) ?? null

const readNumber = (text: string): number | null => (NUMBER.test(text) ? Number(text) : null)
const readPositive = (text: string): number | null => readNumber(text) || null

/** Parses the number of contracts in the URL; null if invalid. */
const readContracts = (text: string): number | null => (/^[1-9]\d{0,3}$/.test(text) ? Number(text) : null)

function readList<T>(text: string, read: (part: string) => T | null): readonly T[] | null {
  const parts = text.split(',').map(read)
  const known = parts.filter((part) => part !== null)
  return known.length === parts.length && new Set(known).size === known.length ? known : null
}

function readIndicators(text: string): readonly IndicatorName[] | null {
  const listed = text === NO_INDICATORS ? [] : readList(text, oneOf(indicatorNames))
  return listed && indicatorNames.filter((name) => listed.includes(name))
}

function readCompared(text: string): readonly number[] | null {
  const strikes = readList(text, readPositive)
  return strikes !== null && strikes.length < MAX_COMPARED ? strikes.toSorted((a, b) => a - b) : null
}

const hasSymbol = (search: URLSearchParams): boolean => (search.get(names.symbol) ?? '').trim() !== ''

/** Whether the URL contains exactly this symbol. */
export const hasSymbolInUrl = (search: URLSearchParams, symbol: string): boolean => search.get(names.symbol) === symbol

function readAnalysisState(search: URLSearchParams): ParsedAddress<AnalysisState> {
  const ignored: string[] = []
  function read<T>(name: string, parse: (text: string) => T | null, fallback: T): T {
    const text = search.get(name)
    if (text === null) return fallback
    const value = parse(text)
    if (value === null) ignored.push(`${name}=${text}`)
    return value ?? fallback
  }
  const defaults = defaultAnalysisState
  const state: AnalysisState = {
    symbol: hasSymbol(search) ? read(names.symbol, readTypedSymbol, findOpeningSymbol()) : findOpeningSymbol(),
    timeframe: read(names.timeframe, oneOf(timeframes), defaults.timeframe),
    chartStyle: read(names.chartStyle, oneOf(chartStyles), defaults.chartStyle),
    indicators: read(names.indicators, readIndicators, defaults.indicators),
    expiration: read<string | null>(names.expiration, (text) => (isCalendarDay(text) ? text : null), null),
    side: read(names.side, oneOf(chainSides), defaults.side),
    depth: read(names.depth, oneOf(ladderDepths), defaults.depth),
    strike: read<number | null>(names.strike, readPositive, null),
    compared: read(names.compared, readCompared, defaults.compared),
    contracts: read(names.contracts, readContracts, defaults.contracts),
    scenario: {
      price: read<number | null>(names.price, readPositive, null),
      days: read<number | null>(names.days, (text) => (/^\d{1,4}$/.test(text) ? Number(text) : null), null),
      volPct: read<number | null>(names.volPct, readPositive, null),
    },
  }
  return { state: { ...state, compared: state.compared.filter((strike) => strike !== state.strike) }, ignored }
}

/** URL parameters for a state; defaults are omitted. */
function writeAnalysisState(state: AnalysisState): URLSearchParams {
  const search = new URLSearchParams()
  const { scenario, indicators, compared } = state
  search.set(names.symbol, state.symbol)
  for (const key of ['timeframe', 'chartStyle', 'expiration', 'side', 'depth', 'strike', 'contracts'] as const) {
    if (state[key] !== defaultAnalysisState[key]) search.set(names[key], String(state[key]))
  }
  if (indicators.join() !== defaultAnalysisState.indicators.join()) {
    search.set(names.indicators, indicators.join() || NO_INDICATORS)
  }
  if (compared.length > 0) search.set(names.compared, compared.join())
  for (const key of ['price', 'days', 'volPct'] as const) {
    if (scenario[key] !== null) search.set(names[key], String(scenario[key]))
  }
  return search
}

export const analysisAddress: AddressForm<AnalysisState> = { read: readAnalysisState, write: writeAnalysisState }
