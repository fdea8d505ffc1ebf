import { daysUntil, isMonthly, type PackQuote } from '../../../../services/market-data/test/plain-pack.ts'
import { at, column, type Expected, type ExpectedText, joinTexts, said } from './expected-text.ts'
import { EXPIRATION, type Facts, knownOf, nameDay, type PlainCall, SYMBOL } from './facts.ts'

const CARD = 'Options chain'
const REGION = `Calls of ${SYMBOL}, ${nameDay(EXPIRATION)}`
const CALLS = `${REGION}, Calls of ${SYMBOL}`

export function expectStrip({ expirations, spot, pack: { contracts, nextReport, exDate } }: Facts): Expected[] {
  return expirations.flatMap((date) => {
    const marks = [
      ...(nextReport < date ? [{ letter: 'E', meaning: 'earnings before this date' }] : []),
      ...(exDate <= date ? [{ letter: 'D', meaning: 'ex-dividend date before this date' }] : []),
    ]
    const letters = marks.map(({ letter }) => ` ${letter}`).join('')
    const words = marks.map(({ meaning }) => `, ${meaning}`).join('')
    const hints = marks.map(({ letter, meaning }) => `${letter}: ${meaning} `).join('')
    const calls = contracts.filter(({ expiration, type }) => expiration === date && type === 'call')
    const [openInterest, volume] = [sum(calls, 'openInterest'), sum(calls, 'volume')]
    const spread = medianSpread(calls, spot)
    const spreadSaid: ExpectedText =
      spread === null ? said`no quotes near the money` : said`median spread near the money ${spread}% of the mid`
    const kind = isMonthly(date) ? 'monthly' : 'weekly'
    return [
      ...at(
        CARD,
        joinTexts(
          said`${nameDay(date)}${letters} ${daysUntil(date)} d, ${kind}${words}, open interest ${openInterest}, volume ${volume}`,
          spreadSaid,
        ),
      ),
      ...at(
        `${CARD}, hint`,
        spread === null
          ? said`${hints}Calls: open interest ${openInterest}, volume ${volume} Calls: no quotes near the money`
          : said`${hints}Calls: open interest ${openInterest}, volume ${volume} Calls: median spread near the money ${spread}% of the mid${spread > 10 ? ' (wide)' : ''}`,
      ),
    ]
  })
}

const sum = (calls: readonly PackQuote[], count: 'openInterest' | 'volume') =>
  calls.reduce((total, call) => total + (call[count] ?? 0), 0)

/** Median spread of the ten strikes nearest to the price, percent of the mid; null if most have no quote. */
function medianSpread(calls: readonly PackQuote[], spot: number): number | null {
  const near = calls.toSorted((a, b) => Math.abs(a.strike - spot) - Math.abs(b.strike - spot)).slice(0, 10)
  const spreads = near.map(({ bid, ask }) =>
    bid === null || ask === null || ask <= 0 || ask < bid
      ? Number.POSITIVE_INFINITY
      : ((ask - bid) / (ask + bid)) * 200,
  )
  spreads.sort((a, b) => a - b)
  const [low = Number.NaN, high = Number.NaN] = [
    spreads[Math.ceil(spreads.length / 2) - 1],
    spreads[Math.floor(spreads.length / 2)],
  ]
  return Number.isFinite(low + high) ? (low + high) / 2 : null
}

/** By column name, a function that reads the column's value from a call. */
const columns: Readonly<Record<string, (call: PlainCall) => number | null>> = {
  Strike: ({ strike }) => strike,
  'Bid $': ({ bid }) => bid,
  'Ask $': ({ ask }) => ask,
  'Mid $': ({ mid }) => mid,
  Delta: ({ delta }) => delta,
  'Yield % a year': ({ figures }) => figures.annualized_yield_pct,
  'If called % term': ({ figures }) => figures.if_called_return_pct,
  'Expires OTM %': ({ chances }) => chances && (1 - chances.assigned) * 100,
  Volume: ({ quote }) => quote.volume,
  'Open interest': ({ quote }) => quote.openInterest,
  'IV %': ({ vol }) => vol && vol * 100,
}

export function expectLadder({ calls, chosen, spot, move }: Facts): Expected[] {
  const others = calls.filter((call) => call !== chosen)
  return [
    ...at(`${REGION}, label`, said`${REGION}`, said`${REGION}`),
    ...Object.entries(columns).flatMap(([name, read]) => column(`${CALLS}, ${name}`, calls.map(read))),
    ...calls.flatMap(({ figures: { annualized_time_value_yield_pct: yieldPct } }) =>
      yieldPct === null
        ? []
        : at(`${CALLS}, Time value % a year`, yieldPct < 10 ? said`under 10% ↓ ${yieldPct}` : said`${yieldPct}`),
    ),
    ...calls.flatMap(expectNotes),
    ...at(`${CALLS}, Compare, label`, ...others.map(({ strike }) => said`Compare ${strike}`)),
    ...at(`${CALLS}, across`, said`−1 expected move ${spot - move}`),
    ...at(`${CALLS}, across`, said`$${spot} ${SYMBOL}, recorded, Jul 10, 16:00 ET`),
    ...at(`${CALLS}, across`, said`+1 expected move ${spot + move}`),
  ]
}

/** Notes are separated by periods for screen readers and by line breaks in the hint. */
function expectNotes({ spreadPct, quote }: PlainCall): Expected[] {
  const interest = knownOf(quote.openInterest)
  const [isWide, isThin] = [spreadPct > 10, interest < 100]
  const spread = Math.round(spreadPct * 10) / 10
  if (isWide && isThin) {
    return [
      ...at(`${CALLS}, Notes`, said`Wide spread: ${spread}% of the mid. Low open interest: ${interest}`),
      ...at(`${CALLS}, Notes, hint`, said`Wide spread: ${spread}% of the mid Low open interest: ${interest}`),
    ]
  }
  const only = isWide ? said`Wide spread: ${spread}% of the mid` : isThin ? said`Low open interest: ${interest}` : null
  return only === null ? [] : [...at(`${CALLS}, Notes`, only), ...at(`${CALLS}, Notes, hint`, only)]
}
