import type { AttentionItem, Success } from '@callwright/contracts'
import { ATTENTION_REASONS, countAttention } from '@callwright/scoring'
import type { AssessedPosition } from './attention.ts'
import { toWireMarket } from './market-stamp.ts'
import type { ValuedPortfolio } from './portfolio.ts'

export function toWireAttention(portfolio: ValuedPortfolio): Success<'portfolio.attention'> {
  const { assessed } = portfolio
  const items = assessed
    .filter(({ action, other }) => action.length + other.length > 0)
    .toSorted((a, b) => b.level - a.level || daysOf(a) - daysOf(b))
  return {
    status: 'success',
    items: items.map(toWireItem),
    counts: countAttention(assessed),
    reasons: ATTENTION_REASONS.map(({ id, group, label }) => ({
      ...{ id, group, label },
      count: assessed.filter((position) => position[group].includes(id)).length,
      unknown: assessed.filter(({ unknown }) => unknown.includes(id)).length,
    })),
    dividends_at_stake: items.reduce((sum, { dividendAtStakeUsd }) => sum + (dividendAtStakeUsd ?? 0), 0),
    ...toWireMarket(portfolio),
  }
}

const daysOf = ({ valued }: AssessedPosition): number => valued.metrics.daysToExpiration

function toWireItem(position: AssessedPosition): AttentionItem {
  const { valued, reasons, unknown, events, level } = position
  const { stored, metrics } = valued
  return {
    id: stored.id,
    ticker: stored.ticker,
    strike_price: stored.strikePrice,
    expiry_date: stored.expiryDate,
    contracts: stored.contracts,
    days_to_expiration: metrics.daysToExpiration,
    cc_pnl: metrics.coveredCallPnlUsd,
    cc_pnl_percent: metrics.coveredCallPnlPct,
    level,
    reasons: reasons.map(({ id, group, sentence }) => ({ id, group, sentence })),
    unknown: [...unknown],
    dividend: toWireDividend(position),
    earnings_date: events.earnings?.date ?? null,
  }
}

function toWireDividend({ dividend, dividendAtStakeUsd }: AssessedPosition): AttentionItem['dividend'] {
  const { exDate, dividendUsd, timeValueUsd } = dividend
  if (exDate === null || dividendUsd === null || timeValueUsd === null || dividendAtStakeUsd === null) return null
  return { ex_date: exDate, dividend: dividendUsd, time_value: timeValueUsd, at_stake: dividendAtStakeUsd }
}
