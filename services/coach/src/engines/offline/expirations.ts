import { type Answered, countOf, listRows, type Refused, type Session } from './session.ts'

export interface ChosenExpiration {
  readonly date: string
  /** What a draft may say of how it was chosen, with its own figures as placeholders; null where it was named exactly. */
  readonly note: string | null
  /** Whether a day was named: then the note says what was put in its place. */
  readonly isAsked: boolean
}

const DEFAULT_LEAST = 30
const DEFAULT_MOST = 45

/** The listed expiration a message means: the day it names or the nearest to it, its days, else the default one. */
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
  const note = isAsked ? `The nearest listed expiration is ${shown}.` : `You named no day, so I took ${shown}.`
  return { date: String(rows[best]?.date ?? ''), note, isAsked }
}
