import { UNKNOWN_FUNDAMENTALS } from '../providers/fundamentals.ts'
import type { Answer, Fundamentals, Missing } from '../providers/provider.ts'
import { mergeMissing, worstStamp } from '../wire.ts'

/** Maps the field names in `missing` entries to the figures they describe. */
const FIGURES: Readonly<Record<string, Exclude<keyof Fundamentals, 'negativeEquity' | 'shares'>>> = {
  market_cap: 'marketCapUsd',
  net_margin: 'netMarginPct',
  debt_to_equity: 'debtToEquity',
  dividend_yield: 'dividendYieldPct',
  credit_rating: 'creditRating',
}

type Answers = readonly [Answer<Fundamentals>, ...Answer<Fundamentals>[]]

/**
 * Joins one company's fundamentals from several sources, taking each figure from the first source that has it. A figure
 * that any source knows is not missing. If any source reports negative equity, debt to equity is null.
 */
export function joinFundamentals(answers: Answers): Answer<Fundamentals> {
  const first = <T>(read: (value: Fundamentals) => T | null) =>
    answers.map(({ value }) => read(value)).find((figure) => figure !== null) ?? null
  const negativeEquity = answers.some(({ value }) => value.negativeEquity)
  const value: Fundamentals = {
    marketCapUsd: first(({ marketCapUsd }) => marketCapUsd),
    netMarginPct: first(({ netMarginPct }) => netMarginPct),
    debtToEquity: negativeEquity ? null : first(({ debtToEquity }) => debtToEquity),
    negativeEquity,
    dividendYieldPct: first(({ dividendYieldPct }) => dividendYieldPct),
    creditRating: first(({ creditRating }) => creditRating),
    shares: first(({ shares }) => shares),
  }
  const informative = answers.filter((answer) => hasAnyFigure(answer.value))
  const [head = answers[0], ...others] = informative
  const { source, dataClass, asOfMs } = worstStamp(head, ...others)
  const lacks = (informative.length === 0 ? answers : informative).map(({ missing }) => missing)
  return { source, dataClass, asOfMs, value, missing: mergeMissing(...lacks).filter(isStillMissing(value)) }
}

function isStillMissing(value: Fundamentals): (entry: Missing) => boolean {
  return ({ field }) => {
    const figure = FIGURES[field]
    if (figure === undefined) return true
    return value[figure] === null && !(figure === 'debtToEquity' && value.negativeEquity)
  }
}

function hasAnyFigure(value: Fundamentals): boolean {
  return Object.entries(value).some(([name, figure]) => figure !== UNKNOWN_FUNDAMENTALS[name as keyof Fundamentals])
}
