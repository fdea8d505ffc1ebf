import { isKnown, type Row } from '../../replies.ts'
import { type At, figures, type OwnFigure } from './figure-table.ts'

export type { OwnFigure } from './figure-table.ts'

export const figureOf = (key: string) => figures.find((one) => one.key === key) ?? null
export const isFilled = (row: Row, { key }: OwnFigure) => isKnown(row[key])
const MAX_FIGURES = 6
/** The figures that a text asks for, in the order of the text. */
export function findFigures(text: string): readonly OwnFigure[] {
  let rest = text
  const found: { readonly figure: OwnFigure; readonly index: number }[] = []
  for (const figure of figures) {
    const match = figure.needs?.test(text) === false ? null : figure.words.exec(rest)
    if (match === null) continue
    found.push({ figure, index: match.index })
    for (const words of [match[0], figure.takes ?? []].flat())
      rest = rest.replace(words, (taken) => ' '.repeat(taken.length))
  }
  return found
    .toSorted((a, b) => a.index - b.index)
    .slice(0, MAX_FIGURES)
    .map(({ figure }) => figure)
}

const OWN_ONLY: ReadonlySet<string> = new Set([
  ...(['premium_left', 'profit_captured_pct', 'close_gain', 'days_open', 'cost_to_close', 'option_pnl'] as const),
  ...(['entry_date'] as const),
])
/** Whether only a call that was sold has the figure. */
export const isOfOwnOnly = ({ key }: OwnFigure) => OWN_ONLY.has(key)
export const isEventFigure = ({ key }: OwnFigure) => key.endsWith('_before')
/** A figure of one position, with its name if several are listed. */
export const sayFigure = (one: OwnFigure, at: At, row: Row, isNamed: boolean) => {
  const name = one.label.replace(/^[A-Z](?=[a-z])/u, (first) => first.toLowerCase())
  if (!isFilled(row, one))
    return isEventFigure(one)
      ? `no ${one.key === 'earnings_before' ? 'earnings' : 'ex-dividend'} date known before expiration`
      : `${name} unknown`
  return isNamed && !isEventFigure(one) ? `${name} ${one.say(at, row)}` : one.say(at, row)
}
