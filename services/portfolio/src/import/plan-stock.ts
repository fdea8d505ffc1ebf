import { contractKey } from '../statement/option-text.ts'
import { leaveOutAnswered } from './answered-lines.ts'
import { groupTrades } from './group-trades.ts'
import { planCallGroup } from './plan-calls.ts'
import { planShareGroup } from './plan-shares.ts'
import {
  type Fate,
  linesOf,
  type PlanQuestion,
  type PlanRequest,
  readPrice,
  type StockPlan,
  type StockPlanning,
} from './planning.ts'
import { openStockState, type StockKey } from './stock-state.ts'
import type { TradeGroup } from './trade-group.ts'
import type { KeyedTrade } from './trade-keys.ts'

/**
 * Plans the events of one stock in one account: calls are laid on the shares of the file and of the portfolio, and what
 * the file does not say is asked once (L65, L66). Pure.
 */
export function planStock(key: StockKey, trades: readonly KeyedTrade[], request: PlanRequest): StockPlan {
  const { groups: all, left } = groupTrades(trades, (contract) => countOpenBefore(key, request, contract))
  const { groups, fates: answered } = leaveOutAnswered(all, key, request)
  const leftFates = [
    ...answered,
    ...left.map(({ trade, reason }): Fate => ({ line: trade.line, outcome: 'ignored', reason, refs: [] })),
  ]
  const isTracked = groups.some(({ contract }) => contract !== null) || hasChain(key, request)
  if (!isTracked)
    return toAll(groups, leftFates, 'ignored', `No call on ${key.symbol} in this file or in your portfolio.`)
  const question = `share_cost:${key.prefix}${key.symbol}`
  const answer = request.answers[question]
  if (answer === 'skip') return toAll(groups, leftFates, 'ignored', `You chose to leave out ${key.symbol}.`)
  const cost = readPrice(answer)
  const taken = new Set(request.taken)
  const first = run(key, groups, request, { question, cost, extra: null })
  const splits = first.questions.filter(({ kind }) => kind === 'split_ratio')
  if (splits.length > 0) {
    const plan = toAll(groups, leftFates, 'question', `Answer the question about the ${key.symbol} split first.`)
    return { ...plan, questions: splits }
  }
  const need = first.state.need()
  const hasTransfer = groups.some(({ action, price }) => action === 'buy' && price === null)
  if (need.shares <= 0 && !hasTransfer) return finish(first, leftFates)
  if (answer === 'uncovered' && !hasTransfer) return finish(first, leftFates)
  if (cost === null && answer !== 'uncovered') {
    const plan = toAll(groups, leftFates, 'question', `Answer the question about the ${key.symbol} shares first.`)
    return { ...plan, questions: [askCost(key, question, need.shares)] }
  }
  if (need.shares <= 0 || need.day === null || cost === null) return finish(first, leftFates)
  request.taken.clear()
  for (const id of taken) request.taken.add(id)
  return finish(run(key, groups, request, { question, cost, extra: { shares: need.shares, day: need.day } }), leftFates)
}

interface ExtraLot {
  readonly question: string
  /** Cost of a share that the file lacks, as the user answered. */
  readonly cost: number | null
  readonly extra: { readonly shares: number; readonly day: string } | null
}

function run(key: StockKey, groups: readonly TradeGroup[], request: PlanRequest, lot: ExtraLot): StockPlanning {
  const state = openStockState(key, request.view, request.taken)
  const planning: StockPlanning = {
    ...key,
    state,
    request,
    events: [],
    fates: [],
    settled: new Set(),
    questions: [],
    unusual: [],
    hasExtraShares: lot.extra !== null,
  }
  const days = Map.groupBy(groups, ({ day }) => day)
  if (lot.extra !== null) planShareGroup(planning, toExtraGroup(lot), lot.cost)
  const done = new Set<TradeGroup>()
  for (const [index, group] of groups.entries()) {
    // Within a day, a call can be sold before the older one is bought back.
    const isLastOfDay = groups[index + 1]?.day !== group.day
    if (done.has(group)) {
      if (isLastOfDay) state.noteNeed(group.day)
      continue
    }
    if (group.contract === null) planShareGroup(planning, group, lot.cost)
    else for (const used of planCallGroup(planning, group, days.get(group.day) ?? [])) done.add(used)
    if (isLastOfDay) state.noteNeed(group.day)
  }
  return planning
}

function toExtraGroup({ extra, cost }: ExtraLot): TradeGroup {
  return {
    action: 'buy',
    day: extra?.day ?? '',
    minute: null,
    at: null,
    order: null,
    contract: null,
    quantity: extra?.shares ?? 0,
    price: cost,
    feesUsd: 0,
    amountUsd: 0,
    withheldUsd: 0,
    isSpecial: false,
    isDelivered: true,
    via: 'transfer',
    trades: [],
    remark: 'Shares that the file does not list, at the cost you gave.',
  }
}

const finish = ({ events, fates, questions, unusual }: StockPlanning, left: readonly Fate[]): StockPlan => ({
  events,
  questions,
  unusual,
  fates: [...fates, ...left],
})

function toAll(
  groups: readonly TradeGroup[],
  left: readonly Fate[],
  outcome: 'ignored' | 'question',
  reason: string,
): StockPlan {
  const fates = linesOf(groups).map((line): Fate => ({ line, outcome, reason, refs: [] }))
  return { events: [], questions: [], unusual: [], fates: [...fates, ...left] }
}

function askCost({ symbol, account }: StockKey, id: string, shares: number): PlanQuestion {
  const what = shares > 0 ? `${shares.toLocaleString('en-US')} ${symbol} shares` : `your ${symbol} shares`
  return {
    id,
    kind: 'share_cost',
    symbol,
    takesPrice: true,
    text: `What did ${what} in ${account} cost per share? The file has calls on them, but no purchase with a price.`,
    choices: [
      { value: 'uncovered', label: 'I did not own them' },
      { value: 'skip', label: `Leave out ${symbol}` },
    ],
  }
}

const chainsOf = ({ symbol, account }: StockKey, { view }: PlanRequest) =>
  view.chainsOf(symbol).filter((chain) => chain.account === account || chain.account === null)

const hasChain = (key: StockKey, request: PlanRequest): boolean => chainsOf(key, request).length > 0

const countOpenBefore = (key: StockKey, request: PlanRequest, contract: string): number =>
  chainsOf(key, request)
    .flatMap(({ calls }) => calls)
    .filter((call) => contractKey({ symbol: key.symbol, ...call }) === contract)
    .reduce((sum, { open }) => sum + open, 0)
