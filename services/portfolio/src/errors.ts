import {
  type FieldError,
  type ImportQuestion,
  type LifecycleCode,
  MAX_EVENTS,
  MAX_IMPORT_MAPS,
  MAX_POSITIONS,
} from '@callwright/contracts'
import { isCalendarDay, type LedgerRefusal, usDate } from '@callwright/scoring'
import { AppError, badRequest, conflict, notFound, unavailable } from '@callwright/service'
import { describeFaults, type PositionTerms } from './positions/position-terms.ts'

export const unknownPosition = () => notFound('unknown_position', 'Position not found.')

export const otherContent = () =>
  conflict('other_content', 'A different position with this id already exists. Please reload the page and try again.')

export const tooManyPositions = () =>
  conflict('too_many_positions', `You already have ${MAX_POSITIONS} positions. Please delete one first.`)

export const equalTerms = ({ symbol, strike, expiration }: Pick<PositionTerms, 'symbol' | 'strike' | 'expiration'>) =>
  conflict(
    'equal_terms',
    `You added the same ${symbol} ${strike} call of ${usDate(expiration)} less than a minute ago. ` +
      'Confirm that it is another one to add it again.',
  )

export const invalidFields = (fields: readonly FieldError[]) => badRequest('validation', describeFaults(fields), fields)

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

export const tooManyMaps = () =>
  conflict('too_many_maps', `You already have ${MAX_IMPORT_MAPS} saved column maps. Delete one first.`)

export const unknownImport = () =>
  notFound('unknown_import', 'This import was not found, or it was already taken back.')

export const unknownColumns = () =>
  badRequest(
    'unknown_columns',
    'No broker has these columns. Preview the file to say what they mean, then send that as map.',
  )

export const unknownChain = () => notFound('unknown_chain', 'Chain not found.')
export const unknownEvent = () => notFound('unknown_event', 'Event not found.')
export const unknownSuggestion = () =>
  notFound('unknown_suggestion', 'This suggestion no longer exists. Reload the page to see what is left.')

export const tooManyEvents = () =>
  conflict('too_many_events', `Your ledger already has ${MAX_EVENTS.toLocaleString('en-US')} events.`)

/** A conflict with the ledger. `field` names the field of the request at fault. */
export const ledgerConflict = (code: LifecycleCode, detail: string, field: string | null = null) =>
  new AppError(409, code, detail, field === null ? {} : { fields: [{ field, detail }] })

export const previewChanged = () =>
  ledgerConflict(
    'preview_changed',
    'Your portfolio or the file has changed since the preview. Check the rows again.',
    'preview',
  )

export const adjustmentPending = (split: string) =>
  ledgerConflict(
    'adjustment_pending',
    `The split of ${usDate(split)} is not applied yet. Apply or dismiss it before you record later events.`,
  )

/** The event itself cannot have happened. */
export function refusedEvent({ code, message, field }: LedgerRefusal): AppError {
  if (code === 'unknown_position') return unknownPosition()
  if (code === 'unknown_chain') return unknownChain()
  const fields = field === null ? [] : [{ field, detail: message }]
  return code === 'validation' ? badRequest(code, message, fields) : new AppError(409, code, message, { fields })
}

/** The event is possible, but an event after it would not be. */
export const breaksLaterEvent = ({ event, message }: LedgerRefusal) =>
  ledgerConflict(
    'breaks_later_event',
    `This contradicts the ${EVENT_NAMES[event.kind]} of ${usDate(event.occurredOn)}: ${message} Void that event first.`,
  )

const EVENT_NAMES: Readonly<Record<LedgerRefusal['event']['kind'], string>> = {
  open: 'opening',
  write_more: 'sale of more calls',
  close: 'purchase',
  expire: 'expiration',
  assign: 'assignment',
  roll: 'roll',
  buy_shares: 'purchase of shares',
  sell_shares: 'sale of shares',
  dividend: 'dividend',
  adjust: 'adjustment',
}
