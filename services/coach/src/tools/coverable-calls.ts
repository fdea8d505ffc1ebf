import { countCoverableCalls, SHARES_PER_CONTRACT } from '@callwright/scoring'
import Type from 'typebox'
import { maybeSymbol } from './arguments.ts'
import { Unanswerable } from './failure.ts'
import { count, maybe } from './figures.ts'
import { ownStamp, readStamp } from './stamp.ts'
import { defineTool } from './tool.ts'

export const coverableCalls = defineTool({
  name: 'coverable_calls',
  description:
    'How many calls a number of shares covers, and how many more calls can be written besides the user’s open positions in ' +
    'that symbol. Without shares, the shares of the open positions are used.',
  args: {
    symbol: maybeSymbol,
    shares: Type.Union([Type.Integer({ minimum: 0, maximum: 10_000_000 }), Type.Null()], {
      description: 'Total shares held',
    }),
  },
  result: {
    symbol: Type.Union([Type.String(), Type.Null()]),
    shares: count(),
    contracts: count('Calls that these shares cover'),
    covered_shares: count('Shares under those calls'),
    uncovered_shares: count('Shares left over'),
    open_contracts: maybe.count('Calls in the open positions in the symbol; null without a symbol'),
    contracts_left: count('Calls that can still be written'),
  },
  run: async ({ symbol: asked, shares: given }, { ask }) => {
    const symbol = asked?.toUpperCase() ?? null
    const portfolio = symbol === null ? null : await ask('portfolio.list')
    const open = (portfolio?.positions ?? []).filter(({ ticker, state }) => ticker === symbol && state === 'open')
    const openContracts = open.reduce((sum, { contracts }) => sum + contracts, 0)
    const shares = given ?? openContracts * SHARES_PER_CONTRACT
    if (given === null && openContracts === 0) {
      const where = symbol === null ? '' : ` of ${symbol}`
      throw new Unanswerable('INVALID', `How many shares${where} do you hold? One call covers ${SHARES_PER_CONTRACT}.`)
    }
    const contracts = countCoverableCalls({ shares })
    return {
      symbol,
      shares,
      contracts,
      covered_shares: contracts * SHARES_PER_CONTRACT,
      uncovered_shares: shares - contracts * SHARES_PER_CONTRACT,
      open_contracts: symbol === null ? null : openContracts,
      contracts_left: Math.max(0, contracts - openContracts),
      ...(portfolio === null ? ownStamp('Calculated from the number of shares') : readStamp([portfolio])),
    }
  },
})
