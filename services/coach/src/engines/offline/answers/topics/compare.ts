import { countOf, isKnown, listRows, type Row } from '../../replies.ts'
import type { Answered } from '../../session.ts'

/** The best of the alternatives by the measure that the question asks for, beside the next best. */
export function compareRows({ at, result }: Answered): string {
  const rows = listRows(result)
  const best = (name: string) =>
    rows.reduce((found, row, index) => (Number(row[name]) > Number(rows[found]?.[name]) ? index : found), 0)
  const measures = [
    ['per_day', 'a day'],
    ['annual_pct', 'a year'],
    ['return_pct', 'of the price'],
    ['called_return_pct', 'if called'],
  ].filter(([name = '']) => rows.every((row) => isKnown(row[name])))
  const label = (row: Row, index: number) =>
    `${at(`rows.${index}.premium`)}${isKnown(row.strike) ? ` for the ${at(`rows.${index}.strike`)} call` : ''}${isKnown(row.days) ? ` in ${countOf(at(`rows.${index}.days`), row.days, 'day')}` : ''}`
  const figures = (index: number) =>
    measures.map(([name, words]) => `${at(`rows.${index}.${name}`)} ${words}`).join(', ')
  const hasStrikes =
    new Set(rows.map(({ strike }) => strike)).size === rows.length && rows.every(({ strike }) => isKnown(strike))
  const [first = ''] = measures[0] ?? []
  const leader = best(first === 'return_pct' ? 'called_return_pct' : 'annual_pct')
  const order = [leader, ...rows.flatMap((_row, index) => (index === leader ? [] : [index]))]
  return `${label(rows[leader] ?? {}, leader)} pays more${first === 'per_day' ? ' for its time' : ''}: ${order
    .map((index) => (index === leader ? figures(index) : `${label(rows[index] ?? {}, index)}: ${figures(index)}`))
    .join(
      '; ',
    )}.${hasStrikes ? ' A higher strike leaves more room to rise and is less likely to be assigned, for a lower premium.' : ''}`
}
