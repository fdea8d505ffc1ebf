import { chooseExpiration } from '../expirations.ts'
import type { Range } from '../scanner.ts'
import { type Answered, explainFailure, listRows, type Reply, type Session, say, showCall } from '../session.ts'

const SHOWN = 3
/** How far a single delta or number of days reaches to each side. */
const DELTA_REACH = 0.05
const DAYS_REACH = 7

const orders: readonly (readonly [RegExp, string])[] = [
  [/\b(?:most|highest|biggest|richest|max\w*|fattest) premium|\bby premium\b/u, 'premium'],
  [/\bmost liquid|\bliquidity\b|\b(?:most|highest) open interest|\bby open interest\b/u, 'open_interest'],
  [/\bby delta\b|\bhighest delta/u, 'delta'],
  [/\bby strike\b/u, 'strike'],
]

/** Words for how near to the money somebody dares to write. */
const moods: readonly (readonly [RegExp, readonly [number, number]])[] = [
  [/\bconservative|\bsafe(?:r|st)?\b|\blow(?:er)? risk|\bcautious/u, [0.1, 0.2]],
  [/\baggressive|\bhigh(?:er)? risk/u, [0.3, 0.45]],
]

export async function answerOptions(session: Session, symbol: string): Promise<Reply> {
  const { said, ask } = session
  const { slots } = said
  const named = slots.date !== null && slots.date !== said.today ? await chooseExpiration(session, symbol) : null
  if (named !== null && 'ok' in named) return explainFailure(named)
  const found = await ask('find_options', {
    symbol,
    expiration: named?.date ?? null,
    ...readDays(named === null ? slots.days : null),
    ...readDelta(session),
    strike_min: slots.strike?.least ?? null,
    strike_max: slots.strike?.most ?? null,
    premium_min: slots.premium?.least ?? null,
    open_interest_min: slots.openInterest?.least ?? null,
    max_spread_pct: slots.spreadPct?.most ?? null,
    sort_by: orders.find(([words]) => words.test(said.text))?.[1] ?? null,
    limit: slots.count,
  })
  if (!found.ok) return explainFailure(found)
  return say(
    [
      describeHead(found),
      ...describeMove(found, session),
      ...describeRows(found),
      describeBasis(found, session),
      named?.note ?? null,
      /\bwhy\b/u.test(said.text) ? found.at('expiration_reason') : null,
    ],
    showCall(found),
  )
}

function readDays(days: Range | null) {
  if (days === null) return { dte_min: null, dte_max: null }
  if (!days.isPoint || days.least === null) return { dte_min: days.least, dte_max: days.most }
  return { dte_min: Math.max(0, days.least - DAYS_REACH), dte_max: days.least + DAYS_REACH }
}

const toCents = (value: number) => Math.round(value * 100) / 100

function readDelta({ said }: Session) {
  const { delta } = said.slots
  if (delta === null) {
    const mood = moods.find(([words]) => words.test(said.text))?.[1]
    return { delta_min: mood?.[0] ?? null, delta_max: mood?.[1] ?? null }
  }
  if (!delta.isPoint || delta.least === null) return { delta_min: delta.least, delta_max: delta.most }
  return {
    delta_min: toCents(Math.max(0, delta.least - DELTA_REACH)),
    delta_max: toCents(Math.min(1, delta.least + DELTA_REACH)),
  }
}

function describeHead({ at, result }: Answered): string {
  const one = listRows(result, 'expirations').length === 1
  const when = one
    ? `expiring ${at('expirations.0.date')} (${at('expirations.0.days')} days)`
    : 'of several expirations'
  return `${at('symbol')} calls ${when}, with the stock at ${at('current_price')}:`
}

const describeMove = ({ at, result }: Answered, { said }: Session): string[] =>
  /\bexpected move\b/u.test(said.text) && result.expected_move !== null
    ? [`The expected move until then is ${at('expected_move')}, one standard deviation.`]
    : []

const describeRows = ({ at, result }: Answered): string[] =>
  listRows(result)
    .slice(0, SHOWN)
    .map(
      (_row, index) =>
        `- ${at(`rows.${index}.strike`)} strike, ${at(`rows.${index}.expiry`)}: premium ${at(`rows.${index}.premium`)}, delta ${at(`rows.${index}.delta`)}, ${at(`rows.${index}.annYield`)} a year.`,
    )

/** What was taken where the message left it open. */
function describeBasis({ at, result }: Answered, { said }: Session): string {
  const fits = `Listed calls that fit: ${at('total')}.`
  const { delta, strike, premium } = said.slots
  const filters = result.filters
  const isTarget =
    delta === null &&
    strike === null &&
    premium === null &&
    typeof filters === 'object' &&
    !moods.some(([words]) => words.test(said.text))
  const hasTarget =
    typeof filters === 'object' && filters !== null && 'delta_min' in filters && filters.delta_min !== null
  if (isTarget && !hasTarget)
    return `${fits} None has the target delta, so I looked below a delta of ${at('filters.delta_max')}.`
  return isTarget
    ? `${fits} Without a wish of yours I looked for a delta of ${at('filters.delta_min')} to ${at('filters.delta_max')}.`
    : fits
}
