import {
  type Body,
  createWireWriter,
  ListedPosition,
  positionNames,
  type Success,
  termNames,
  toDomain,
} from '@callwright/contracts'
import { measurePosition, RECOMMENDATION_RULES, recommend, UNKNOWN_QUOTE } from '@callwright/scoring'
import { buildBars, buildQuote } from './bar-builders.ts'
import { beUnreachable, type FakeCall, type FakeNetwork, refuse, reply } from './fake-network.ts'
import { buildChainWire } from './lifecycle-builders.ts'
import { buildChain, buildExpiration, buildExpirations } from './option-builders.ts'
import { MARKET_TIME_MS } from './portfolio-builders.ts'
import { createHealthyNetwork } from './render-app.tsx'

type Stored = Required<Pick<Body<'portfolio.add'>, 'id' | keyof typeof termNames>>

const market = {
  market_time: new Date(MARKET_TIME_MS).toISOString(),
  partial: false,
  missing_symbols: [] as { symbol: string; reason: string; loading: boolean }[],
  message: null,
  as_of: '2026-07-10T20:00:00Z',
  data_class: 'recorded',
  source: 'recorded pack',
} as const

export function buildStored(changes: Partial<Stored> = {}): Stored {
  return {
    id: 'position-1',
    ticker: 'QAAA',
    entry_date: '2026-06-12',
    expiry_date: '2026-08-14',
    strike_price: 130,
    entry_premium: 3,
    entry_price: 118,
    contracts: 1,
    notes: null,
    ...changes,
  }
}

/** A position as the server lists it when the stock is at 120.50 and the premium at 1.23. */
export function buildListed(stored: Stored, changes: Partial<ListedPosition> = {}): ListedPosition {
  const quote = {
    current_price: 120.5,
    current_premium: 1.23,
    premium_source: 'quote' as const,
    delta: 0.2194,
    delta_at_most: null,
    implied_volatility: 0.3204,
    implied_volatility_at_most: null,
    ...changes,
  }
  const position = toDomain(stored, termNames)
  const metrics = measurePosition(
    position,
    {
      ...UNKNOWN_QUOTE,
      price: quote.current_price,
      currentPremium: quote.current_premium,
      premiumIsFallback: changes.premium_is_quote === false,
      premiumSource: quote.premium_source === 'settled' ? null : quote.premium_source,
      ask: 1.26,
      delta: quote.delta,
      deltaAtMost: quote.delta_at_most,
      impliedVolatility: quote.implied_volatility,
      expirationClose: changes.outcome?.close ?? null,
      shareChanges: changes.splits_since_entry ?? [],
      strikeLoweredOn: changes.strike_lowered_on ?? null,
    },
    MARKET_TIME_MS,
  )
  const { action, missing, wouldBe, trace } = recommend(metrics)
  const listed = writeListed({
    ...position,
    ...metrics,
    chainId: stored.id,
    chainPnlUsd: metrics.coveredCallPnlUsd,
    chainRealizedOptionsUsd: 0,
    chainCallsEnded: 0,
    hasEvents: false,
    sharesFrom: 'new',
    multiplier: 100,
    deliverableShares: 100,
    uncoveredContracts: 0,
    suggestion: null,
    createdAt: market.market_time,
    updatedAt: market.market_time,
    outcome: metrics.outcome && {
      state: metrics.outcome.state,
      certainty: metrics.outcome.certainty,
      close: metrics.outcome.close,
      close_date: metrics.outcome.closeDate,
    },
    bid: 1.2,
    ask: 1.26,
    impliedVolatilityAtMost: null,
    quoteFlags: [],
    openingFeesUsd: 0,
    recommendation: action,
    recommendationTrace: {
      missing: [...missing],
      would_be: wouldBe,
      holds: trace.map(({ holds }) => holds),
      conditions: trace.map(({ conditions }) => conditions.map(({ holds }) => holds)),
    },
  })
  return { ...listed, ...quote }
}

const writeListed = createWireWriter(ListedPosition, positionNames)

export function buildPositionList(
  positions: readonly ListedPosition[],
  changes: Partial<Success<'portfolio.list'>> = {},
): Success<'portfolio.list'> {
  const sum = { usd: null, pct: null, cost: 0, counted: 0, left_out: 0 }
  return {
    status: 'success',
    positions: [...positions],
    uncovered: [],
    last_fee_per_contract_usd: null,
    totals: {
      positions: positions.length,
      contracts: 0,
      cost: 0,
      premium: 0,
      stock_pnl: sum,
      uncovered_stock_pnl: sum,
      chains_pnl: sum,
      option_pnl: sum,
      cc_pnl: sum,
      cc_pnl_parts: { stock_pnl: null, option_pnl: null },
    },
    attention: { actions: 0, others: 0 },
    underlyings: [],
    rules: RECOMMENDATION_RULES.map(({ id, label, join }) => ({ id, label, join, conditions: [] })),
    recommendation_note: '',
    ...market,
    ...changes,
  }
}

export function buildAttention(changes: Partial<Success<'portfolio.attention'>> = {}): Success<'portfolio.attention'> {
  return {
    status: 'success',
    items: [],
    counts: { actions: 0, others: 0 },
    reasons: [],
    dividends_at_stake: 0,
    ...market,
    ...changes,
  }
}

/** A fake server with one portfolio. All other endpoints work too. */
export interface PortfolioServer {
  readonly network: FakeNetwork
  readonly stored: Map<string, Stored>
  /** Makes the server unreachable until `comeBack` is called. */
  readonly goDown: () => void
  readonly comeBack: () => void
}

const idOf = ({ path }: FakeCall) => path.split('/').at(-1) ?? ''

export function createPortfolioServer(positions: readonly Stored[] = []): PortfolioServer {
  const network = createHealthyNetwork()
  const stored = new Map(positions.map((position) => [position.id, position]))
  let isDown = false
  const answer = (id: Parameters<FakeNetwork['answer']>[0], handler: (call: FakeCall) => Response) =>
    network.answer(id, (call) => (isDown ? beUnreachable() : handler(call)))
  const store = (body: Stored) => {
    const position = { ...buildStored(), ...body }
    stored.set(position.id, position)
    const { id } = position
    return buildListed(stored.get(id) ?? position)
  }
  answer('portfolio.list', () =>
    reply('portfolio.list', buildPositionList([...stored.values()].map((each) => buildListed(each)))),
  )
  answer('portfolio.attention', () => reply('portfolio.attention', buildAttention()))
  answer('portfolio.suggestions', () =>
    reply('portfolio.suggestions', { status: 'success', suggestions: [], ...market }),
  )
  answer('portfolio.getChain', () =>
    reply('portfolio.getChain', { status: 'success', chain: buildChainWire(), events: [], ...market }),
  )
  answer('portfolio.add', ({ body }) => {
    const position = body as Stored
    const known = stored.get(position.id)
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(position)) {
      return refuse(409, 'Another position with this id is stored.', { code: 'other_content' })
    }
    const outcome = known === undefined ? 'created' : 'known'
    return reply('portfolio.add', { status: 'success', outcome, position: store(position) })
  })
  answer('portfolio.update', (call) => {
    const known = stored.get(idOf(call))
    if (known === undefined) return refuse(404, 'There is no such position.')
    return reply('portfolio.update', { status: 'success', position: store({ ...known, ...(call.body as Stored) }) })
  })
  answer('portfolio.remove', (call) => {
    const known = stored.get(idOf(call))
    if (known === undefined) return refuse(404, 'There is no such position.')
    stored.delete(known.id)
    return reply('portfolio.remove', { status: 'success', position: buildListed(known) })
  })
  answer('portfolio.migrate', ({ body }) => {
    for (const position of body as Stored[]) if (!stored.has(position.id)) store(position)
    return reply('portfolio.migrate', { status: 'success', migrated_count: (body as Stored[]).length, skipped: [] })
  })
  answer('options.expirations', () => reply('options.expirations', buildExpirations([buildExpiration()])))
  answer('options.chain', () => reply('options.chain', buildChain()))
  answer('stocks.quote', () => reply('stocks.quote', buildQuote()))
  answer('stocks.data', () => reply('stocks.data', buildBars()))
  return {
    network,
    stored,
    goDown: () => {
      isDown = true
    },
    comeBack: () => {
      isDown = false
    },
  }
}
