import type { Success } from '@callwright/contracts'
import { countCoverableCalls, SHARES_PER_CONTRACT } from '@callwright/scoring'
import Type from 'typebox'
import { tryFetch } from '../market/stock-snapshot.ts'
import { count, defineTool, maybe, maybeSymbol, ownStamp, readStamp } from '../tool.ts'

const holdingRow = Type.Object({
  symbol: Type.String(),
  shares: count(),
  uncovered_shares: count(),
  contracts_left: count(),
})

export const coverableCalls = defineTool({
  name: 'coverable_calls',
  description:
    'How many calls a number of shares covers, and how many more can be written besides the user’s open calls in that ' +
    'symbol. Without shares, the user’s holding counts; everything is null if none is known.',
  args: {
    symbol: maybeSymbol,
    shares: Type.Union([Type.Number({ minimum: 0, maximum: 10_000_000 }), Type.Null()], {
      description: 'Total shares held',
    }),
  },
  result: {
    symbol: Type.Union([Type.String(), Type.Null()]),
    shares: maybe.count(),
    contracts: maybe.count('Calls that these shares cover'),
    covered_shares: maybe.count('Shares under those calls'),
    uncovered_shares: maybe.count('Shares left over'),
    open_contracts: maybe.count('Open calls in the symbol; null without a symbol'),
    contracts_left: maybe.count('Calls that can still be written'),
    rows: Type.Array(holdingRow, { description: 'All holdings, without a symbol and shares' }),
  },
  run: async ({ symbol: asked, shares: given }, { ask }) => {
    const symbol = asked?.toUpperCase() ?? null
    if (symbol === null && given === null) {
      const answer = await ask('portfolio.holdings', { query: {} })
      return { ...unknown, rows: answer.holdings.map(toHoldingRow), ...readStamp([answer]) }
    }
    const [portfolio, held] =
      symbol === null
        ? [null, null]
        : await Promise.all([ask('portfolio.list'), tryFetch(ask('portfolio.holdings', { query: {} }))])
    const open = (portfolio?.positions ?? []).filter(({ ticker, state }) => ticker === symbol && state === 'open')
    const openContracts = open.reduce((sum, { contracts }) => sum + contracts, 0)
    const holdings = (held?.answer?.holdings ?? []).filter(({ ticker }) => ticker === symbol)
    const ofHoldings = holdings.reduce((sum, { shares }) => sum + shares, 0)
    const known = Math.max(ofHoldings, openContracts * SHARES_PER_CONTRACT)
    const shares = given === null ? (known === 0 ? null : Math.floor(known)) : Math.floor(given)
    const contracts = shares === null ? null : countCoverableCalls({ shares })
    const covered = contracts === null ? null : contracts * SHARES_PER_CONTRACT
    return {
      symbol,
      shares,
      contracts,
      covered_shares: covered,
      uncovered_shares: shares === null || covered === null ? null : shares - covered,
      open_contracts: symbol === null ? null : openContracts,
      contracts_left: contracts === null ? null : Math.max(0, contracts - openContracts),
      rows: [],
      ...(portfolio === null ? ownStamp('Calculated from the number of shares') : readStamp([portfolio])),
    }
  },
})

const unknown = {
  symbol: null,
  shares: null,
  contracts: null,
  covered_shares: null,
  uncovered_shares: null,
  open_contracts: null,
  contracts_left: null,
}

const toHoldingRow = (holding: Success<'portfolio.holdings'>['holdings'][number]) => ({
  symbol: holding.ticker,
  shares: Math.floor(holding.shares),
  uncovered_shares: Math.floor(holding.uncovered_shares),
  contracts_left: holding.coverable_contracts,
})
