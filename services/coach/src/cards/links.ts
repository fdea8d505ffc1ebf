import type { AppLink, CardAction } from '@callwright/contracts'
import type { Call } from '../turn/types.ts'

const SYMBOL = /^[A-Z]{1,6}([.-][A-Z]{1,3})?$/u

/** Maps each filter of the tool to the query parameter of the screener page. */
const screenFilters: Readonly<Record<string, string>> = {
  sector: 'sector',
  min_score: 'min_score',
  min_yield: 'min_yield',
  min_price: 'current_price_min',
  max_price: 'current_price_max',
  iv_rank_min: 'min_iv_rank',
  rsi_max: 'max_rsi',
  market_cap: 'market_cap',
}

/** Links to the pages that show a call's figures in full. */
export function listLinks({ name, args, result }: Pick<Call, 'name' | 'args' | 'result'>): AppLink[] {
  if (name === 'top_covered_call_stocks') return [{ label: 'Open the screener', path: buildScreenPath(args) }]
  if (name === 'portfolio_review' || name === 'analyze_position' || name === 'roll_candidates') {
    return [{ label: 'Open the portfolio', path: '/portfolio' }]
  }
  if (name === 'app_help' && 'path' in result && typeof result.path === 'string') {
    return [{ label: 'Open the page', path: result.path }]
  }
  const symbol = 'symbol' in result && typeof result.symbol === 'string' ? result.symbol : null
  if (symbol === null || !SYMBOL.test(symbol)) return []
  return [{ label: `Analyze ${symbol}`, path: `/analysis?${new URLSearchParams({ symbol })}` }]
}

function buildScreenPath(args: Call['args']): string {
  const search = new URLSearchParams()
  for (const [name, parameter] of Object.entries(screenFilters)) {
    const value = args[name]
    if (typeof value === 'number' || typeof value === 'string') search.set(parameter, String(value))
  }
  return search.size === 0 ? '/screening' : `/screening?${search}`
}

/** Actions that a card offers. The user must confirm an action on its page before anything is written. */
export function listActions({ name, result }: Pick<Call, 'name' | 'args' | 'result'>): CardAction[] {
  if (name !== 'analyze_trade') return []
  const { symbol, strike, expiration, premium, entry_price } = { ...result } as Readonly<Record<string, unknown>>
  if (typeof symbol !== 'string' || typeof strike !== 'number' || typeof expiration !== 'string') return []
  return [
    {
      kind: 'add_position',
      label: 'Add to portfolio',
      position: {
        ticker: symbol,
        strike_price: strike,
        expiry_date: expiration,
        entry_premium: typeof premium === 'number' ? premium : null,
        entry_price: typeof entry_price === 'number' ? entry_price : null,
      },
    },
  ]
}
