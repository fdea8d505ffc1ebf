import { daysUntil, isMonthly } from '../../../../services/market-data/test/plain-pack.ts'
import { at, column, type Expected, said } from './expected-text.ts'
import { EXPIRATION, type Facts, knownOf, nameDay, type PlainCall, SYMBOL } from './facts.ts'

const CARD = 'Options chain'
const CALLS = `${CARD}, Calls of ${SYMBOL}`

export function expectStrip({ expirations, pack: { nextReport, exDate } }: Facts): Expected[] {
  return at(
    CARD,
    ...expirations.map((date) => {
      const [isReportIn, isExDateIn] = [nextReport < date, exDate <= date]
      const letters = `${isReportIn ? ' E' : ''}${isExDateIn ? ' D' : ''}`
      const words = `${isReportIn ? ', earnings before this date' : ''}${isExDateIn ? ', ex-dividend date before this date' : ''}`
      return said`${nameDay(date)}${letters} ${daysUntil(date)} d, ${isMonthly(date) ? 'monthly' : 'weekly'}${words}`
    }),
  )
}

/** By column name, a function that reads the column's value from a call. */
const columns: Readonly<Record<string, (call: PlainCall) => number | null>> = {
  Strike: ({ strike }) => strike,
  'Bid $': ({ bid }) => bid,
  'Ask $': ({ ask }) => ask,
  'Mid $': ({ mid }) => mid,
  Delta: ({ delta }) => delta,
  'Yield % a year': ({ figures }) => figures.annualized_yield_pct,
  'Time value % a year': ({ figures }) => figures.annualized_time_value_yield_pct,
  'If called % term': ({ figures }) => figures.if_called_return_pct,
  'Expires OTM %': ({ chances }) => chances && (1 - chances.assigned) * 100,
  Volume: ({ quote }) => quote.volume,
  'Open interest': ({ quote }) => quote.openInterest,
  'IV %': ({ vol }) => vol && vol * 100,
}

export function expectLadder({ calls, chosen, spot, move }: Facts): Expected[] {
  const others = calls.filter((call) => call !== chosen)
  return [
    ...at(`${CARD}, label`, said`Calls of ${SYMBOL}, ${nameDay(EXPIRATION)}`),
    ...Object.entries(columns).flatMap(([name, read]) => column(`${CALLS}, ${name}`, calls.map(read))),
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
