import { PRICE_DECIMALS } from '@callwright/contracts'
import {
  type CallState,
  type ChainState,
  countOpen,
  grossPremiumLeft,
  isEnded,
  listOpenCalls,
  type Replayed,
  roundPrice,
  sharesHeld,
  toShareCount,
  toUsd,
} from '@callwright/scoring'
import { type Selectable, sql, type Transaction } from 'kysely'
import { inParts } from '../db/in-parts.ts'
import type { Tables } from '../db/schema.ts'

/** The stored row of a call: averages of what is open (L2), and its terms now. */
export function describeCallRow(chain: ChainState, call: CallState) {
  const open = countOpen(call)
  const lastEnding = call.endings.at(-1)
  return {
    ticker: chain.symbol,
    entryDate: call.openedOn,
    expiryDate: call.expiration,
    strikePrice: call.strike,
    contracts: open,
    entryPrice: averagePrice(chain, call),
    chainId: chain.chainId,
    sharesFrom: call.sharesFrom,
    multiplier: call.multiplier,
    deliverableShares: toShareCount(call.deliverable),
    endedOn: open > 0 ? null : (lastEnding?.day ?? call.openedOn),
    hasEvents: call.hasEvents,
    // The premium of contracts that have ended is in the ledger; the row keeps the last one.
    ...(open > 0 ? { entryPremium: roundPrice(toUsd(grossPremiumLeft(call)) / (call.multiplier * open)) } : {}),
  }
}

/** Average cost of the shares bought with the call, else of the chain's shares, else the price it was opened with. */
function averagePrice(chain: ChainState, call: CallState): number {
  const own = chain.lots.filter(({ positionId }) => positionId === call.positionId)
  const lots = call.sharesFrom === 'new' && own.length > 0 ? own : chain.lots
  const shares = lots.reduce((sum, lot) => sum + lot.shares, 0)
  const cost = lots.reduce((sum, lot) => sum + lot.cost, 0)
  if (shares === 0 || cost === 0) return call.entryPrice
  // After a split, the shares can cost less than the smallest price that can be stored.
  return Math.max(10 ** -PRICE_DECIMALS, roundPrice(toUsd(cost) / toShareCount(shares)))
}

/** The stored row of a chain. */
export function describeChainRow(chain: ChainState) {
  return {
    symbol: chain.symbol,
    state: isEnded(chain) ? ('ended' as const) : ('open' as const),
    shares: toShareCount(sharesHeld(chain)),
    openContracts: listOpenCalls(chain).reduce((sum, call) => sum + countOpen(call), 0),
    costUsd: toUsd(chain.lots.reduce((sum, { cost }) => sum + cost, 0)),
    premiumReceivedUsd: toUsd(chain.premiumReceived),
    paidToCloseUsd: toUsd(chain.paidToClose),
    feesUsd: toUsd(chain.optionFees + chain.stockFees),
    dividendsUsd: toUsd(chain.dividends),
    realizedOptionsUsd: toUsd(chain.realizedOptions),
    realizedStockUsd: toUsd(chain.realizedStock),
    cashUsd: toUsd(chain.cash),
  }
}

const emptyChain = {
  state: 'empty' as const,
  shares: 0,
  openContracts: 0,
  costUsd: 0,
  premiumReceivedUsd: 0,
  paidToCloseUsd: 0,
  feesUsd: 0,
  dividendsUsd: 0,
  realizedOptionsUsd: 0,
  realizedStockUsd: 0,
  cashUsd: 0,
}

const now = sql<Date>`clock_timestamp()`

/**
 * Writes the rows of the given chains and their calls from a replay (L1). Only rows that differ are updated. A call that
 * the ledger no longer has, because its roll was voided, is hidden like a deleted one.
 */
export async function projectChains(
  transaction: Transaction<Tables>,
  userId: string,
  { chains, calls, chainOf }: Replayed,
  chainIds: ReadonlySet<string>,
): Promise<void> {
  const ids = [...chainIds]
  if (ids.length === 0) return
  const [positionRows, chainRows] = await Promise.all([
    transaction.selectFrom('position').selectAll().where('userId', '=', userId).where('chainId', 'in', ids).execute(),
    transaction.selectFrom('chain').selectAll().where('userId', '=', userId).where('id', 'in', ids).execute(),
  ])
  const hidden: string[] = []
  for (const row of positionRows) {
    const [call, chain] = [calls.get(row.id), chainOf.get(row.id)]
    if (call === undefined || chain === undefined) {
      if (row.deletedAt === null) hidden.push(row.id)
      continue
    }
    const wanted = { ...describeCallRow(chain, call), deletedAt: null }
    if (isSame(row, wanted)) continue
    await transaction
      .updateTable('position')
      .set({ ...wanted, updatedAt: now })
      .where('userId', '=', userId)
      .where('id', '=', row.id)
      .execute()
  }
  // In one statement, because the Undo of an import hides thousands of calls.
  if (hidden.length > 0) {
    await transaction
      .updateTable('position')
      .set({ deletedAt: now, updatedAt: now })
      .where('userId', '=', userId)
      .where('id', 'in', hidden)
      .execute()
  }
  const changed = chainRows.flatMap((row) => {
    const chain = chains.get(row.id)
    const wanted = chain === undefined ? emptyChain : describeChainRow(chain)
    return isSame(row, wanted) ? [] : [{ ...row, ...wanted }]
  })
  for (const part of inParts(changed)) await updateChains(transaction, part)
}

type ChainRow = Selectable<Tables['chain']>

/** Updates many rows in one statement, because an import creates hundreds of chains. */
async function updateChains(transaction: Transaction<Tables>, rows: readonly ChainRow[]): Promise<void> {
  const names = Object.keys(emptyChain) as (keyof typeof emptyChain)[]
  await transaction
    .insertInto('chain')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['userId', 'id']).doUpdateSet((update) => ({
        ...Object.fromEntries(names.map((name) => [name, update.ref(`excluded.${name}`)])),
        symbol: update.ref('excluded.symbol'),
        updatedAt: now,
      })),
    )
    .execute()
}

function isSame(row: Readonly<Record<string, unknown>> | object, wanted: object): boolean {
  const current = row as Readonly<Record<string, unknown>>
  return Object.entries(wanted).every(([name, value]) => current[name] === value)
}
