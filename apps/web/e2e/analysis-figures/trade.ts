import { plainPrice } from '../../../../services/market-data/test/plain-american.ts'
import { daysUntil } from '../../../../services/market-data/test/plain-pack.ts'
import { at, column, type Expected, said } from './expected-text.ts'
import { DAYS, EXPIRATION, type Facts, knownOf, nameDay, nameDayBefore, type PlainCall, SYMBOL } from './facts.ts'
import type { Item } from './items.ts'

const PANEL = 'Trade preview'
const COMPARED = 'Compare strikes'
const WHAT_IF = 'What if'
export const PROFITS = `${WHAT_IF}, Profit by price and date`
const DAY = nameDay(EXPIRATION)

/** Values for a what-if trade, each equal to today's value unless changed. */
export interface Supposed {
  readonly contracts: number
  readonly price: number
  readonly days: number
  /** Null to use the call's own volatility. */
  readonly volPct: number | null
}

/**
 * Profit per share in dollars at expiration, if the shares are bought today and the call is sold at the bid. Includes
 * dividends paid until then.
 */
function earnAtExpiration({ spot, chosen }: Facts, price: number): number {
  return Math.min(price, chosen.strike) - spot + chosen.bid + chosen.dividends
}

/** The call's value on the what-if day if the stock is at this price. */
function valueCall({ chosen }: Facts, { days, volPct }: Supposed, price: number): number {
  const { contract, vol } = chosen
  const { dividend, years } = contract
  return plainPrice({
    ...contract,
    spot: price,
    years: years - days / 365,
    vol: volPct === null ? knownOf(vol) : volPct / 100,
    dividend: dividend && { ...dividend, years: dividend.years - days / 365 },
  })
}

/** Profit per share in dollars on the what-if day, which is before the ex-date or at expiration. */
const earnOnDay = (facts: Facts, supposed: Supposed, price: number) =>
  supposed.days === DAYS
    ? earnAtExpiration(facts, price)
    : price - facts.spot + facts.chosen.bid - valueCall(facts, supposed, price)

export function expectTrade(facts: Facts, supposed: Supposed, compared: readonly number[]): Expected[] {
  const { chosen, best, calls, expirations, spot, pack } = facts
  const { strike, bid, figures } = chosen
  const [delta, room] = [knownOf(chosen.delta), knownOf(chosen.headroomEm)]
  const captured = ((bid - knownOf(chosen.mid)) / bid) * 100
  const bestYield = knownOf(best.figures.annualized_yield_pct)
  const { contracts } = supposed
  const shares = contracts * 100
  const place = calls.indexOf(chosen)
  const [under, over] = [knownOf(calls[place - 1]?.strike), knownOf(calls[place + 1]?.strike)]
  const [sooner = '', later = ''] = [-1, 1].map((step) => expirations[expirations.indexOf(EXPIRATION) + step])
  const free = calls.map((call) => call.strike).filter((other) => other !== strike && !compared.includes(other))
  const many = contracts === 1 ? '' : ` ${shares} shares`
  const plural = contracts === 1 ? 'call' : 'calls'
  const headroom = chosen.headroomPct
  const yieldPct = knownOf(figures.annualized_time_value_yield_pct)
  return [
    ...at(
      PANEL,
      said`Sell ${contracts} ${SYMBOL} ${DAY}, ${strike} ${plural}`,
      said`${strike}`,
      said`${DAY}, ${DAYS} d`,
      said`You keep $${bid * shares} and would sell${many} at $${strike}, ${headroom}% above today, if called by ${DAY}.`,
      said`Earnings ${nameDay(pack.nextReport)}, in ${daysUntil(pack.nextReport)} days, before expiration.`,
      said`Ex-dividend ${nameDay(pack.exDate)}, $${chosen.dividends} per share, in ${daysUntil(pack.exDate)} days.`,
      said`Best call: ${nameDay(best.quote.expiration)}, ${best.strike} strike, ${bestYield}% a year`,
      said`No rule applies: the delta is ${delta} (under 0.500), the time left is ${DAYS} days (over 7 days), the profit captured is ${captured}% (under 50%), the headroom in expected moves is ${room} (at least 0.50) and the static yield is ${yieldPct}% a year (at least 10.0% a year). Keep the shares and the call. Check again as the price nears the strike or expiration approaches.`,
    ),
    ...at(`${PANEL}, Strike to compare`, said`${free.join(' ')}`),
    ...at(`${PANEL}, Contracts of 100 shares`, said`${contracts}`),
    ...at(
      `${PANEL}, label`,
      said`Previous strike, ${under}`,
      said`Next strike, ${over}`,
      said`Previous expiration, ${nameDay(sooner)}`,
      said`Next expiration, ${nameDay(later)}`,
      said`More contracts, ${contracts + 1}`,
      ...(contracts > 1 ? [said`Fewer contracts, ${contracts - 1}`] : []),
    ),
    ...at(
      `${PANEL}, hint`,
      said`term:credit $${bid} per share, 100 shares per contract, ${contracts === 1 ? 'one contract' : `${contracts} contracts`}.`,
      said`term:headroom From the price of ${spot}.`,
      said`term:headroom_em Based on this call's own volatility: ±${knownOf(chosen.ownMove)}.`,
    ),
    ...expectStats(chosen, shares, earnAtExpiration(facts, strike)),
  ]
}

function expectStats(chosen: PlainCall, shares: number, maxProfit: number): Expected[] {
  const { figures, chances, headroomEm, vol } = chosen
  const stat = (name: string, text: Expected['said']) => at(`${PANEL}, ${name}`, text)
  // A table has the name of its region.
  const RETURNS = 'Return on the stock price, Return on the stock price'
  return [
    ...at(
      PANEL,
      said`Return on the stock price, at the bid. Annualized: × 365 / ${DAYS}, not compounded. Figures here include the declared dividend of $${chosen.dividends} per share. Without it, static is ${knownOf(figures.annualized_time_value_yield_pct)}% a year, as in the chain.`,
    ),
    ...column(`${RETURNS}, Term %`, [chosen.staticPct, figures.if_called_return_pct]),
    ...column(`${RETURNS}, Year %`, [chosen.staticYearPct, chosen.ifCalledYearPct]),
    ...stat('Credit, at bid', said`$${chosen.bid * shares}`),
    ...stat('Max profit', said`$${maxProfit * shares}`),
    ...stat('Breakeven', said`${knownOf(figures.breakeven)}`),
    ...stat('Days', said`${DAYS}`),
    ...stat('Protection', said`${chosen.protectionPct}%`),
    ...stat('Delta', said`${knownOf(chosen.delta)}`),
    ...stat('Headroom', said`${chosen.headroomPct}%`),
    ...stat('Headroom/EM', said`${knownOf(headroomEm)}`),
    ...stat('Chance of profit', said`${knownOf(chances?.profit) * 100}%`),
    ...stat('Chance assigned', said`${knownOf(chances?.assigned) * 100}%`),
    ...stat('Chance of touch', said`${knownOf(chances?.touched) * 100}%`),
    ...stat('Volatility', said`${knownOf(vol) * 100}%`),
  ]
}

/** Dates of the profit table: five, evenly spaced from today to expiration. */
const dates = [0, 1, 2, 3, 4].map((step) => {
  const days = Math.round((step * DAYS) / 4)
  return { days, name: days === 0 ? 'Today' : nameDayBefore(DAYS - days) }
})

/** Prices in the profit table, highest first: those that the page chose, and the three that it must mark. */
function listPrices({ spot, chosen: { strike, figures } }: Facts, items: readonly Item[]) {
  const marks = new Map([
    [spot, ' price'],
    [strike, ' strike'],
    [Math.round(knownOf(figures.breakeven) * 100) / 100, ' breakeven'],
  ])
  const shown = items
    .filter(({ place }) => place === `${PROFITS}, Price $`)
    .map(({ text }) => Number(text.replace(/ .*/, '')))
  return [...new Set([...shown, ...marks.keys()])]
    .toSorted((a, b) => b - a)
    .map((price) => ({ price, mark: marks.get(price) ?? '' }))
}

/** Expected table of profits by price and date, in dollars or in percent of the price of the shares. */
export function expectProfits(
  facts: Facts,
  supposed: Supposed,
  items: readonly Item[],
  unit: '$' | '%' = '$',
): Expected[] {
  const prices = listPrices(facts, items)
  const scale = unit === '$' ? supposed.contracts * 100 : 100 / facts.spot
  return [
    ...at(`${PROFITS}, Price $`, ...prices.map(({ price, mark }) => said`${price}${mark}`)),
    ...dates.flatMap(({ days, name }) =>
      column(
        `${PROFITS}, ${name}`,
        prices.map(({ price }) => earnOnDay(facts, { ...supposed, days }, price) * scale),
      ),
    ),
  ]
}

/** Expected payoff diagram with its description, and the table of profits. */
export function expectPayoff(facts: Facts, supposed: Supposed, items: readonly Item[]): Expected[] {
  const { strike, figures, vol } = facts.chosen
  const shares = supposed.contracts * 100
  const dayName = supposed.days === 0 ? 'today' : `in ${supposed.days} days`
  const prices = listPrices(facts, items)
  const atExpiration = (price: number) => earnAtExpiration(facts, price) * shares
  const { price } = supposed
  const reading = said`At ${price}: $${atExpiration(price)} at expiration, $${earnOnDay(facts, supposed, price) * shares} ${dayName}`
  return [
    ...at(WHAT_IF, said`strike ${strike}`, said`breakeven ${knownOf(figures.breakeven)}`, reading),
    ...at(`${WHAT_IF}, spoken`, reading),
    ...(supposed.days === 0 ? [] : at(WHAT_IF, said`In ${supposed.days} days`)),
    // The diagram begins at the lowest price in the table.
    ...at(WHAT_IF, said`Loss $${atExpiration(knownOf(prices.at(-1)?.price))}`, said`Profit $${atExpiration(strike)}`),
    ...at(WHAT_IF, ...dates.filter(({ days }) => days > 0).map(({ name }) => said`${name}`)),
    ...expectProfits(facts, supposed, items),
    ...at(
      WHAT_IF,
      said`Assumes that implied volatility stays at ${supposed.volPct ?? knownOf(vol) * 100}% and that the call trades at its model price, before costs. Select a cell to see it in the diagram.`,
    ),
  ]
}

export function expectWhatIf(facts: Facts, supposed: Supposed): Expected[] {
  const { contracts, price, days } = supposed
  const volPct = supposed.volPct ?? knownOf(facts.chosen.vol) * 100
  const shares = contracts * 100
  const value = valueCall(facts, supposed, price)
  return [
    ...at('What if, Price $', said`${price}`),
    ...at('What if, Days forward d', said`${days}`),
    ...at('What if, Volatility %', said`${volPct}`),
    ...at('What if, spoken', said`$${price}`, said`${days} days`, said`${volPct}%`),
    ...at('What if, Position value', said`$${(price - value) * shares}`),
    ...at('What if, Call value per share', said`${value}`),
    ...at('What if, Profit or loss', said`$${earnOnDay(facts, supposed, price) * shares}`),
  ]
}

interface Compared {
  readonly read: (call: PlainCall) => number | null | undefined
  readonly better: 'most' | 'least'
  readonly unit?: '$'
}

const rows: readonly Compared[] = [
  { read: ({ bid }) => bid * 100, better: 'most', unit: '$' },
  {
    read: ({ figures, contract: { spot } }) => knownOf(figures.if_called_return_pct) * spot,
    better: 'most',
    unit: '$',
  },
  { read: ({ figures }) => figures.breakeven, better: 'least' },
  { read: ({ staticYearPct }) => staticYearPct, better: 'most' },
  { read: ({ ifCalledYearPct }) => ifCalledYearPct, better: 'most' },
  { read: ({ protectionPct }) => protectionPct, better: 'most' },
  { read: ({ chances }) => chances && chances.profit * 100, better: 'most' },
  { read: ({ chances }) => chances && chances.assigned * 100, better: 'least' },
  { read: ({ chances }) => chances && chances.touched * 100, better: 'least' },
  { read: ({ delta }) => delta, better: 'least' },
  { read: ({ headroomPct }) => headroomPct, better: 'most' },
  { read: ({ headroomEm }) => headroomEm, better: 'most' },
]

/** Expected comparison of the selected strike with others. The best value in each row is marked. */
export function expectComparison({ chosen, calls }: Facts, strikes: readonly number[]): Expected[] {
  const compared = [chosen, ...calls.filter(({ strike }) => strikes.includes(strike))]
  const yieldOf = ({ figures }: PlainCall) => knownOf(figures.annualized_time_value_yield_pct)
  const isUnderMinimum = (call: PlainCall) => yieldOf(call) < 10
  const nameOf = (call: PlainCall) =>
    `${call.strike}${isUnderMinimum(call) ? ' under 10%' : ''}${call === chosen ? ' selected' : ''}`
  return [
    ...at(COMPARED, ...compared.map((call) => said`${nameOf(call)}`)),
    ...at(
      `${COMPARED}, hint`,
      ...compared.filter(isUnderMinimum).map((call) => said`Time value pays ${yieldOf(call)}% a year`),
    ),
    ...at(`${COMPARED}, label`, ...strikes.map((strike) => said`Remove ${strike}`)),
    ...compared.flatMap((call) =>
      at(
        `${COMPARED}, ${COMPARED}, ${nameOf(call)}`,
        ...rows.map(({ read, better, unit = '' }) => {
          const value = knownOf(read(call))
          const values = compared.map((each) => knownOf(read(each)))
          const isBest = value === (better === 'most' ? Math.max(...values) : Math.min(...values))
          return said`${unit}${value}${isBest ? ' best' : ''}`
        }),
      ),
    ),
  ]
}
