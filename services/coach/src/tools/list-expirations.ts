import type { Success } from '@callwright/contracts'
import Type from 'typebox'
import { date, symbol } from './arguments.ts'
import { cleanText } from './clean-text.ts'
import { Unanswerable } from './failure.ts'
import { days } from './figures.ts'
import { withKnownSymbol } from './known-symbol.ts'
import { readStamp } from './stamp.ts'
import { type Ask, defineTool } from './tool.ts'

export type Expirations = Success<'options.expirations'>

/** Reads the listed expirations of a symbol, at least one. */
export async function readExpirations(ticker: string, ask: Ask): Promise<Expirations> {
  const answer = await ask('options.expirations', { params: { symbol: ticker } })
  if (answer.expirations.length > 0) return answer
  throw new Unanswerable('NO_OPTIONS', answer.message ?? `${ticker} has no listed options.`)
}

const maybeBoolean = Type.Union([Type.Boolean(), Type.Null()])

export const listExpirations = defineTool({
  name: 'list_expirations',
  description: 'All listed option expirations of a symbol: days left, weekly or monthly, and events before each one.',
  args: { symbol },
  result: {
    symbol: Type.String(),
    rows: Type.Array(
      Type.Object({
        date,
        days: days('Calendar days to expiration'),
        kind: Type.Enum(['weekly', 'monthly', 'quarterly', 'leaps']),
        earnings_before: maybeBoolean,
        ex_dividend_before: maybeBoolean,
        note: Type.Union([Type.String(), Type.Null()], { description: 'For example: moved by a holiday' }),
      }),
    ),
  },
  run: ({ symbol: asked }, { ask }) =>
    withKnownSymbol(asked, ask, async (ticker) => {
      const answer = await readExpirations(ticker, ask)
      const rows = answer.expirations.map(({ date: day, days_to_expiration, type, note, ...events }) => ({
        date: day,
        days: days_to_expiration,
        kind: type,
        earnings_before: events.earnings_before,
        ex_dividend_before: events.ex_dividend_before,
        note: note === null ? null : cleanText(note),
      }))
      return { symbol: answer.symbol, rows, ...readStamp([answer]) }
    }),
})
