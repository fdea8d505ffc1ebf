import type { Success } from '@callwright/contracts'
import {
  type ChainState,
  countOpen,
  isEnded,
  listHoldings,
  listOpenCalls,
  type PresumedIncome,
  sumIncome,
  toUnits,
  toUsd,
} from '@callwright/scoring'
import { type Call, getUser, type Handlers, type ServiceClient } from '@callwright/service'
import { unknownChain, unknownPosition } from '../errors.ts'
import { resolveBySpelling } from '../positions/stock-names.ts'
import { previewRolls } from '../rolls/preview-rolls.ts'
import type { ReadGrant } from '../tax/grants.ts'
import { withGrantDays } from '../tax/qualify-calls.ts'
import { listOpenChains, type ValuedChain } from '../valuation/chains.ts'
import { toWireMarket } from '../valuation/routes.ts'
import type { ChainChoice, ReadPortfolio, ValuedPortfolio } from '../valuation/valuation.ts'
import { chooseChain } from './event-routes.ts'
import { suggestForChain, toWireSuggestion } from './suggest.ts'
import { openChainWriter, toWireBucket, toWireEvents, toWireHolding } from './wire-chain.ts'

type ReadRouteId =
  | 'portfolio.listCallEvents'
  | 'portfolio.listChains'
  | 'portfolio.getChain'
  | 'portfolio.income'
  | 'portfolio.holdings'
  | 'portfolio.suggestions'
  | 'portfolio.previewRolls'

interface ReadRouteDeps {
  readonly readPortfolio: ReadPortfolio
  readonly marketData: Pick<ServiceClient, 'call'>
  readonly readGrant: ReadGrant
}

const DEFAULT_LIMIT = 50

/** Routes that read the ledger: chains, their events, income, holdings, suggestions and rolls. */
export function ledgerReadRoutes({
  readPortfolio,
  marketData,
  readGrant,
}: ReadRouteDeps): Pick<Handlers<'portfolio'>, ReadRouteId> {
  const read = ({ identity, request }: Pick<Call<ReadRouteId>, 'identity' | 'request'>, choice: ChainChoice) =>
    readPortfolio(getUser(identity).userId, request.id, choice)

  return {
    'portfolio.listCallEvents': async (call) => {
      const { id } = call.params
      const portfolio = await read(call, chooseOfCall(id))
      const [valued] = portfolio.chains
      if (valued === undefined) throw unknownPosition()
      const isWhole = call.query.scope === 'chain'
      return {
        status: 'success',
        events: toWireEvents(
          { ledger: portfolio.ledger, closeOn: valued.market.closeOn },
          { chainId: valued.chain.chainId, positionId: isWhole ? null : id },
        ),
      }
    },
    'portfolio.listChains': async (call) => {
      const { state = 'open', symbol, limit = DEFAULT_LIMIT, offset = 0 } = call.query
      let total = 0
      const wanted = symbol === undefined ? null : resolveBySpelling(symbol)
      const choose: ChainChoice['choose'] = ({ replayed }) => {
        const all = [...replayed.chains.values()].filter(
          (chain) =>
            (state === 'all' || isEnded(chain) === (state === 'ended')) && (wanted === null || chain.symbol === wanted),
        )
        total = all.length
        return all.toSorted(byLastEvent).slice(offset, offset + limit)
      }
      const portfolio = await read(call, withGrantDays({ positions: 'of_chains', wants: 'history', choose }))
      return {
        status: 'success',
        chains: portfolio.chains.map(openChainWriter(portfolio.ledger, portfolio.chains)),
        total,
        ...toWireMarket(portfolio),
      }
    },
    'portfolio.getChain': async (call) => {
      const portfolio = await read(call, chooseChain(call.params.id))
      const [valued] = portfolio.chains
      if (valued === undefined) throw unknownChain()
      const { ledger } = portfolio
      return {
        status: 'success',
        chain: openChainWriter(ledger, [valued])(valued),
        events: toWireEvents(
          { ledger, closeOn: valued.market.closeOn },
          { chainId: valued.chain.chainId, positionId: null },
        ),
        ...toWireMarket(portfolio),
      }
    },
    'portfolio.income': async (call) => readIncome(await read(call, OPEN_NOW), call.query),
    'portfolio.holdings': async (call) => {
      const { account } = call.query
      const portfolio = await read(call, OPEN_NOW)
      const byId = new Map(portfolio.chains.map((valued) => [valued.chain.chainId, valued]))
      const accountOf = (id: string) => byId.get(id)?.settings.account ?? null
      const pending = new Set(
        portfolio.chains.filter(({ market }) => market.isSplitPending).map(({ chain }) => chain.symbol),
      )
      const holdings = listHoldings(
        { chains: new Map(portfolio.chains.map(({ chain }) => [chain.chainId, chain])) },
        {
          accountOf,
          priceOf: (symbol) =>
            pending.has(symbol) ? null : (portfolio.quotes.get(symbol)?.answer.current_price ?? null),
        },
      )
      return {
        status: 'success',
        holdings: holdings.filter((holding) => account === undefined || holding.account === account).map(toWireHolding),
        ...toWireMarket(portfolio),
      }
    },
    'portfolio.suggestions': async (call) => {
      const portfolio = await read(call, { ...OPEN_NOW, wants: 'history', choose: listAll })
      const suggestions = portfolio.chains.flatMap((valued) => suggestForChain(valued, portfolio))
      return {
        status: 'success',
        suggestions: suggestions.map((suggestion) => toWireSuggestion(suggestion, portfolio.quotes)),
        ...toWireMarket(portfolio),
      }
    },
    'portfolio.previewRolls': async (call) => {
      const user = getUser(call.identity)
      const portfolio = await read(call, { ...chooseOfCall(call.body.position_id), wants: 'now' })
      return previewRolls(call.body, portfolio, { marketData, readGrant, as: user, requestId: call.request.id })
    },
  }
}

const OPEN_NOW: ChainChoice = { positions: 'all', wants: 'now', choose: listOpenChains }
const listAll: ChainChoice['choose'] = ({ replayed }) => [...replayed.chains.values()]

const chooseOfCall = (positionId: string): ChainChoice => ({
  positions: 'of_chains',
  wants: 'history',
  choose: ({ replayed }) => [replayed.chainOf.get(positionId) ?? []].flat(),
})

const byLastEvent = (a: ChainState, b: ChainState): number =>
  a.lastEventOn === b.lastEventOn ? (a.chainId < b.chainId ? -1 : 1) : a.lastEventOn < b.lastEventOn ? 1 : -1

function readIncome(
  portfolio: ValuedPortfolio,
  { by = 'month', from, to, account }: Call<'portfolio.income'>['query'],
): Success<'portfolio.income'> {
  const accounts = new Map(portfolio.settings.map((chain) => [chain.id, chain.account]))
  const presumed = portfolio.chains.flatMap((valued) => listPresumed(valued, portfolio))
  const { buckets, totals } = sumIncome(portfolio.ledger.replayed, {
    by,
    from: from ?? null,
    to: to ?? null,
    presumed,
    includesChain: (id) => account === undefined || accounts.get(id) === account,
  })
  const count = presumed.length
  return {
    status: 'success',
    by,
    buckets: buckets.map(toWireBucket),
    totals: toWireBucket(totals),
    message:
      count === 0
        ? null
        : `${count} expired ${count === 1 ? 'call is' : 'calls are'} not confirmed yet and shown apart.`,
  }
}

/** Option results of expired calls whose outcome is presumed. */
function listPresumed({ chain, market }: ValuedChain, { positions }: ValuedPortfolio): PresumedIncome[] {
  const expired = new Set(positions.filter(({ metrics }) => metrics.outcome !== null).map(({ stored }) => stored.id))
  return listOpenCalls(chain).flatMap((call) => {
    const { premium, frozenPrice } = market.markOf(call.positionId)
    if (!expired.has(call.positionId) || premium === null) return []
    // An assigned call keeps its whole premium; what it is worth at the close belongs to the shares.
    const paid = frozenPrice === null ? toUnits(premium * call.multiplier * countOpen(call)) : 0
    const units = call.fills.reduce((sum, fill) => sum + fill.premium - fill.fees, 0) - paid
    return { chainId: chain.chainId, day: call.expiration, usd: toUsd(units) }
  })
}
