import { badRequest, notFound, unavailable } from '@callwright/service'

export const unknownSymbol = (symbol: string) => notFound('unknown_symbol', `Unknown symbol: ${symbol}`)

export const noPrice = (symbol: string) => notFound('no_price', `This source has no price of ${symbol}.`)

export const unlistedExpiration = (symbol: string, date: string, nearest: readonly string[]) =>
  notFound(
    'unlisted_expiration',
    nearest.length === 0
      ? `${symbol} has no listed options here.`
      : `${symbol} has no options expiring on ${date}. Nearest listed: ${nearest.join(', ')}.`,
  )

export const invalidDate = (field: string, value: string) =>
  badRequest('invalid_date', `${field} must be a day of the calendar, got ${value}.`, [
    { field, detail: 'is not a day of the calendar' },
  ])

export const blankSearch = () =>
  badRequest('blank_search', 'Type a symbol or part of a company name to search for.', [
    { field: 'q', detail: 'must not be blank' },
  ])

export const reversedRange = () =>
  badRequest('invalid_range', 'from_date must not be after to_date.', [
    { field: 'from_date', detail: 'must not be after to_date' },
  ])

export const sourceUnavailable = (cause: unknown) =>
  unavailable('source_unavailable', 'The market data source cannot be read right now. Please try again.', cause)
