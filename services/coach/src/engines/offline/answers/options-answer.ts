import { POSITION_LIMITS, SHARES_PER_CONTRACT } from '@callwright/scoring'
import { describeFilters } from '../bounds.ts'
import type { Range } from '../entities/range.ts'
import { type EventSpan, findEventSpan } from '../event-span.ts'
import { chooseExpiration } from '../expirations.ts'
import {
  type Answered,
  countOf,
  explainFailure,
  isKnown,
  listRows,
  type Reply,
  type Row,
  type Session,
  say,
  showCall,
} from '../session.ts'
import { checkCoverage } from './coverage-answer.ts'

const MAX_SHOWN = 3
/** Allowed distance from a single requested delta or number of days. */
const DELTA_REACH = 0.05
const DAYS_REACH = 7

/** Ranges for "conservative" and "aggressive". */
const deltaRanges = { careful: [0.1, 0.2], bold: [0.3, 0.45] } as const
const AT_THE_MONEY = [0.4, 0.6] as const

export async function answerOptions(session: Session, symbol: string): Promise<Reply> {
  const { said, ask } = session
  const { slots } = said
  const named = slots.date !== null && slots.date !== said.today ? await chooseExpiration(session, symbol) : null
  if (named !== null && 'ok' in named) return explainFailure(named)
  const span = await findEventSpan(session, symbol)
  const coverage = await checkCoverage(session, symbol)
  if (coverage !== null && 'text' in coverage) return coverage
  const found = await ask('find_options', {
    symbol,
    expiration: named?.date ?? null,
    ...intersectDays(readDays(named === null ? slots.days : null), named === null ? span : null),
    ...readDelta(session),
    strike_min: slots.strike?.least ?? null,
    strike_max: slots.strike?.most ?? null,
    premium_min: slots.premium?.least ?? null,
    premium_max: slots.premium?.isPoint === true ? null : (slots.premium?.most ?? null),
    premium_pct_min: slots.premiumPct?.least ?? null,
    yield_min: slots.yieldPct?.least ?? null,
    ...readMoneyness(session),
    open_interest_min: slots.openInterest?.least ?? null,
    volume_min: slots.volume?.least ?? null,
    max_spread_pct: slots.spreadPct?.most ?? null,
    sort_by: said.preferences.callOrder,
    limit: slots.count,
  })
  if (!found.ok) return explainFailure(found)
  return say(
    [
      named?.isAsked === true ? named.note : null,
      coverage?.note ?? null,
      describeHead(found),
      ...describeMove(found, session),
      ...describeRows(found, session),
      await describeTotal(found, session, symbol),
      describeFilters('find_options', said),
      describeBasis(found, session),
      span?.note ?? null,
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

function intersectDays({ dte_min, dte_max }: ReturnType<typeof readDays>, span: EventSpan | null) {
  const least = Math.max(dte_min ?? 0, span?.least ?? 0)
  const most = Math.min(dte_max ?? Number.POSITIVE_INFINITY, span?.most ?? Number.POSITIVE_INFINITY)
  return { dte_min: least === 0 && dte_min === null ? null : least, dte_max: Number.isFinite(most) ? most : null }
}

const toCents = (value: number) => Math.round(value * 100) / 100

/**
 * Deep ITM calls all have high premiums. If premium is the only filter, delta is limited as well, so that the listed
 * calls are unlikely to be assigned.
 */
const isPremiumOnly = ({
  slots: { premium, delta, strike, otmPct },
  preferences: { riskLevel, moneyness },
}: Session['said']) =>
  premium?.isPoint === false &&
  moneyness !== 'itm' &&
  moneyness !== 'atm' &&
  [delta, strike, otmPct, riskLevel].every((one) => one === null)

function readDelta({ said }: Session) {
  const { delta, assignmentPct } = said.slots
  if (delta === null && assignmentPct !== null) {
    const { least, most, isPoint } = assignmentPct
    return { delta_min: isPoint || least === null ? null : least / 100, delta_max: most === null ? null : most / 100 }
  }
  if (delta === null) {
    const { riskLevel, moneyness } = said.preferences
    if (isPremiumOnly(said)) return { delta_min: null, delta_max: POSITION_LIMITS.assignmentDelta }
    const [delta_min, delta_max] =
      riskLevel !== null ? deltaRanges[riskLevel] : moneyness === 'atm' ? AT_THE_MONEY : [null, null]
    return { delta_min, delta_max }
  }
  if (!delta.isPoint || delta.least === null) return { delta_min: delta.least, delta_max: delta.most }
  return {
    delta_min: toCents(Math.max(0, delta.least - DELTA_REACH)),
    delta_max: toCents(Math.min(1, delta.least + DELTA_REACH)),
  }
}

/** A single distance out of the money means a range from that distance to twice the distance. */
function readMoneyness({ said }: Session) {
  const { otmPct } = said.slots
  if (otmPct !== null) {
    const most = otmPct.isPoint && otmPct.least !== null ? 2 * otmPct.least : otmPct.most
    return { otm_pct_min: otmPct.least, otm_pct_max: most }
  }
  return { otm_pct_min: null, otm_pct_max: said.preferences.moneyness === 'itm' ? 0 : null }
}

function describeHead({ at, result }: Answered): string {
  const [only, ...others] = listRows(result, 'expirations')
  const one = only !== undefined && others.length === 0
  const when = one
    ? `expiring ${at('expirations.0.date')} (${countOf(at('expirations.0.days'), only.days, 'day')})`
    : 'for several expirations'
  return `${at('symbol')} calls ${when}, with the stock at ${at('current_price')}:`
}

const describeMove = ({ at, result }: Answered, { said }: Session): string[] =>
  /\bexpected move\b/u.test(said.text) && result.expected_move !== null
    ? [`The expected move until then is ${at('expected_move')} (one standard deviation).`]
    : []

/**
 * Rows to show. For a single requested delta, the nearest rows come first. Otherwise, they stay in the result's order.
 */
function listShownRows(
  { result }: Answered,
  { said }: Session,
): readonly { readonly row: Row; readonly index: number }[] {
  const { delta } = said.slots
  const rows = listRows(result).map((row, index) => ({ row, index }))
  const target = delta?.isPoint === true ? delta.least : null
  const distance = ({ row }: (typeof rows)[number]) => Math.abs(Number(row.delta) - (target ?? 0))
  return (target === null ? rows : rows.toSorted((a, b) => distance(a) - distance(b))).slice(0, MAX_SHOWN)
}

const describeRows = (found: Answered, session: Session): string[] =>
  listShownRows(found, session).map(({ row, index }) => {
    const figure = (name: string) => found.at(`rows.${index}.${name}`)
    const delta = isKnown(row.delta) ? `, delta ${figure('delta')}` : ''
    const yearly = isKnown(row.annYield) ? `, ${figure('annYield')} a year` : ''
    return `- ${figure('strike')} strike, ${figure('expiry')}: premium ${figure('premium')}${delta}${yearly}.`
  })

/** The total premium if the message names a number of contracts, based on the first call shown. */
async function describeTotal(found: Answered, session: Session, symbol: string): Promise<string | null> {
  const { shares } = session.said.slots
  const first = listShownRows(found, session)[0]?.row
  if (shares === null || shares < SHARES_PER_CONTRACT || first === undefined) return null
  const { strike, expiry: expiration } = first
  const trade = await session.ask('analyze_trade', { symbol, strike, expiration, shares })
  if (!trade.ok) return null
  const { at, result } = trade
  const contracts = countOf(at('contracts'), result.contracts, 'contract')
  return `For ${contracts} of the ${at('strike')} call: ${at('premium_total')} in total.`
}

function describeBasis({ at, result }: Answered, { said }: Session): string {
  const fits = `Matching calls: ${at('total')}.`
  const { delta, strike, premium, assignmentPct } = said.slots
  if (assignmentPct !== null && delta === null) return `${fits} Delta is used as the chance of assignment.`
  if (isPremiumOnly(said))
    return `${fits} I looked for a delta below ${at('filters.delta_max')}. Ask for calls in the money to see those too.`
  const filters = result.filters
  const isTarget =
    delta === null &&
    strike === null &&
    premium === null &&
    said.slots.premiumPct === null &&
    said.slots.yieldPct === null &&
    said.slots.otmPct === null &&
    said.preferences.riskLevel === null &&
    said.preferences.moneyness !== 'atm' &&
    typeof filters === 'object'
  const hasTarget =
    typeof filters === 'object' && filters !== null && 'delta_min' in filters && filters.delta_min !== null
  if (isTarget && !hasTarget)
    return `${fits} No call has the target delta, so I looked for a delta below ${at('filters.delta_max')}.`
  return isTarget
    ? `${fits} By default I looked for a delta of ${at('filters.delta_min')} to ${at('filters.delta_max')}.`
    : fits
}
