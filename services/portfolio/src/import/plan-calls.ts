import { contractKey, type OptionContract } from '../statement/option-text.ts'
import { findRoll, HELD, noteUnusual, planRoll } from './plan-rolls.ts'
import {
  addEvent,
  dollars,
  keysOf,
  nameCalls,
  readPrice,
  refOf,
  type StockPlanning,
  settle,
  toImportDraft,
} from './planning.ts'
import type { TradeGroup } from './trade-group.ts'

/** Plans a group on calls, and returns the groups that it used, because a roll is two of them. */
export function planCallGroup(
  planning: StockPlanning,
  group: TradeGroup,
  ofDay: readonly TradeGroup[],
): readonly TradeGroup[] {
  const { contract } = group
  if (contract === null) return []
  if (contract.isAdjusted) {
    settle(
      planning,
      [group],
      'refused',
      'An adjusted contract: enter it by hand with the terms that your broker shows.',
    )
    return [group]
  }
  if (isKnown(planning, group, contract)) return [group]
  if (group.action === 'open') {
    const closing = findRoll(planning, group, ofDay)
    if (closing !== null) {
      planRoll(planning, closing, { group, contract })
      return [group, closing.group]
    }
    planOpen(planning, group, contract)
    return [group]
  }
  planEnding(planning, group, contract)
  return [group]
}

const FACT_KINDS = { open: 'open', close: 'close', expire: 'expire', assign: 'assign' } as const

/** A group that equals something entered by hand is left out, unless the user chose to add it. */
function isKnown(planning: StockPlanning, group: TradeGroup, contract: OptionContract): boolean {
  const { action, day, quantity, price } = group
  const kind = action in FACT_KINDS ? FACT_KINDS[action as keyof typeof FACT_KINDS] : null
  if (kind === null) return false
  const ref = refOf(group)
  const isThere = planning.state.takeFact({
    kind,
    contract: contractKey(contract),
    day,
    quantity,
    price: kind === 'open' || kind === 'close' ? price : null,
  })
  if (!isThere || planning.request.choices[ref]?.add === true) return false
  settle(planning, [group], 'known', 'Equals something in your portfolio.', [ref])
  return true
}

export function planOpen(planning: StockPlanning, group: TradeGroup, contract: OptionContract): void {
  const { state, symbol, account } = planning
  const { quantity, price, day, feesUsd, at } = group
  if (price === null) {
    settle(planning, [group], 'refused', 'The price is missing.')
    return
  }
  const [key = `${symbol} ${contractKey(contract)} ${day}`] = keysOf([group])
  const importKeys = keysOf([group])
  const inferred = group.trades.length === 0 ? { inferred: 'open' } : {}
  const [known] = state.findOpen(contract, day)
  const calls = { symbol, strike: contract.strike, expiration: contract.expiration }
  const sentence = `Sold ${nameCalls(quantity, calls)} at ${dollars(price)}`
  const entryPrice = state.averageCost() ?? contract.strike
  noteUnusual(planning, group, { premium: price, entryPrice, strike: contract.strike })
  const shown = {
    sentence,
    contracts: quantity,
    shares: null,
    price,
    marks: group.remark === null ? [] : [group.remark],
  }
  const eventId = state.newId('e', key)
  if (known !== undefined) {
    addEvent(planning, [group], {
      ref: refOf(group),
      opened: null,
      ...shown,
      draft: toImportDraft({
        eventId,
        kind: 'write_more',
        chainId: known.chainId,
        positionId: known.positionId,
        occurredOn: day,
        occurredAt: at,
        feesUsd,
        body: {
          contracts: quantity,
          price,
          sharesFrom: 'held',
          sharePrice: null,
          acceptUncovered: true,
          importKeys,
          ...inferred,
        },
      }),
    })
    known.open += quantity
    return
  }
  const positionId = state.newId('c', key)
  const { expiration, strike } = contract
  const terms = { symbol, entryDate: day, expiration, strike, premium: price, entryPrice, contracts: quantity }
  const chainId = state.chainFor(quantity, day)
  addEvent(planning, [group], {
    ref: refOf(group),
    ...shown,
    draft: toImportDraft({
      eventId,
      kind: 'open',
      chainId,
      positionId,
      occurredOn: day,
      occurredAt: at,
      feesUsd,
      terms,
      body: { sharesFrom: 'held', acquiredOn: null, taxCost: null, acceptUncovered: true, importKeys, ...inferred },
    }),
    opened: { id: positionId, terms: { ...terms, notes: null }, details: { ...HELD, chainId, account, feesUsd } },
  })
  state.openCall({ positionId, chainId, expiration, openedOn: day, strike, open: quantity })
}

/** Matches a closing, an expiration or an assignment to the oldest open calls, and asks about calls without a sale. */
function planEnding(planning: StockPlanning, group: TradeGroup, contract: OptionContract): void {
  const { state, request } = planning
  if (group.action === 'close' && group.price === null) {
    settle(planning, [group], 'refused', 'The price is missing.')
    return
  }
  const open = state.findOpen(contract, group.day)
  const available = open.reduce((sum, call) => sum + call.open, 0)
  const missing = group.quantity - available
  if (missing > 0) {
    const id = `opening_premium:${planning.prefix}${contractKey(contract).replaceAll(' ', '_')}`
    const answer = request.answers[id]
    if (answer === 'skip') {
      settle(planning, [group], 'ignored', 'You chose to leave this out.')
      return
    }
    const premium = readPrice(answer)
    if (premium === null) {
      planning.questions.push(askPremium(planning, { id, contract, missing }))
      settle(planning, [group], 'question', 'The sale of these calls is not in the file. Answer the question first.')
      return
    }
    planOpen(
      planning,
      {
        ...group,
        action: 'open',
        quantity: missing,
        price: premium,
        feesUsd: 0,
        trades: [],
        remark: 'Sold before the file begins; the day is that of its end.',
      },
      contract,
    )
  }
  endCalls(planning, group, contract)
}

function askPremium(
  { symbol }: StockPlanning,
  { id, contract, missing }: { readonly id: string; readonly contract: OptionContract; readonly missing: number },
) {
  return {
    id,
    kind: 'opening_premium' as const,
    symbol,
    takesPrice: true,
    text: `At what premium per share did you sell ${nameCalls(missing, { ...contract, symbol })}? The file has no sale of them.`,
    choices: [{ value: 'skip', label: 'Leave them out' }],
  }
}

const VERBS = { close: 'Bought back', expire: 'Expired:', assign: 'Assigned:' } as const

function endCalls(planning: StockPlanning, group: TradeGroup, contract: OptionContract): void {
  const { state, symbol } = planning
  const kind = group.action === 'close' || group.action === 'expire' ? group.action : 'assign'
  const importKeys = keysOf([group])
  let left = group.quantity
  let feesLeft = group.feesUsd
  for (const call of state.findOpen(contract, group.day)) {
    if (left <= 0) break
    const contracts = Math.min(left, call.open)
    left -= contracts
    const feesUsd = left === 0 ? feesLeft : Math.round((group.feesUsd * contracts * 10_000) / group.quantity) / 10_000
    feesLeft = Math.round((feesLeft - feesUsd) * 10_000) / 10_000
    const body =
      kind === 'close'
        ? { contracts, price: group.price }
        : kind === 'assign'
          ? { contracts, lots: null, stockPrice: null, ...(group.isDelivered ? {} : { inferred: 'delivery' }) }
          : { contracts }
    const at = kind === 'close' ? ` at ${dollars(group.price ?? 0)}` : ''
    addEvent(planning, [group], {
      ref: `${refOf(group)}${left === 0 && contracts === group.quantity ? '' : `-${call.positionId.slice(-6)}`}`.slice(
        0,
        64,
      ),
      draft: toImportDraft({
        eventId: state.newId('e', `${importKeys[0]} ${call.positionId}`),
        kind,
        chainId: call.chainId,
        positionId: call.positionId,
        occurredOn: group.day,
        occurredAt: kind === 'close' ? group.at : null,
        feesUsd,
        body: { ...body, importKeys },
      }),
      opened: null,
      contracts,
      price: kind === 'close' ? group.price : null,
      sentence: `${VERBS[kind]} ${nameCalls(contracts, { symbol, strike: call.strike, expiration: call.expiration })}${at}`,
      shares: kind === 'assign' ? contracts * call.deliverable : null,
      marks: group.remark === null ? [] : [group.remark],
    })
    call.open -= contracts
    if (kind === 'assign') state.removeShares(contracts * call.deliverable, call.chainId)
  }
  state.dropEnded()
}
