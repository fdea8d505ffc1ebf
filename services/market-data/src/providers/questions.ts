import { UNKNOWN_FUNDAMENTALS } from './fundamentals.ts'
import type { Capabilities, CapabilityName } from './provider-definition.ts'

/** One question of the port, for whoever treats them all alike. */
export interface Question {
  /** Its name in metrics and keys. */
  readonly endpoint: string
  readonly capability: CapabilityName
  readonly method: string
  /** What a person calls the answer, and the field that a `missing` entry names. */
  readonly what: string
  readonly field: string
  /** The value where nobody knows. */
  readonly unknown: unknown
  /** `bare` answers with the value alone, without a stamp. */
  readonly shape?: 'bare'
  /** Absent where nobody has it. */
  readonly isOptional?: true
}

export type Ask = (...args: readonly unknown[]) => Promise<unknown>

/** Every question that can be asked of a source. */
export const questions: readonly Question[] = [
  { ...ask('bars', 'bars', 'listDailyBars'), ...about('bars', 'daily bars'), unknown: null },
  { ...ask('market_bars', 'bars', 'listMarketBars'), ...about('bars', 'bars of the whole market'), ...optional(null) },
  {
    ...ask('intraday_bars', 'intradayBars', 'listIntradayBars'),
    ...about('intraday_bars', 'intraday bars'),
    ...optional(null),
  },
  { ...ask('quote', 'quotes', 'findQuote'), ...about('price', 'stock prices'), unknown: null },
  { ...ask('expirations', 'expirations', 'listExpirations'), ...about('chain', 'option expirations'), unknown: [] },
  { ...ask('chain', 'chains', 'findChain'), ...about('chain', 'option chains'), unknown: null },
  { ...ask('search', 'search', 'searchSymbols'), ...about('symbols', 'symbol search'), unknown: [] },
  { ...ask('universe', 'reference', 'listUniverse'), ...about('universe', 'symbols'), unknown: [] },
  { ...ask('symbol', 'reference', 'findSymbol'), ...about('symbol', 'symbols'), unknown: null, shape: 'bare' },
  {
    ...ask('fundamentals', 'fundamentals', 'findFundamentals'),
    ...about('fundamentals', 'fundamentals'),
    unknown: UNKNOWN_FUNDAMENTALS,
  },
  {
    ...ask('market_fundamentals', 'fundamentals', 'listMarketFundamentals'),
    ...about('fundamentals', 'fundamentals of the whole market'),
    ...optional(new Map()),
    shape: 'bare',
  },
  { ...ask('dividends', 'dividends', 'listDividends'), ...about('dividends', 'dividends'), unknown: null },
  {
    ...ask('market_dividends', 'dividends', 'listMarketDividends'),
    ...about('dividends', 'dividends of the whole market'),
    ...optional(new Map()),
  },
  { ...ask('splits', 'splits', 'listSplits'), ...about('splits', 'splits'), unknown: null },
  {
    ...ask('market_splits', 'splits', 'listMarketSplits'),
    ...about('splits', 'splits of the whole market'),
    ...optional(new Map()),
  },
  { ...ask('earnings', 'earnings', 'findNextEarnings'), ...about('earnings_date', 'earnings dates'), unknown: null },
  {
    ...ask('past_earnings', 'earnings', 'listPastEarnings'),
    ...about('earnings_date', 'past earnings dates'),
    ...optional([]),
  },
  { ...ask('rate', 'rates', 'findRate'), ...about('rate', 'interest rates'), unknown: null },
  {
    ...ask('iv_history', 'ivHistory', 'listIvHistory'),
    ...about('iv_history', 'implied-volatility history'),
    unknown: [],
  },
  { ...ask('market_status', 'clock', 'findStatus'), ...about('market_status', 'market status'), ...optional(null) },
  { ...ask('special_days', 'clock', 'listSpecialDays'), ...about('special_days', 'holidays'), ...optional([]) },
]

function ask(endpoint: string, capability: CapabilityName, method: string) {
  return { endpoint, capability, method }
}

function about(field: string, what: string) {
  return { field, what }
}

function optional(unknown: unknown) {
  return { unknown, isOptional: true } as const
}

/** The question as these sources answer it; null where they do not have it. */
export function findAsk(sources: Partial<Capabilities>, { capability, method }: Question): Ask | null {
  const source = sources[capability] as Readonly<Record<string, Ask | undefined>> | undefined
  return source?.[method]?.bind(source) ?? null
}

/** Sources made question by question; what `answer` has nothing for stays absent. */
export function buildSources(answer: (question: Question) => Ask | null): Partial<Capabilities> {
  const sources: Record<string, Record<string, Ask>> = {}
  for (const question of questions) {
    const answering = answer(question)
    if (answering === null) continue
    sources[question.capability] = { ...sources[question.capability], [question.method]: answering }
  }
  return sources as Partial<Capabilities>
}

/** The same sources with `wrap` round every question they have. What a clock says of now is no question. */
export function wrapSources(
  sources: Partial<Capabilities>,
  wrap: (question: Question, ask: Ask) => Ask,
): Partial<Capabilities> {
  return buildSources((question) => {
    const asked = findAsk(sources, question)
    return asked === null ? null : wrap(question, asked)
  })
}
