import { eventNames, explainFailure, listRows, type Session } from './session.ts'

/** Days to expiration that lie on one side of a day of the company. */
export interface EventSpan {
  readonly least: number | null
  readonly most: number | null
  /** What a draft says of it, with placeholders. */
  readonly note: string
}

/** How far ahead a day of the company is looked for: about a quarter and a month. */
const AHEAD_DAYS = 120

/** "before earnings" in days; null where no such side was wished for, without bounds where the day is not known. */
export async function findEventSpan({ said, ask }: Session, symbol: string): Promise<EventSpan | null> {
  const { eventBound } = said.wishes
  if (eventBound === null) return null
  const { event, side } = eventBound
  const found = await ask('upcoming_events', { symbols: [symbol], days: AHEAD_DAYS, kind: event })
  const unknown = (why: string): EventSpan => ({ least: null, most: null, note: why })
  if (!found.ok) return unknown(`I could not keep to the ${eventNames[event]}: ${explainFailure(found).text}`)
  const [next] = listRows(found.result)
  if (next === undefined)
    return unknown(`I know of no ${eventNames[event]} of ${symbol} to come, so there was none to keep to.`)
  const days = Number(next.days)
  return {
    least: side === 'after' ? days + 1 : null,
    most: side === 'before' ? Math.max(0, days - 1) : null,
    note: `The next ${eventNames[event]}: ${found.at('rows.0.date')}; these calls are meant to expire ${side} it.`,
  }
}
