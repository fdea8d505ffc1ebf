import { SHARES_PER_CONTRACT } from '@callwright/scoring'
import type { ToolArgs } from '../../../../turn/types.ts'
import { isOwnSearch } from '../../conversation/screen-like.ts'
import { pointOf, type Range, type Slots } from '../../reading/slots.ts'
import { listMembers } from '../../reading/words/industries.ts'
import { CALM_IV } from '../../reading/words/screen-words.ts'
import { isKnown, type Row } from '../../replies.ts'
import type { Session } from '../../session.ts'

export const lowest = (range: Range | null) => range?.least ?? null
/** A single figure bounds a stock from above if it is a price, and from below if it is a rating or yield. */
export const highest = (range: Range | null) => (range === null || pointOf(range) !== null ? null : range.most)
const orNull = <T>(list: readonly T[]) => (list.length === 0 ? null : [...list])
const orYes = (is: boolean) => (is ? true : null)

/** Days of the longest usual call: the product's default is 30 to 45. */
export const DEFAULT_QUIET_DAYS = 45
/** Safe stocks, in an order by another figure. */
const wantsCalm = ({ style, sort }: Slots) =>
  style === 'Conservative' && sort !== null && sort !== 'volatility' && sort !== 'delta'

export const TIGHT =
  /\b(?:tight|narrow|small)\w* (?:[\w-]+ ){0,2}spreads?\b|\bspreads? (?:\w+ ){0,2}(?:tight|narrow|small)\b/u
export const LIQUID =
  /\bliquid\w*|\bwith (?:decent |good |some |enough )?open interest(?! (?:over|above|of|at|min|more|>))|\boptions? (?:that|which) (?:actually |really |still )?trade\b/u
const asksTrading = (text: string) => TIGHT.test(text) || LIQUID.test(text)

/** Stocks that the user holds, if the message searches among them; null if it searches among all. */
export async function readHoldings({ question, ask }: Session): Promise<readonly string[] | null> {
  if (!isOwnSearch(question.slots, question.text)) return null
  const found = await ask('upcoming_events', { symbols: null, kind: null, days: null })
  return found.ok && Array.isArray(found.result.symbols) ? found.result.symbols.map(String) : null
}

/** Around a price that a message names without a bound. */
const NEAR_SHARE = 0.2

/** A budget for several stocks, in equal parts. */
const SPLITS =
  /\b(?:in|into|across|over|among|between|split\w*)\b (?:\w+ ){0,2}\d+ (?:different |separate |other )?(?:stocks|names|positions|companies)\b/u

/** The conditions of a message on the stock. */
export function listConditions(slots: Slots, text: string, holdings: readonly string[] | null): ToolArgs {
  const parts = SPLITS.test(text) ? (slots.count ?? 1) : 1
  const isOfIndustry = slots.industries.length > 0
  const members = listMembers(slots.industries)
  const only = isOfIndustry ? members.filter((one) => holdings === null || holdings.includes(one)) : holdings
  const near = slots.price === null ? slots.stockPrice : null
  const quiet = slots.quietDays ?? slots.earningsWithin?.least ?? null
  return {
    sector: isOfIndustry ? null : slots.sector,
    or_sectors: isOfIndustry ? null : orNull(slots.orSectors),
    without_sectors: orNull(slots.withoutSectors),
    only_symbols: only === null ? null : [...only],
    without_symbols: orNull([...slots.withoutStocks, ...listMembers(slots.withoutIndustries)]),
    market_cap: slots.marketCap,
    min_price: near === null ? (pointOf(slots.price) === null ? lowest(slots.price) : null) : near * (1 - NEAR_SHARE),
    max_price:
      near !== null
        ? near * (1 + NEAR_SHARE)
        : (slots.price?.most ??
          (slots.budget === null ? null : slots.budget / Math.max(slots.shares ?? 0, SHARES_PER_CONTRACT) / parts)),
    min_score: lowest(slots.score),
    max_score: highest(slots.score),
    above_average: orYes(slots.level !== null),
    iv_rank_min: lowest(slots.ivRank),
    iv_rank_max: highest(slots.ivRank),
    iv_min: lowest(slots.iv),
    iv_max: highest(slots.iv) ?? (wantsCalm(slots) ? CALM_IV : null),
    rsi_min: pointOf(slots.rsi) === null ? lowest(slots.rsi) : null,
    rsi_max: slots.rsi?.most ?? null,
    min_price_vs_ma: lowest(slots.vsAverage),
    max_price_vs_ma: highest(slots.vsAverage),
    min_dividend_yield: lowest(slots.dividendYield),
    max_dividend_yield: highest(slots.dividendYield),
    earnings_after_days: quiet,
    earnings_within_days: slots.earningsWithin?.most ?? null,
    ex_dividend_after_days: slots.exWithin?.least ?? null,
    ex_dividend_within_days: slots.exWithin?.most ?? null,
  }
}

/** Sentences on the reading of words without a figure. */
export function describeReading(slots: Slots, average: string | null): string {
  const { industries, withoutIndustries, withoutStocks, withoutSectors, level, iv } = slots
  const left = [
    ...withoutSectors.map(nameSector),
    ...withoutIndustries.map((one) => one.toLowerCase()),
    ...withoutStocks,
  ]
  return [
    industries.length === 0 ? null : `Only ${industries.join(' and ').toLowerCase()}, by the list of this app.`,
    slots.price === null && slots.stockPrice !== null ? 'Prices within a fifth of the one you name.' : null,
    left.length === 0 ? null : `Listed without ${left.join(', ')}.`,
    level === null || average === null ? null : `Only ratings above the average of ${average}.`,
    wantsCalm(slots) || (iv !== null && iv.least === null) ? 'Calm means a low implied volatility here.' : null,
  ]
    .filter((one) => one !== null)
    .map((one) => ` ${one}`)
    .join('')
}
const nameSector = (name: string) => name.toLowerCase()

type Asked = readonly (readonly [isAsked: boolean, column: string, label: string])[]

/** The figures behind the conditions of a message, in the columns of a stock. */
export const listStockColumns = (slots: Slots, text: string): Asked => [
  [slots.budget !== null, 'cost_of_100', '100 shares cost'],
  [slots.score !== null || slots.level !== null, 'score', 'rating'],
  [slots.dividendYield !== null || slots.sort === 'dividend', 'dividend_yield', 'dividend yield'],
  [slots.ivRank !== null || slots.sort === 'ivRank', 'iv_rank', 'IV rank'],
  [
    slots.iv !== null || slots.sort === 'volatility' || slots.style !== null,
    'implied_volatility',
    'implied volatility',
  ],
  [slots.rsi !== null || slots.sort === 'rsi', 'rsi', 'RSI'],
  [slots.vsAverage !== null, 'price_vs_ma', 'against its 20-day average'],
  [slots.sort === 'volume', 'volume', 'volume'],
  [slots.marketCap !== null || slots.sort === 'marketCap', 'market_cap', 'market cap'],
  [
    slots.earningsWithin !== null ||
      slots.quietDays !== null ||
      slots.event === 'Before earnings' ||
      /\bearnings\b|\breports?\b/u.test(text),
    'earnings_date',
    'earnings',
  ],
  [slots.exWithin !== null || /\bex\b|\bex[- ]/u.test(text), 'ex_dividend_date', 'ex-dividend'],
  [slots.orSectors.length > 0, 'sector', 'sector'],
  [slots.openInterest !== null || slots.sort === 'openInterest' || asksTrading(text), 'open_interest', 'open interest'],
  [asksTrading(text), 'best_spread_pct', 'spread'],
  [slots.spreadPct !== null || slots.sort === 'spread' || asksTrading(text), 'spread_pct', 'spread'],
]

/** The asked figures that a row has. */
export const describeColumns = (asked: Asked, row: Row, figure: (name: string) => string): string =>
  asked
    .flatMap(([isAsked, name, label]) => (isAsked && isKnown(row[name]) ? [`, ${label} ${figure(name)}`] : []))
    .join('')
