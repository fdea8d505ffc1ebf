import { eventNames, explainFailure, listRows, type Session } from './session.ts'

/** Range of days to expiration before or after a company event. */
export interface EventSpan {
  readonly least: number | null
  readonly most: number | null
  /** Note for the draft, with placeholders for its figures. */
  readonly note: string
}

/** Days to look ahead for an event: about a quarter plus a month. */
const AHEAD_DAYS = 120

/**
 * Range of days for requests such as "before earnings". Null if there is no such request; without bounds if the event's
 * date is unknown.
 */
export async function findEventSpan({ said, ask }: Session, symbol: string): Promise<EventSpan | null> {
  const { eventBound } = said.preferences
  if (eventBound === null) return null
  const { event, side } = eventBound
  const found = await ask('upcoming_events', { symbols: [symbol], days: AHEAD_DAYS, kind: event })
  const unknown = (why: string): EventSpan => ({ least: null, most: null, note: why })
  if (!found.ok) return unknown(`I could not filter by ${eventNames[event]}: ${explainFailure(found).text}`)
  const [next] = listRows(found.result)
  if (next === undefined)
    return unknown(`No upcoming ${eventNames[event]} is known for ${symbol}, so I did not filter by it.`)
  const days = Number(next.days)
  return {
    least: side === 'after' ? days + 1 : null,
    most: side === 'before' ? Math.max(0, days - 1) : null,
    note: `Next ${eventNames[event]}: ${found.at('rows.0.date')}. I looked for calls that expire ${side} it.`,
  }
}
