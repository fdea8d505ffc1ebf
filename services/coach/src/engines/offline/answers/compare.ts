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
import { chooseExpiration, describeDates, explainStock, filterCalls, findNearest } from './calls.ts'

export async function answerCompare(session: Session): Promise<Reply> {
  const { question, ask } = session
  const { stocks, strikes, strike, otherDate, expiration } = question.slots
  const [symbol, second] = stocks
  if (symbol === undefined) return askBack('Which stock do you want to compare strikes of?', [])
  if (second !== undefined) return compareStocks(session)
  if (/\bweekl(?:y|ies)\b/u.test(question.text) && /\bmonthl(?:y|ies)\b/u.test(question.text) && strikes.length === 0)
    return compareCalls(
      session,
      [7, 30].map((days) => ({ symbol, days: { least: days, most: days } })),
    )
  const single = pointOf(strike)
  const levels = strikes.length > 0 ? strikes : single === null ? [] : [single]
  if (levels.length === 0 || (levels.length < 2 && otherDate === null)) {
    return askBack(`Which ${symbol} strikes do you want to compare?`, [
      { label: `Find calls on ${symbol}`, intent: 'calls', slots: question.slots },
    ])
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
            `${at('strike')} of ${at('expiration')}: ${at('premium')} a share, if called ${at('if_called_return_pct')}, breakeven ${at('breakeven')}`,
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

const MAX_STOCKS = 3

interface Leg {
  readonly symbol: string
  readonly days: Slots['days']
}

/** One call for each stock or term, by the same delta and days as a search would use. */
async function compareCalls(session: Session, legs: readonly Leg[]): Promise<Reply> {
  const { question, ask } = session
  const found: { readonly one: Answered; readonly row: Row; readonly at: (name: string) => string }[] = []
  for (const { symbol, days } of legs) {
    const one = await ask('find_options', { ...filterCalls({ ...question.slots, days }), symbol })
    if (!one.ok) return explainStock(one, question)
    const place = findNearest(listRows(one.result), pointOf(question.slots.delta))
    found.push({ one, row: listRows(one.result)[place] ?? {}, at: (name: string) => one.at(`rows.${place}.${name}`) })
  }
  const best = found.toSorted((a, b) => Number(b.row.annYield ?? 0) - Number(a.row.annYield ?? 0))[0] ?? null
  const describe = ({ one, row, at }: (typeof found)[number]) =>
    `${one.at('symbol')} ${at('strike')} call expiring ${at('expiry')} (${countOf(at('dte'), row.dte, 'day')}): ${at('premium')} a share, ${at('annYield')} a year, delta ${at('delta')}`
  return say(
    [
      best === null
        ? null
        : `${best.one.at('symbol')} ${best.at('expiry')} pays more a year: ${best.at('annYield')} of the stock price of ${best.one.at('current_price')}.`,
      `${found.map(describe).join('; ')}.`,
      found.map(({ one, row }) => `${one.at('symbol')}: ${describeDates(one, row.expiry)}`).join(' '),
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

/** The figure that decides between stocks: the first whose words the question has. */
const stockMeasures: readonly (readonly [RegExp, string, string])[] = [
  [/\brsi\b|\boverbought\b|\boversold\b/u, 'rsi', 'RSI'],
  [/\biv\b|\bvolatil\w+/u, 'iv_rank', 'IV rank'],
  [/\bdividend yields?\b/u, 'dividend_yield', 'dividend yield'],
  [/\bprices?\b/u, 'price', 'price'],
  [/\bpay\w*|\bpremium|\byield|\bincome/u, 'best_call.annYield', 'yield a year of the best call'],
]

async function compareStocks(session: Session): Promise<Reply> {
  const { question, ask } = session
  const { stocks, delta, days } = question.slots
  if (delta !== null || days !== null)
    return compareCalls(
      session,
      stocks.slice(0, MAX_STOCKS).map((symbol) => ({ symbol, days })),
    )
  const found: Answered[] = []
  for (const symbol of stocks.slice(0, MAX_STOCKS)) {
    const one = await ask('stock_snapshot', { symbol })
    if (!one.ok) return explainStock(one, question)
    found.push(one)
  }
  const [, name, words] = stockMeasures.find(([asks]) => asks.test(question.text)) ?? [null, 'score', 'rating']
  const measure = ({ result }: Answered) =>
    Number(name === 'best_call.annYield' ? toRow(result.best_call).annYield : result[name])
  const best = found.toSorted((a, b) => (measure(b) || 0) - (measure(a) || 0))[0]
  const left = question.slots.stocks.slice(MAX_STOCKS)
  return say(
    [
      best === undefined
        ? null
        : `${best.at('symbol')} has the higher ${words}: ${best.at(name)}${found.length === 2 && (name === 'rsi' || name === 'dividend_yield') ? `, against ${(found.find((one) => one !== best) ?? best).at(name)} of ${(found.find((one) => one !== best) ?? best).at('symbol')}` : ''}.`,
      `${found.map(summarizeStock).join('. ')}.`,
      left.length > 0
        ? `I compare three stocks at most, so ${left.join(', ')} is left out.`
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
