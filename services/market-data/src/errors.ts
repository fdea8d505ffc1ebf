import { CALENDAR_START, isTradingDay, usDate } from '@callwright/scoring'
import { type AppError, badRequest, notFound, unavailable } from '@callwright/service'
import { ProviderFailure } from './providers/http/provider-failure.ts'

export const unknownSymbol = (symbol: string) => notFound('unknown_symbol', `Unknown symbol: ${symbol}`)

/** `why` is the source's reason, or null. */
export const noPrice = (symbol: string, why: string | null) =>
  notFound('no_price', why ?? `This source has no price for ${symbol}.`)

export function unlistedExpiration(symbol: string, date: string, nearest: readonly string[]): AppError {
  const day = usDate(date)
  const listed = nearest.map(usDate).join('; ')
  const otherDays =
    date < CALENDAR_START || isTradingDay(date)
      ? `${symbol} has no options expiring on ${day}. Nearest listed: ${listed}.`
      : `${symbol} has no options expiring on ${day}, when the market is closed. Nearest listed: ${listed}.`
  return notFound('unlisted_expiration', nearest.length === 0 ? `${symbol} has no listed options.` : otherDays)
}

export const unlistedStrike = (
  symbol: string,
  { type, expiration, strike }: { readonly type: string; readonly expiration: string; readonly strike: number },
  nearest: readonly number[],
) =>
  notFound(
    'unlisted_strike',
    nearest.length === 0
      ? `${symbol} has no listed ${type}s expiring on ${usDate(expiration)}.`
      : `${symbol} has no ${type} at ${strike} expiring on ${usDate(expiration)}. Nearest listed: ${nearest.join(', ')}.`,
  )

export const reversedBounds = (min: string, max: string) =>
  badRequest('invalid_range', `${min} must not be above ${max}.`, [{ field: min, detail: `must not be above ${max}` }])

export const costNeeded = (reason: string) =>
  badRequest('cost_basis_needed', `cost_basis is required with ${reason}.`, [
    { field: 'cost_basis', detail: `is required with ${reason}` },
  ])

export const twoExpirations = () =>
  badRequest('two_expirations', 'expiration_date differs between the URL and the body.', [
    { field: 'expiration_date', detail: 'must be the same in the URL and the body' },
  ])

export const invalidDate = (field: string, value: string) =>
  badRequest('invalid_date', `${field} must be a valid date, got ${value}.`, [{ field, detail: 'is not a valid date' }])

export const blankSearch = () =>
  badRequest('blank_search', 'Enter a symbol or part of a company name.', [{ field: 'q', detail: 'must not be blank' }])

export const reversedRange = () =>
  badRequest('invalid_range', 'from_date must not be after to_date.', [
    { field: 'from_date', detail: 'must not be after to_date' },
  ])

/** The range needs more bars than one response may hold; `earliest` is the earliest start day that fits. */
export const rangeTooLong = (days: number, bars: string, earliest: string) =>
  badRequest('range_too_long', `At most ${days} days of ${bars} bars per request: start on ${earliest} or later.`, [
    { field: 'from_date', detail: `must be ${earliest} or later` },
  ])

/** The screener's workers pause on this code until its retry time. */
export const RATE_LIMITED = 'provider_rate_limited'

/** Maps a source failure to a 503 the user can act on: it says when to retry, if known, and omits vendor details. */
export function sourceUnavailable(cause: unknown): AppError {
  const { kind, retryAfterMs } = cause instanceof ProviderFailure ? cause : { kind: null, retryAfterMs: null }
  const seconds = retryAfterMs === null ? null : Math.max(1, Math.ceil(retryAfterMs / 1_000))
  const fail = (detail: string, retryAfterSeconds = seconds ?? undefined) =>
    unavailable('source_unavailable', detail, cause, retryAfterSeconds)
  if (kind === 'rate_limited') {
    const when = seconds === null ? 'in a minute' : `in ${describeSeconds(seconds)}`
    const detail = `Too many requests to the market data provider; try again ${when}.`
    return unavailable(RATE_LIMITED, detail, cause, seconds ?? 60)
  }
  if (kind === 'unauthorized') {
    return fail('The market data provider rejected its API key. The operator of this server must check it.', 60)
  }
  if (kind === 'unavailable') return fail('The market data source cannot be reached right now. Please try again.')
  return fail('The market data source returned unusable data. Please try again.')
}

function describeSeconds(seconds: number): string {
  if (seconds > 90) return `${Math.ceil(seconds / 60)} minutes`
  return seconds === 1 ? '1 second' : `${seconds} seconds`
}
