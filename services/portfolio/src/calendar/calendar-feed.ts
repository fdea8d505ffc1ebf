import { type CompanyEvents, type IsoDate, listUpcomingDividends } from '@callwright/scoring'
import ical from 'ical-generator'
import type { AssessedPosition, ValuedPortfolio } from '../valuation/valuation.ts'

export interface CalendarEntry {
  readonly id: string
  readonly day: IsoDate
  readonly summary: string
  readonly note: string | null
}

const sessions = { before_open: 'before the open', after_close: 'after the close' } as const

function listStockEvents(symbol: string, events: CompanyEvents, today: IsoDate): CalendarEntry[] {
  const { earnings } = events
  const exDates = [...new Set(listUpcomingDividends(events, today).map(({ exDate }) => exDate))]
  return [
    ...exDates.map((day) => ({
      id: `${symbol}-ex-dividend-${day}`,
      day,
      summary: `${symbol} ex-dividend date`,
      note: 'A call in the money may be exercised before this day.',
    })),
    ...(earnings === null || earnings.date < today
      ? []
      : [
          {
            id: `${symbol}-earnings-${earnings.date}`,
            day: earnings.date,
            summary: `${symbol} reports earnings`,
            note: earnings.session === null ? null : `The report comes ${sessions[earnings.session]}.`,
          },
        ]),
  ]
}

/** Expirations of the open calls, and ex-dates and earnings of their stocks. No amounts: a calendar may be shared. */
export function listCalendar(assessed: readonly AssessedPosition[]): CalendarEntry[] {
  const entries = assessed
    .filter(({ valued }) => valued.metrics.state === 'open')
    .flatMap(({ valued, events }): CalendarEntry[] => {
      const { symbol, expiration } = valued.stored
      const expiry = { id: `${symbol}-expiration-${expiration}`, day: expiration, summary: `${symbol} call expires` }
      return [{ ...expiry, note: null }, ...listStockEvents(symbol, events, valued.metrics.asOfDate)]
    })
  const once = new Map(entries.map((entry) => [entry.id, entry]))
  return [...once.values()].toSorted((a, b) => (`${a.day} ${a.id}` < `${b.day} ${b.id}` ? -1 : 1))
}

/** Notes about data that is not from a real market, by the worst class among the stocks. */
function describeClass({ quotes }: Pick<ValuedPortfolio, 'quotes'>): string | null {
  const classes = new Set([...quotes.values()].map(({ answer }) => answer.data_class))
  if (classes.has('simulated')) return 'Simulated data: not a real calendar.'
  return classes.has('recorded') ? 'Recorded market: dates from a past day.' : null
}

/** Writes the feed. The same events always give the same text, so that its tag changes only with them. */
export function writeCalendar(portfolio: Pick<ValuedPortfolio, 'assessed' | 'quotes'>, createdAt: Date): string {
  const about = describeClass(portfolio)
  const calendar = ical({ name: 'Callwright', prodId: { company: 'Callwright', product: 'Calendar', language: 'EN' } })
  calendar.ttl(6 * 3_600)
  for (const { id, day, summary, note } of listCalendar(portfolio.assessed)) {
    const description = [note, about].filter((part) => part !== null).join(' ')
    calendar.createEvent({
      id: `${id}@callwright`,
      start: new Date(`${day}T00:00:00Z`),
      allDay: true,
      stamp: createdAt,
      summary,
      ...(description === '' ? {} : { description }),
    })
  }
  return `${calendar.toString()}\r\n`
}
