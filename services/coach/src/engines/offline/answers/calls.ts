import { POSITION_LIMITS, SHARES_PER_CONTRACT } from '@callwright/scoring'
import { at as point, pointOf, type Range, type Slots } from '../reading/slots.ts'
import {
  type Answered,
  askBack,
  countOf,
  displayText,
  explain,
  isKnown,
  listRows,
  type Option,
  type Refused,
  type Reply,
  type Row,
  type Session,
  say,
  toRow,
} from '../session.ts'

/** Allowed distance from a single requested delta or number of days. */
const DELTA_REACH = 0.05
const DAYS_REACH = 7
const styleDeltas = { Conservative: [0.1, 0.2], Aggressive: [0.3, 0.45] } as const
const AT_THE_MONEY = [0.4, 0.6] as const
const AHEAD_DAYS = 120
const toCents = (value: number) => Math.round(value * 100) / 100

/** The listed expiration for the requested date or days, with a note if it is another one; null if none is requested. */
async function chooseExpiration({ question, today, ask }: Session, symbol: string, wanted = question.slots.expiration) {
  if (wanted === null || wanted === today) return null
  const listed = await ask('list_expirations', { symbol })
  if (!listed.ok) return listed
  const rows = listRows(listed.result)
  if (rows.some(({ date }) => date === wanted)) return { date: wanted, note: null }
  const distance = (row: Row | undefined) => Math.abs(Date.parse(String(row?.date)) - Date.parse(wanted))
  const best = rows.reduce((found, row, index) => (distance(row) < distance(rows[found]) ? index : found), 0)
  return {
    date: String(rows[best]?.date),
    note: `The nearest listed expiration is ${listed.at(`rows.${best}.date`)}.`,
  }
}

/** Days to expiration before or after a company event, as the message asks. */
async function findEventSpan({ question, ask }: Session, symbol: string) {
  const { event } = question.slots
  if (event === null) return null
  const kind = /earnings/u.test(event) ? 'earnings' : 'ex_dividend'
  const found = await ask('upcoming_events', { symbols: [symbol], days: AHEAD_DAYS, kind })
  const name = kind === 'earnings' ? 'earnings date' : 'ex-dividend date'
  const [next] = found.ok ? listRows(found.result) : []
  if (!found.ok || next === undefined)
    return { least: null, most: null, note: `No upcoming ${name} is known for ${symbol}, so I did not filter by it.` }
  const days = Number(next.days)
  const isAfter = event.startsWith('After')
  return {
    least: isAfter ? days + 1 : null,
    most: isAfter ? null : Math.max(0, days - 1),
    note: `The next ${name} is ${found.at('rows.0.date')}; these calls expire ${isAfter ? 'after' : 'before'} it.`,
  }
}

function readDays(days: Range | null): { least: number | null; most: number | null } {
  const single = pointOf(days)
  return single === null
    ? { least: days?.least ?? null, most: days?.most ?? null }
    : { least: Math.max(0, single - DAYS_REACH), most: single + DAYS_REACH }
}

function readDelta({
  delta,
  chancePct,
  style,
  moneyness,
  premium,
  strike,
  otmPct,
}: Slots): readonly [number | null, number | null] {
  const single = pointOf(delta)
  if (single !== null) return [toCents(Math.max(0, single - DELTA_REACH)), toCents(Math.min(1, single + DELTA_REACH))]
  if (delta !== null) return [delta.least, delta.most]
  if (chancePct !== null)
    return [
      pointOf(chancePct) !== null || chancePct.least === null ? null : chancePct.least / 100,
      chancePct.most === null ? null : chancePct.most / 100,
    ]
  if (style !== null) return styleDeltas[style]
  if (moneyness === 'At the money') return AT_THE_MONEY
  // Deep ITM calls have the highest premiums, so a minimum premium alone keeps to calls that are unlikely to be assigned.
  const isPremiumOnly = premium !== null && pointOf(premium) === null && strike === null && otmPct === null
  return isPremiumOnly && moneyness !== 'In the money' ? [null, POSITION_LIMITS.assignmentDelta] : [null, null]
}

const sorts: Partial<Record<NonNullable<Slots['sort']>, string>> = {
  ...{
    yield: 'annYield',
    premium: 'premium',
    openInterest: 'open_interest',
    delta: 'delta',
    strike: 'strike',
    expiration: 'expiry',
  },
}

function readOtm({ otmPct, moneyness }: Slots) {
  const single = pointOf(otmPct)
  if (otmPct === null)
    return {
      otm_pct_min: moneyness === 'Out of the money' ? 0 : null,
      otm_pct_max: moneyness === 'In the money' ? 0 : null,
    }
  return { otm_pct_min: otmPct.least, otm_pct_max: single === null ? otmPct.most : 2 * single }
}

export async function answerCalls(session: Session, symbol: string): Promise<Reply> {
  const { question, ask } = session
  const { slots } = question
  const chosen = await chooseExpiration(session, symbol)
  if (chosen !== null && 'ok' in chosen) return explainStock(chosen, question)
  const span = await findEventSpan(session, symbol)
  const covered = await readCoverage(session, symbol)
  if (covered?.isFull === true && OF_OWN_SHARES.test(question.text))
    return say([covered.line, 'Another call can be written when one of them is closed or expires.'])
  const days = readDays(chosen === null ? slots.days : null)
  const [delta_min, delta_max] = readDelta(slots)
  const least = Math.max(days.least ?? 0, span?.least ?? 0)
  const most = Math.min(
    days.most ?? Number.POSITIVE_INFINITY,
    (chosen === null ? span?.most : null) ?? Number.POSITIVE_INFINITY,
  )
  const found = await ask('find_options', {
    symbol,
    expiration: chosen?.date ?? null,
    dte_min: chosen !== null || (least === 0 && days.least === null) ? null : least,
    dte_max: chosen === null && Number.isFinite(most) ? most : null,
    delta_min,
    delta_max,
    strike_min: slots.strike?.least ?? null,
    strike_max: slots.strike?.most ?? null,
    premium_min: slots.premium?.least ?? null,
    premium_max: pointOf(slots.premium) === null ? (slots.premium?.most ?? null) : null,
    premium_pct_min: slots.premiumPct?.least ?? null,
    yield_min: slots.yieldPct?.least ?? null,
    ...readOtm(slots),
    open_interest_min: slots.openInterest?.least ?? null,
    volume_min: slots.volume?.least ?? null,
    max_spread_pct: slots.spreadPct?.most ?? null,
    sort_by: slots.sort === null ? null : (sorts[slots.sort] ?? null),
    limit: slots.count,
  })
  if (!found.ok) return explainStock(found, question)
  const { at, result } = found
  const place = findNearest(listRows(result), pointOf(slots.delta))
  const row = listRows(result)[place] ?? {}
  const figure = (name: string) => at(`rows.${place}.${name}`)
  const total =
    slots.shares !== null && slots.shares >= SHARES_PER_CONTRACT
      ? await ask('analyze_trade', { symbol, strike: row.strike, expiration: row.expiry, shares: slots.shares })
      : null
  const sum =
    total?.ok === true
      ? ` For ${countOf(total.at('contracts'), total.result.contracts, 'contract')}: ${total.at('premium_total')} in total.`
      : ''
  const yearly = isKnown(row.annYield)
    ? `, ${figure('annYield')} a year of the stock price of ${at('current_price')}`
    : `; the stock is at ${at('current_price')}`
  const count = Number(result.total) > 1 ? ` ${at('total')} calls fit${describeDefault(found, slots)}.` : ''
  return say(
    [
      `${at('symbol')} ${figure('strike')} call expiring ${figure('expiry')} (${countOf(figure('dte'), row.dte, 'day')}): ${figure('premium')} a share${yearly}${isKnown(row.delta) ? `, delta ${figure('delta')}` : ''}.${sum}${describeMove(found, question.text)}${question.asksWhy ? ` ${at('expiration_reason')}` : ''}`,
      `${describeDates(found, row.expiry)}${covered === null ? '' : ` ${covered.line}`}`,
      `${chosen?.note ?? ''}${span === null ? '' : ` ${span.note}`}${count}${describeCaution(found)}`.trim(),
    ],
    found,
  )
}

const OF_OWN_SHARES = /\bmy\b|\bi (?:own|have|hold)\b|\bagainst\b.*\bshares\b/u
const describeMove = ({ at, result }: Answered, text: string) =>
  /\bexpected move\b/u.test(text) && isKnown(result.expected_move)
    ? ` The expected move until then is ${at('expected_move')} (one standard deviation).`
    : ''
const describeCaution = ({ at, result }: Answered) =>
  result.warnings
    .flatMap((warning, index) =>
      /^(?:This stock has no best call|The best call (?:is|yields)|No call has)/u.test(warning)
        ? [` ${at(`warnings.${index}`)}`]
        : [],
    )
    .join('')

function describeDefault({ at, result }: Answered, slots: Slots): string {
  const filters = toRow(result.filters)
  const isDefault = [
    slots.delta,
    slots.strike,
    slots.premium,
    slots.style,
    slots.otmPct,
    slots.moneyness,
    slots.chancePct,
  ].every((one) => one === null)
  return isDefault && isKnown(filters.delta_min)
    ? `; without other wishes I looked for a delta of ${at('filters.delta_min')} to ${at('filters.delta_max')}`
    : ''
}

const findNearest = (rows: readonly Row[], delta: number | null) =>
  delta === null
    ? 0
    : rows.reduce(
        (found, row, index) =>
          Math.abs(Number(row.delta) - delta) < Math.abs(Number(rows[found]?.delta) - delta) ? index : found,
        0,
      )

/** Company dates within the term of a call. They decide more often than the premium whether a call is worth selling. */
function describeDates({ at, result }: Answered, expiration: unknown): string {
  const last = String(expiration)
  const within = (name: string) => typeof result[name] === 'string' && String(result[name]) <= last
  const after = (name: string) =>
    typeof result[name] === 'string' ? `next ${at(name)}, after it expires` : 'date unknown'
  return [
    within('earnings_date')
      ? `Earnings on ${at('earnings_date')} are before it expires.`
      : `Earnings: ${after('earnings_date')}.`,
    within('ex_dividend_date')
      ? `Ex-dividend on ${at('ex_dividend_date')}, before it expires.`
      : `Ex-dividend: ${after('ex_dividend_date')}.`,
  ].join(' ')
}

/** What the user's open calls already cover; null if nothing is known about shares of this stock. */
export async function readCoverage(
  { question, ask }: Session,
  symbol: string,
): Promise<{ line: string; isFull: boolean } | null> {
  const found = await ask('coverable_calls', { symbol, shares: question.slots.shares })
  if (!found.ok || !(Number(found.result.open_contracts) > 0)) return null
  const { at, result } = found
  const open = countOf(at('open_contracts'), result.open_contracts, 'open call')
  const isFull = Number(result.contracts_left) === 0
  return isFull
    ? {
        isFull,
        line: `Your ${countOf(at('shares'), result.shares, 'share')} of ${symbol} are already covered by ${open}, so this needs other shares.`,
      }
    : { isFull, line: `You have ${open} on ${symbol} and can write ${at('contracts_left')} more.` }
}

/** A failure about a stock: the suggestions are other stocks, strikes or dates for the same message. */
export function explainStock(refused: Refused, { intent, slots }: Session['question']): Reply {
  return explain(refused, (suggestion): Option | null => {
    if (/^\d{4}-\d\d-\d\d$/u.test(suggestion))
      return { label: displayText(suggestion), intent, slots: { ...slots, expiration: suggestion, days: null } }
    if (/^[\d.]+$/u.test(suggestion))
      return {
        label: `$${suggestion} strike`,
        intent,
        slots: { ...slots, strike: point(Number(suggestion)), strikes: [] },
      }
    return /^[A-Z.]{1,6}$/u.test(suggestion)
      ? { label: suggestion, intent, slots: { ...slots, stocks: [suggestion] } }
      : null
  })
}

export async function answerTrade(session: Session, symbol: string): Promise<Reply> {
  const { question, ask } = session
  const { slots, text } = question
  const chosen = await chooseExpiration(session, symbol)
  if (chosen !== null && 'ok' in chosen) return explainStock(chosen, question)
  const { least, most } = slots.days ?? { least: null, most: null }
  const found = await ask('analyze_trade', {
    symbol,
    strike: pointOf(slots.strike),
    expiration: chosen?.date ?? null,
    dte: chosen !== null || slots.days === null ? null : Math.round(((least ?? most ?? 0) + (most ?? least ?? 0)) / 2),
    premium: pointOf(slots.premium),
    entry_price: slots.cost,
    shares: slots.shares,
  })
  if (!found.ok) return explainStock(found, question)
  const covered = await readCoverage(session, symbol)
  const { at, result } = found
  const facet = tradeFacets.find(([words]) => words.test(text))?.[1](found) ?? null
  const base =
    slots.cost === null
      ? `the stock price of ${at('current_price')}`
      : `your cost of ${at('entry_price')}; the stock is at ${at('current_price')}`
  const delta = isKnown(toRow(result.call).delta) ? `, delta ${at('call.delta')}` : ''
  return say(
    [
      facet,
      `${at('symbol')} ${at('strike')} call expiring ${at('expiration')} (${countOf(at('dte'), result.dte, 'day')}): ${at('premium')} a share, ${at('premium_total')} for ${countOf(at('contracts'), result.contracts, 'contract')}${delta}. If called ${at('if_called_return_pct')} (${at('if_called_annualized_pct')} a year) of ${base}.${isKnown(result.breakeven) ? ` Breakeven ${at('breakeven')}.` : ''}`,
      `${describeDates(found, result.expiration)}${covered === null ? '' : ` ${covered.line}`}${chosen?.note == null ? (chosen === null ? ` ${at('expiration_reason')}` : '') : ` ${chosen.note}`}`,
    ],
    found,
  )
}

/** What the question asks about, in the first line. */
const tradeFacets: readonly (readonly [RegExp, (found: Answered) => string | null])[] = [
  [
    /\b(?:chance|odds|probab\w*|likel\w*)\b/u,
    ({ at, result }) =>
      isKnown(result.probability_itm)
        ? `Chance of ending in the money: ${at('probability_itm')}, from the call’s implied volatility.`
        : 'The chance is unknown: the call has no implied volatility.',
  ],
  [
    /\b(?:max\w* (?:profit|gain)|most i can make)\b/u,
    ({ at, result }) =>
      isKnown(result.max_profit)
        ? `Maximum profit: ${at('max_profit')}.`
        : `Maximum profit on the covered shares: ${at('max_profit_covered')}.`,
  ],
  [/\bmax\w* loss\b/u, ({ at }) => `Maximum loss: ${at('max_loss')}, if the stock goes to zero.`],
  [
    /\b(?:good idea|worth|think|should i|any good|bad idea|or wait)\b/u,
    ({ at, result }) =>
      isKnown(result.preview)
        ? `The rules would say: ${at('preview.label')}. ${at('preview.explanation')}`
        : 'The rules cannot judge this call: a figure that they need is unknown.',
  ],
  [
    /\bopen interest\b|\bliquid\b/u,
    ({ at }) => `Open interest: ${at('call.open_interest')}; spread ${at('call.spread_pct')} of the mid.`,
  ],
  [/\bspread\b|\bbid\b|\bask\b/u, ({ at }) => `Bid ${at('call.bid')}, ask ${at('call.ask')}.`],
  [
    /\bhow far\b|\bout of the money\b|\bheadroom\b/u,
    ({ at }) => `The strike is ${at('headroom_pct')} above the stock price.`,
  ],
]

export async function answerCompare(session: Session): Promise<Reply> {
  const { question, ask } = session
  const { stocks, strikes, strike, otherDate, expiration } = question.slots
  const [symbol, second] = stocks
  if (symbol === undefined) return askBack('Which stock do you want to compare strikes of?', [])
  if (second !== undefined) return compareStocks(session)
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

async function compareStocks({ question, ask }: Session): Promise<Reply> {
  const found: Answered[] = []
  for (const symbol of question.slots.stocks.slice(0, MAX_STOCKS)) {
    const one = await ask('stock_snapshot', { symbol })
    if (!one.ok) return explainStock(one, question)
    found.push(one)
  }
  const byIv = /\biv\b|\bvolatil\w+/u.test(question.text)
  const byPay = /\bpay\w*|\bpremium|\byield|\bincome/u.test(question.text)
  const measure = ({ result }: Answered) =>
    Number(byIv ? result.iv_rank : byPay ? toRow(result.best_call).annYield : result.score)
  const best = found.toSorted((a, b) => (measure(b) || 0) - (measure(a) || 0))[0]
  const name = byIv ? 'iv_rank' : byPay ? 'best_call.annYield' : 'score'
  const words = byIv ? 'IV rank' : byPay ? 'yield a year of the best call' : 'rating'
  const left = question.slots.stocks.slice(MAX_STOCKS)
  return say(
    [
      best === undefined ? null : `${best.at('symbol')} has the higher ${words}: ${best.at(name)}.`,
      `${found.map(({ at, result }) => `${at('symbol')} at ${at('price')}: rating ${at('score')} of ${at('score_max')}, IV rank ${at('iv_rank')}${isKnown(result.best_call) ? `, best call ${at('best_call.strike')} of ${at('best_call.expiry')} at ${at('best_call.annYield')} a year of the price` : ''}`).join('. ')}.`,
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

export async function answerPuts(session: Session, symbol: string): Promise<Reply> {
  const { question, ask } = session
  const chosen = await chooseExpiration(session, symbol)
  if (chosen !== null && 'ok' in chosen) return explainStock(chosen, question)
  const single = pointOf(question.slots.strike)
  const found = await ask('put_quotes', { symbol, strike: single, expiration: chosen?.date ?? null })
  if (!found.ok) return explainStock(found, question)
  const { at, result } = found
  const [row = {}] = listRows(result)
  return say(
    [
      `${at('symbol')} ${at('rows.0.strike')} put expiring ${at('rows.0.expiry')} (${countOf(at('rows.0.dte'), row.dte, 'day')}): bid ${at('rows.0.bid')}, ask ${at('rows.0.ask')} a share${isKnown(row.delta) ? `, delta ${at('rows.0.delta')}` : ''}; the stock is at ${at('current_price')}.`,
      `If sold against cash: ${at('rows.0.cash_needed')} a contract to set aside${isKnown(row.breakeven) ? `, breakeven ${at('rows.0.breakeven')}` : ''}. I only quote puts: ratings, rolls and positions are about covered calls.`,
      chosen?.note ?? null,
    ],
    found,
  )
}
