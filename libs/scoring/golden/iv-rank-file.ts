import { computeIvRank } from '../src/index.ts'
import { type Check, type CheckedFile, outcomeOf } from './outcome.ts'
import { cellOf, readTable } from './table.ts'

const TOLERANCE = 1e-9

/** iv_rank.csv: rank, percentile and sessions of every day, per series, in file order. */
export function checkIvRank(path: string): CheckedFile {
  const { rows, ignored } = readTable(path, {
    required: ['iv'],
    optional: ['series', 'index', 'date'],
    results: ['iv_history_sessions', 'iv_rank', 'iv_percentile'],
  })
  const histories = new Map<string, number[]>()
  const outcomes = rows.map((row, line) => {
    const { series = '', date, index = String(line) } = row
    return outcomeOf(`${series} ${date ?? index}`, row, (): Check[] => {
      const history = histories.get(series) ?? []
      histories.set(series, history)
      history.push(cellOf(row, 'iv') ?? Number.NaN)
      const { ivRank, ivPercentile, sessions } = computeIvRank(history)
      const figures = { iv_history_sessions: sessions, iv_rank: ivRank, iv_percentile: ivPercentile }
      return Object.entries(figures)
        .filter(([quantity]) => quantity in row)
        .map(([quantity, got]) => ({ quantity, expected: cellOf(row, quantity), got, tolerance: TOLERANCE }))
    })
  })
  return { outcomes, ignored }
}
