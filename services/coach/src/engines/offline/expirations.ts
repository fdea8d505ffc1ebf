import { type Answered, countOf, listRows, type Refused, type Session } from './session.ts'

interface ChosenExpiration {
  readonly date: string
  /** Note about the chosen expiration, with placeholders for its figures; null if the message named it. */
  readonly note: string | null
  /** Whether the message named a date. If so, the note names the expiration used instead. */
  readonly isAsked: boolean
}

const DEFAULT_LEAST = 30
const DEFAULT_MOST = 45

/** Finds the listed expiration nearest to the message's date or days, or the default one if the message has neither. */
export async function chooseExpiration(
  { said, ask }: Pick<Session, 'said' | 'ask'>,
  symbol: string,
): Promise<ChosenExpiration | Refused> {
  const listed = await ask('list_expirations', { symbol })
  if (!listed.ok) return listed
  const { date, days } = said.slots
  const wanted = date ?? null
  const rows = listRows(listed.result)
  if (wanted !== null) {
    const exact = rows.findIndex((row) => row.date === wanted)
    return exact >= 0
      ? { date: wanted, note: null, isAsked: true }
      : nearest(listed, (row) => Math.abs(Date.parse(String(row.date)) - Date.parse(wanted)), true)
  }
  if (days !== null) {
    const middle = ((days.least ?? days.most ?? 0) + (days.most ?? days.least ?? 0)) / 2
    return nearest(listed, (row) => Math.abs(Number(row.days) - middle), true)
  }
  return nearest(
    listed,
    (row) => (Number(row.days) >= DEFAULT_LEAST && Number(row.days) <= DEFAULT_MOST ? 0 : 1),
    false,
  )
}

function nearest(
  listed: Answered,
  distance: (row: Readonly<Record<string, unknown>>) => number,
  isAsked: boolean,
): ChosenExpiration {
  const rows = listRows(listed.result)
  const best = rows.reduce((found, row, index) => (distance(row) < distance(rows[found] ?? row) ? index : found), 0)
  const days = countOf(listed.at(`rows.${best}.days`), rows[best]?.days, 'day')
  const shown = `${listed.at(`rows.${best}.date`)} (${days})`
  const note = isAsked
    ? `The nearest listed expiration is ${shown}.`
    : `You did not name an expiration, so I used ${shown}.`
  return { date: String(rows[best]?.date ?? ''), note, isAsked }
}
