import { usDate } from '../wording.ts'
import {
  type CallState,
  type ChainState,
  countOpen,
  type Leaving,
  type Lot,
  sharesHeld,
  takeShares,
} from './chain-state.ts'
import { type AdjustEvent, type AdjustedTerms, LedgerRefusal } from './ledger-event.ts'
import { sumUnits, takePart, toMicros, toUnits } from './ledger-money.ts'
import type { EventChange } from './share-events.ts'

/**
 * Restates all lots and the named open calls of a chain after a corporate action (L7, L45). Dollars of cost and premium
 * stay; fractions of a share leave if cash was paid for them. Throws LedgerRefusal for a call that is not open.
 */
export function adjustChain(chain: ChainState, event: AdjustEvent): EventChange {
  chain.adjustedOn.add(event.occurredOn)
  if (event.symbol !== null) chain.symbol = event.symbol
  if (event.ratio !== null) for (const lot of chain.lots) restateLot(lot, event.ratio)
  for (const terms of event.calls) restateCall(findOpenCall(chain, terms, event), terms)
  return event.cashInLieuUsd > 0 ? sellFraction(chain, event) : {}
}

function restateLot(lot: Lot, ratio: { readonly new: number; readonly old: number }): void {
  lot.shares = takePart(lot.shares, ratio.new, ratio.old)
}

function findOpenCall(chain: ChainState, { positionId }: AdjustedTerms, event: AdjustEvent): CallState {
  const call = chain.calls.get(positionId)
  if (call === undefined)
    throw new LedgerRefusal(event, 'unknown_position', `No call ${positionId} in this chain.`, 'calls')
  if (countOpen(call) === 0) {
    const detail = `The ${call.strike} call had ended by ${usDate(event.occurredOn)} and keeps its terms.`
    throw new LedgerRefusal(event, 'already_ended', detail, 'calls')
  }
  return call
}

function restateCall(call: CallState, terms: AdjustedTerms): void {
  const before = countOpen(call)
  call.strike = terms.strike
  call.multiplier = terms.multiplier
  call.deliverable = toMicros(terms.deliverableShares)
  call.deliverableCash = toUnits(terms.deliverableCashUsd)
  call.isAdjusted = true
  call.hasEvents = true
  if (terms.contracts === before) return
  call.written += terms.contracts - before
  const isWhole = call.fills.every(({ contracts }) => Number.isInteger((contracts * terms.contracts) / before))
  if (isWhole) for (const fill of call.fills) fill.contracts = (fill.contracts * terms.contracts) / before
  else call.fills = [mergeFills(call, terms.contracts)]
}

function mergeFills({ fills }: CallState, contracts: number) {
  return { contracts, premium: sumUnits(fills, ({ premium }) => premium), fees: sumUnits(fills, ({ fees }) => fees) }
}

function sellFraction(chain: ChainState, event: AdjustEvent): EventChange {
  const fraction = sharesHeld(chain) % toMicros(1)
  const proceeds = toUnits(event.cashInLieuUsd)
  if (fraction === 0) return { cash: proceeds, realizedStock: proceeds }
  const held = sharesHeld(chain)
  const parts = takeShares(chain, fraction, null, event)
  for (const result of chain.kept) result.units -= takePart(result.units, fraction, held)
  const cost = sumUnits(parts, (part) => part.cost)
  const leaving: Leaving = {
    eventId: event.eventId,
    day: event.occurredOn,
    how: 'sold',
    shares: fraction,
    proceeds,
    parts,
    hasChosenLots: false,
    netPremium: 0,
    stockPrice: null,
  }
  chain.leavings.push(leaving)
  return { cash: proceeds, realizedStock: proceeds - cost, shares: fraction, leaving }
}
