import type { SymbolFacts } from '@callwright/contracts'
import type { MarketTerms, QuotedOption } from '@callwright/scoring'

export type ChainRow = QuotedOption & { readonly date: string }

export function readRows(chain: SymbolFacts['chain']): ChainRow[] {
  if (chain === null) return []
  return chain.strike.map((strike, index) => {
    const date = chain.expiration_date[index] ?? ''
    return {
      date,
      contractSymbol: chain.contract_symbol[index] ?? '',
      type: chain.type[index] ?? 'call',
      expiration: date,
      strike,
      bid: chain.bid[index] ?? null,
      ask: chain.ask[index] ?? null,
      volume: chain.volume[index] ?? null,
      openInterest: chain.open_interest[index] ?? null,
    }
  })
}

/** Inputs for valuing the facts' chain: its quotes' stock price and time, and days to expiration counted from now. */
export function termsOf({
  underlying_price,
  price,
  rate,
  dividends,
  quoted_at,
  market_time,
}: SymbolFacts): MarketTerms {
  return {
    price: underlying_price ?? price ?? Number.NaN,
    rate,
    dividends: dividends.map(({ ex_date, cash_amount }) => ({ exDate: ex_date, cash: cash_amount })),
    asOfMs: Date.parse(quoted_at ?? ''),
    nowMs: Date.parse(market_time),
  }
}
