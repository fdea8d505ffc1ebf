import { setsAtTheMoneyAgainst } from '../fit-intent.ts'
import { pointOf, type Slots } from '../reading/slots.ts'
import {
  type Answered,
  askBack,
  countOf,
  isKnown,
  listRows,
  type Reply,
  type Row,
  type Session,
  say,
  toRow,
} from '../session.ts'
import { explainStock, filterCalls } from './calls.ts'
import { chooseExpiration, chooseNearestTerm, describeDates } from './terms.ts'

export async function answerCompare(session: Session): Promise<Reply> {
  const { question, ask } = session
  const { stocks, strikes, strike, otherDate, expiration } = question.slots
  const [symbol, second] = stocks
  if (symbol === undefined) return askBack('Which stock do you want to compare strikes of?', [])
  if (second !== undefined) return compareStocks(session)
  const legs = listLegs(question, symbol)
  if (legs.length > 1) return compareCalls(session, legs)
  const single = pointOf(strike)
  const levels = strikes.length > 0 ? strikes : single === null ? [] : [single]
  if (levels.length === 0 || (levels.length < 2 && otherDate === null)) {
    return askBack(
      `I found one listed stock in your question, ${symbol}. Which of its strikes do you want to compare?`,
      [{ label: `Find calls on ${symbol}`, intent: 'calls', slots: question.slots }],
    )
  }
  const chosen = (await chooseExpiration(session, symbol, expiration)) ?? (await chooseDefault(session, symbol))
  if ('ok' in chosen) return explainStock(chosen, question)
  const other = otherDate === null ? null : await chooseExpiration(session, symbol, otherDate)
  if (other !== null && 'ok' in other) return explainStock(other, question)
  if (other !== null && levels.length < 3 && !/\band\b.*\bon\b/u.test(question.text))
    return compareDates(session, symbol, levels, [chosen.date, other.date])
  const found = await ask('compare_strikes', { symbol, expiration: chosen.date, strikes: levels })
  if (!found.ok) return explainStock(found, question)
  const later =
    other === null ? null : await ask('compare_strikes', { symbol, expiration: other.date, strikes: levels })
  const { at, result } = found
  const rows = listRows(result)
  const most = rows.reduce(
    (best, row, index) => (Number(row.annYield) > Number(rows[best]?.annYield) ? index : best),
    0,
  )
  const protects = /\bprotect\w*|\bsafe\w*|\bcushion\b/u.test(question.text)
  const describe = (one: Answered, index: number) => {
    const figure = (name: string) => one.at(`rows.${index}.${name}`)
    return `${figure('strike')}: ${figure('premium')} a share, ${figure('annYield')} a year, delta ${figure('delta')}, if called ${figure('if_called_return_pct')}`
  }
  return say(
    [
      `${protects ? 'More protection' : 'The higher yield'}: the ${at(`rows.${most}.strike`)} call of ${at('expiration')}, ${protects ? `breakeven ${at(`rows.${most}.breakeven`)}` : `${at(`rows.${most}.annYield`)} a year`}. A higher strike leaves more room to rise.`,
      `${at('symbol')} at ${at('current_price')}, ${at('expiration')} (${countOf(at('dte'), result.dte, 'day')}): ${rows.map((_row, index) => describe(found, index)).join('; ')}.`,
      later?.ok === true
        ? `${later.at('expiration')}: ${listRows(later.result)
            .map((_row, index) => describe(later, index))
            .join('; ')}.`
        : `${chosen.note ?? ''} ${describeMissing(found)}`.trim(),
    ],
    found,
  )
}

const describeMissing = ({ at, result }: Answered) =>
  result.warnings.flatMap((warning, index) => (/^No call at/u.test(warning) ? [at(`warnings.${index}`)] : [])).join(' ')

async function chooseDefault({ question, ask }: Session, symbol: string) {
  const listed = await ask('list_expirations', { symbol })
  if (!listed.ok) return listed
  const { least = 30, most = 45 } = question.slots.days ?? {}
  const middle = ((least ?? most ?? 0) + (most ?? least ?? 0)) / 2
  const rows = listRows(listed.result)
  const isFit = ({ days }: Row) => Number(days) >= 30 && Number(days) <= 45
  const first = question.slots.days === null ? rows.findIndex(isFit) : -1
  const best =
    first >= 0
      ? first
      : rows.reduce(
          (found, row, index) =>
            Math.abs(Number(row.days) - middle) < Math.abs(Number(rows[found]?.days) - middle) ? index : found,
          0,
        )
  return { date: String(rows[best]?.date), note: `No expiration was named: this is ${listed.at(`rows.${best}.date`)}.` }
}

async function compareDates(
  { question, ask }: Session,
  symbol: string,
  levels: readonly number[],
  dates: readonly string[],
): Promise<Reply> {
  const found: Answered[] = []
  for (const [index, expiration] of dates.entries()) {
    const one = await ask('analyze_trade', {
      symbol,
      strike: levels[index] ?? levels[0],
      expiration,
      shares: question.slots.shares,
    })
    if (!one.ok) return explainStock(one, question)
    found.push(one)
  }
  const yearly = ({ result }: Answered) => Number(result.static_annualized_pct)
  const best = found.toSorted((a, b) => yearly(b) - yearly(a))[0]
  return say(
    [
      best === undefined
        ? null
        : `The higher return a year if unchanged: ${best.at('strike')} of ${best.at('expiration')}, ${best.at('static_annualized_pct')} of the stock price of ${best.at('current_price')}.`,
      found
        .map(
          ({ at }) =>
            `${at('strike')} of ${at('expiration')}: ${at('premium')} a share, if called ${at('if_called_return_pct')}, breakeven ${at('breakeven')}${OF_SPREADS.test(question.text) ? `, bid ${at('bid')}, ask ${at('ask')}, open interest ${at('open_interest')}` : ''}`,
        )
        .join('; '),
      best === undefined
        ? null
        : describeDates(
            best,
            found
              .map(({ result }) => String(result.expiration))
              .toSorted()
              .at(-1),
          ),
    ],
    best ?? null,
  )
}

const MAX_LEGS = 4

/** One of the calls to compare: what the message asks of all, with what it asks of this one. */
interface Leg {
  readonly symbol: string
  readonly slots: Slots
}

const TERMS: readonly (readonly [RegExp, number])[] = [
  [/\bweekl(?:y|ies)\b/u, 7],
  [/\bmonthl(?:y|ies)\b/u, 30],
]
/** Delta of calls that are compared, unless the message asks for another distance. */
const USUAL_DELTA = 0.25
const USUAL_DAYS = { least: 30, most: 30 }

/** The calls that a message about one stock sets against each other; one if it names no second value. */
function listLegs({ slots, text }: Session['question'], symbol: string): readonly Leg[] {
  if (slots.strikes.length > 1) return []
  const terms = TERMS.flatMap(([words, days]) => (words.test(text) ? [days] : []))
  if (terms.length > 1)
    return terms.map((days) => ({ symbol, slots: { ...slots, expiration: null, days: { least: days, most: days } } }))
  if (setsAtTheMoneyAgainst(slots, text))
    return [
      { symbol, slots: { ...slots, otmPct: { least: 0, most: 0 }, moneyness: null } },
      { symbol, slots: { ...slots, moneyness: null } },
    ]
  // The first values of all figures belong together, as do the second ones.
  const { alternatives } = slots
  const depth = Math.max(
    ...['days', 'delta', 'otmPct'].map((name) => alternatives.filter(({ slot }) => slot === name).length),
  )
  return Array.from({ length: depth + 1 }, (_, index) => {
    const changes = alternatives.flatMap(({ slot, value }) => {
      const own = alternatives.filter((one) => one.slot === slot)
      return index > 0 && own[Math.min(index, own.length) - 1]?.value === value ? [[slot, value]] : []
    })
    return { symbol, slots: { ...slots, ...Object.fromEntries(changes) } }
  })
}

/** Figures that decide between calls, with the side that wins. The first whose words the question has counts. */
const OF_SPREADS = /\bspreads?\b|\bliquid\w*|\btight\w*|\bopen interest\b|\bbid\b/u
const callMeasures: readonly (readonly [RegExp, string, string, 'high' | 'low'])[] = [
  [OF_SPREADS, 'spread_pct', 'the tighter spread', 'low'],
  [
    /\b(?:chances?|odds|probab\w*|likel\w*|called|assign\w*|taken)\b/u,
    'delta',
    'the lower delta, so the lower chance of assignment',
    'low',
  ],
  [/\bprotect\w*|\bcushion\b|\bdownside\b|\bsafe\w*/u, 'breakeven', 'the lower breakeven', 'low'],
]

const hasDistance = ({ delta, otmPct, otmUsd, premium, style, moneyness, strike, chancePct }: Slots) =>
  [delta, otmPct, otmUsd, premium, style, moneyness, strike, chancePct].some((one) => one !== null)

/** One call for each leg, near the same delta and days unless the legs differ in them. */
async function compareCalls(session: Session, legs: readonly Leg[]): Promise<Reply> {
  const { question, ask } = session
  const found: {
    readonly one: Answered
    readonly row: Row
    readonly at: (name: string) => string
    readonly note: string | null
  }[] = []
  for (const { symbol, slots } of legs.slice(0, MAX_LEGS)) {
    const leg: Slots = {
      ...slots,
      stocks: [symbol],
      days: slots.days ?? (slots.expiration === null ? USUAL_DAYS : null),
      delta: hasDistance(slots) ? slots.delta : { least: USUAL_DELTA, most: USUAL_DELTA },
    }
    const legSession = { ...session, question: { ...question, slots: leg } }
    const term = (await chooseExpiration(legSession, symbol)) ?? (await chooseNearestTerm(legSession, symbol, true))
    if (term !== null && 'ok' in term) return explainStock(term, question)
    const { dte_min, dte_max, ...bounds } = filterCalls(leg)
    // The nearest delta is compared, however far the listed strikes are from it.
    const filters = bounds.near_delta === null ? bounds : { ...bounds, delta_min: null, delta_max: null }
    const days = term === null ? { dte_min, dte_max } : { expiration: term.date }
    const one = await ask('find_options', { ...filters, ...days, symbol })
    if (!one.ok) return explainStock(one, question)
    const [row = {}] = listRows(one.result)
    found.push({ one, row, at: (name: string) => one.at(`rows.0.${name}`), note: term?.note ?? null })
  }
  const [, name, words, side] = callMeasures.find(([asks]) => asks.test(question.text)) ?? [
    null,
    'annYield',
    'the higher yield a year',
    'high',
  ]
  const measure = ({ one, row }: (typeof found)[number]) =>
    (name === 'breakeven' ? Number(row.breakeven) / Number(one.result.current_price) : Number(row[name])) *
    (side === 'low' ? -1 : 1)
  const best = found.toSorted((a, b) => (measure(b) || 0) - (measure(a) || 0))[0] ?? null
  const isOneStock = new Set(legs.map(({ symbol }) => symbol)).size < 2
  const describe = ({ one, row, at }: (typeof found)[number]) =>
    `${one.at('symbol')} ${at('strike')} call expiring ${at('expiry')} (${countOf(at('dte'), row.dte, 'day')}): ${at('premium')} a share, ${at('annYield')} a year of ${one.at('current_price')}, delta ${at('delta')}, breakeven ${at('breakeven')}${OF_SPREADS.test(question.text) ? `, bid ${at('bid')}, ask ${at('ask')}, open interest ${at('open_interest')}` : ''}`
  const usual = legs.some(({ slots }) => hasDistance(slots)) ? '' : ' Calls near a delta of 0.25 are compared.'
  const why =
    /\bwhy\b/u.test(question.text) && !isOneStock
      ? ` Implied volatility: ${found.map(({ one, at }) => `${one.at('symbol')} ${at('iv')}`).join(', ')}. A higher one pays more, because larger moves are expected.`
      : ''
  const notes = [...new Set(found.flatMap(({ note }) => (note === null ? [] : [note])))].join(' ')
  const left = legs.slice(MAX_LEGS).map(({ symbol }) => symbol)
  return say(
    [
      best === null
        ? null
        : `${best.one.at('symbol')} ${best.at('strike')} of ${best.at('expiry')} has ${words}: ${best.at(name)}.`,
      `${found.map(describe).join('; ')}.${usual}${why}`,
      `${found
        .slice(0, isOneStock ? 1 : MAX_LEGS)
        .map(({ one, row }) => `${one.at('symbol')}: ${describeDates(one, row.expiry)}`)
        .join(
          ' ',
        )}${notes === '' ? '' : ` ${notes}`}${left.length === 0 ? '' : ` I compare four at most, so ${left.join(', ')} is left out.`}`,
    ],
    best?.one ?? null,
  )
}

function summarizeStock({ at, result }: Answered): string {
  const rated = `${at('symbol')} at ${at('price')}: rating ${at('score')} of ${at('score_max')}, IV rank ${at('iv_rank')}`
  if (!isKnown(result.best_call)) return rated
  const expiring = isKnown(toRow(result.best_call).expiry) ? ` expiring ${at('best_call.expiry')}` : ''
  return `${rated}, best call ${at('best_call.strike')}${expiring} at ${at('best_call.annYield')} a year of the price`
}

/** The figure that decides between stocks, with the side that wins: the first whose words the question has. */
const stockMeasures: readonly (readonly [RegExp, string, string, 'high' | 'low'])[] = [
  [/\brsi\b|\boverbought\b/u, 'rsi', 'higher RSI', 'high'],
  [/\boversold\b/u, 'rsi', 'lower RSI', 'low'],
  [/\biv rank\b/u, 'iv_rank', 'higher IV rank', 'high'],
  [
    /\b(?:sleepy|sleepier|steadier|steady|calm\w*|stable|less (?:volatile|risky|wild)|least volatile|quiet\w*|safer|moves? less)\b/u,
    'iv',
    'lower implied volatility',
    'low',
  ],
  [
    /\biv\b|\bvolatil\w+|\bmoves? more\b|\bimplied\b|\briskier\b|\bmore risky?\b|\bwilder\b|\bjumpier\b/u,
    'iv',
    'higher implied volatility',
    'high',
  ],
  [/\bdividend yields?\b/u, 'dividend_yield', 'higher dividend yield', 'high'],
  [/\bcheap\w*\b|\blower priced\b/u, 'price', 'lower price', 'low'],
  [/\b(?:ratings?|scores?|rated)\b/u, 'score', 'higher rating', 'high'],
  [/\bprices?\b/u, 'price', 'higher price', 'high'],
]
const OF_DIVIDENDS = /\bdividends?\b|\bdivvy\b/u
const OF_CALLS =
  /\bpay\w*|\bpremiums?\b|\bincome\b|\bcollect\w*|\bdeltas?\b|\bcushion\b|\bprotect\w*|\bassign\w*|\bcalled\b|\btaken\b/u

async function compareStocks(session: Session): Promise<Reply> {
  const { question, ask } = session
  const { slots, text } = question
  const { stocks } = slots
  const asked = stockMeasures.find(([asks]) => asks.test(text)) ?? null
  const hasTerms = [slots.delta, slots.days, slots.otmPct, slots.otmUsd, slots.expiration].some((one) => one !== null)
  if (!OF_DIVIDENDS.test(text) && (hasTerms || OF_SPREADS.test(text) || (asked === null && OF_CALLS.test(text))))
    return compareCalls(
      session,
      stocks.map((symbol) => ({ symbol, slots })),
    )
  const found: Answered[] = []
  const unlisted: string[] = []
  for (const symbol of stocks.slice(0, MAX_LEGS)) {
    const one = await ask('stock_snapshot', { symbol })
    if (one.ok) found.push(one)
    else if (stocks.length < 3 || one.error.error !== 'NOT_FOUND') return explainStock(one, question)
    else unlisted.push(symbol)
  }
  const isBoth = asked === null && OF_DIVIDENDS.test(text)
  const [, name, words, side] = asked ?? [null, 'score', 'higher rating', 'high']
  const yieldOf = ({ result }: Answered) => Number(toRow(result.best_call).annYield ?? 0)
  const measure = (one: Answered) =>
    isBoth
      ? yieldOf(one) + Number(one.result.dividend_yield ?? 0)
      : Number(one.result[name]) * (side === 'low' ? -1 : 1)
  const [best, ...others] = found.toSorted((a, b) => (measure(b) || 0) - (measure(a) || 0))
  const left = stocks.slice(MAX_LEGS)
  const both = (one: Answered) =>
    `${one.at('symbol')} dividend yield ${isKnown(one.result.dividend_yield) ? one.at('dividend_yield') : 'unknown'}, best call ${yieldOf(one) > 0 ? `${one.at('best_call.annYield')} a year` : 'unknown'}`
  const first =
    best === undefined
      ? null
      : isBoth
        ? `${best.at('symbol')} has the most of dividend and call yield together. ${found.map(both).join('; ')}, each of the price.`
        : others.every(({ result }) => result[name] === best.result[name])
          ? `${found.map(({ at }) => at('symbol')).join(' and ')} have the same ${words.replace(/^\w+ /u, '')}: ${best.at(name)}.`
          : `${best.at('symbol')} has the ${words}: ${best.at(name)}, against ${others.map(({ at }) => `${at(name)} of ${at('symbol')}`).join(' and ')}.`
  return say(
    [
      first,
      `${found.map(summarizeStock).join('. ')}.`,
      unlisted.length > 0
        ? `${unlisted.join(', ')} is not among the listed stocks.`
        : left.length > 0
          ? `I compare four stocks at most, so ${left.join(', ')} is left out.`
          : found
              .map(({ at, result }) =>
                isKnown(result.earnings_date)
                  ? `${at('symbol')} earnings ${at('earnings_date')}`
                  : `${at('symbol')} earnings unknown`,
              )
              .join('; '),
    ],
    best ?? null,
  )
}
