import { countOf, isKnown, toRow } from '../../replies.ts'
import type { Answered, Session } from '../../session.ts'
import { describeLevel } from '../stocks/stock-figures.ts'

const ASKS =
  /\bwhy\b|\bhow come\b|\bwhat makes\b|\bcatch\b|\bwhat gives\b|\btoo good to be true\b|\bwhat(?:'s| is) (?:going on|up with|behind|driving|the (?:deal|reason|catch|downside))\b|\bis (?:that|it|this) (?:just |only |because of )?(?:iv|earnings|volatil\w+)\b/u

/** Whether a message asks for the reasons of a premium. */
export const asksReason = (text: string): boolean => ASKS.test(text)

/** The reasons of a premium: the expected moves, the days, the distance to the strike, and earnings. */
export async function explainPremium({ ask }: Pick<Session, 'ask'>, symbol: string, trade: Answered): Promise<string> {
  const { at, result } = trade
  const stock = await ask('stock_snapshot', { symbol })
  const rank =
    stock.ok && isKnown(stock.result.iv_rank)
      ? ` (IV rank ${stock.at('iv_rank')}${describeLevel(stock.result.iv_rank)})`
      : ''
  const iv = isKnown(toRow(result.call).iv) ? `implied volatility ${at('call.iv')} a year${rank}, ` : ''
  const move = isKnown(result.expected_move)
    ? `a usual move of ${at('expected_move')} (one standard deviation) in ${countOf(at('dte'), result.dte, 'day')}, `
    : ''
  const earnings =
    result.earnings_before_expiration === true ? `, and earnings on ${at('earnings_date')} before it expires` : ''
  return `It pays this because buyers pay for expected moves: ${iv}${move}${at('headroom_pct')} from the price up to the strike${earnings}. A larger expected move pays more, but the shares can then also fall by more than the premium.`
}
