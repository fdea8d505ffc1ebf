import { type FieldError, type ImportQuestion, MAX_POSITIONS } from '@callwright/contracts'
import { isCalendarDay, usDate } from '@callwright/scoring'
import { AppError, badRequest, conflict, notFound, unavailable } from '@callwright/service'
import { describeFaults } from './positions/position-terms.ts'

export const unknownPosition = () => notFound('unknown_position', 'Position not found.')

export const otherContent = () =>
  conflict('other_content', 'A different position with this id already exists. Please reload the page and try again.')

export const tooManyPositions = () =>
  conflict('too_many_positions', `You already have ${MAX_POSITIONS} positions. Please delete one first.`)

export const invalidPosition = (fields: readonly FieldError[]) =>
  badRequest('validation', describeFaults(fields), fields)

export const badKey = () =>
  badRequest('invalid_idempotency_key', 'The Idempotency-Key must be 1 to 255 printable characters.')

export const keyReused = () =>
  new AppError(422, 'idempotency_key_reused', 'This Idempotency-Key was already used for a different request.')

export const writesWaiting = () =>
  unavailable('writes_waiting', 'Your earlier changes are still being saved. Please try again.')

export const marketUnavailable = () =>
  unavailable('market_unavailable', 'The market data service is not available right now. Please try again.')

export const unreadableCsv = (detail: string) => badRequest('unreadable_csv', detail)

export const unclearCsv = ({ field, line, text, readings }: ImportQuestion) =>
  new AppError(
    422,
    'unclear_csv',
    `Line ${line}: ${text} could mean ${readings.map(({ reading }) => show(reading)).join(' or ')}. ` +
      `Send ${field}: ${readings.map(({ answer, reading }) => `${answer} for ${show(reading)}`).join(', ')}.`,
  )

const show = (reading: string): string => (isCalendarDay(reading) ? usDate(reading) : reading)
