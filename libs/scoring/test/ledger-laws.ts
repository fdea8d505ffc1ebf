import fc from '@callwright/properties'
import { expect } from '@jest/globals'
import { addDays } from '../src/calendar/iso-date.ts'
import { type ChainMarket, measureChain } from '../src/lifecycle/chain-figures.ts'
import { type ChainState, countOpen, laterOf, listOpenCalls } from '../src/lifecycle/chain-state.ts'
import { sumIncome } from '../src/lifecycle/income.ts'
import { type LedgerRecord, LedgerRefusal } from '../src/lifecycle/ledger-event.ts'
import { toUsd } from '../src/lifecycle/ledger-money.ts'
import { type Replayed, replay } from '../src/lifecycle/replay.ts'
import { buildTaxView } from '../src/tax/tax-view.ts'
import { openLedger } from './invented-ledger.ts'

const START = '2026-01-05'
const cents = (min: number, max: number) => fc.integer({ min, max }).map((count) => count / 100)

/** One step of a history. Figures that the step's kind does not need are ignored. */
const step = fc.record({
  kind: fc.constantFrom(
    ...(['open', 'open', 'write_more', 'close', 'roll', 'roll', 'assign', 'expire'] as const),
    ...(['buy_shares', 'sell_shares', 'dividend', 'split'] as const),
  ),
  call: fc.nat({ max: 7 }),
  contracts: fc.integer({ min: 1, max: 4 }),
  price: cents(0, 900),
  stock: cents(2_000, 9_000),
  strike: fc.integer({ min: 20, max: 90 }),
  fee: cents(0, 300),
  shares: fc.integer({ min: 1, max: 250_000 }).map((thousandths) => thousandths / 1_000),
  days: fc.integer({ min: 0, max: 12 }),
  isHeld: fc.boolean(),
})
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

export const history = fc.array(step, { minLength: 3, maxLength: 18 })

/** Records the steps one after another; a step that the ledger refuses is left out. */
export function recordHistory(steps: readonly Step[]): {
  readonly records: readonly LedgerRecord[]
  readonly day: string
} {
  const ledger = openLedger()
  let day = START
  for (const [index, one] of steps.entries()) {
    day = addDays(day, one.days)
    const before = ledger.records.length
    addStep(ledger, one, { day, id: `call${index}` })
    try {
      ledger.replay()
    } catch (error) {
      if (!(error instanceof LedgerRefusal)) throw error
      ledger.records.splice(before)
    }
  }
  return { records: ledger.records, day }
}

function addStep(
  ledger: ReturnType<typeof openLedger>,
  one: Step,
  { day, id }: { readonly day: string; readonly id: string },
) {
  const { kind, contracts, price, stock, strike, fee, shares } = one
  const calls = ledger.records.flatMap((record) =>
    record.kind === 'open' ? record.positionId : record.kind === 'roll' ? record.open.positionId : [],
  )
  const positionId = calls[one.call % Math.max(1, calls.length)] ?? ''
  const base = { occurredOn: day, feesUsd: fee, positionId, contracts, price }
  const expiration = addDays(day, 30)
  switch (kind) {
    case 'open': {
      const details = { feesUsd: fee, sharesFrom: one.isHeld ? ('held' as const) : ('new' as const) }
      ledger.open({ entryDate: day, expiration, strike, premium: price, contracts, entryPrice: stock }, details, id)
      return
    }
    case 'roll':
      ledger.add('roll', {
        ...base,
        closePrice: price,
        stockPrice: stock,
        open: { positionId: id, expiration, strike, premium: stock / 20, contracts, feesUsd: fee },
      })
      return
    case 'assign':
      ledger.add('assign', { ...base, stockPrice: stock })
      return
    case 'expire':
      ledger.add('expire', { ...base, contracts: null, occurredOn: expirationOf(ledger.records, positionId) ?? day })
      return
    case 'buy_shares':
      ledger.add('buy_shares', { occurredOn: day, feesUsd: fee, shares, price: stock })
      return
    case 'sell_shares':
      ledger.add('sell_shares', { occurredOn: day, feesUsd: fee, shares, price: stock })
      return
    case 'dividend':
      ledger.add('dividend', {
        occurredOn: day,
        exDate: day,
        amountUsd: price,
        reinvested: one.isHeld ? { shares: 1.5, price: stock } : null,
      })
      return
    case 'split':
      ledger.add('adjust', {
        action: 'split',
        occurredOn: day,
        ratio: { new: 2, old: 1 },
        calls: splitCalls(ledger.records),
      })
      return
    default:
      ledger.add(kind, base)
  }
}

const expirationOf = (records: readonly LedgerRecord[], positionId: string) => {
  for (const record of records) {
    if (record.kind === 'open' && record.positionId === positionId) return record.terms.expiration
    if (record.kind === 'roll' && record.open.positionId === positionId) return record.open.expiration
  }
  return null
}

function splitCalls(records: readonly LedgerRecord[]) {
  const chain = replay(records).chains.get('chain')
  return (chain === undefined ? [] : listOpenCalls(chain)).map((call) => ({
    positionId: call.positionId,
    contracts: countOpen(call) * 2,
    strike: call.strike / 2,
    multiplier: call.multiplier,
    deliverableShares: call.deliverable / 1e6,
    deliverableCashUsd: 0,
  }))
}

const marketAt = (day: string, price: number, mid: number): ChainMarket => ({
  today: day,
  price,
  markOf: () => ({ premium: mid, frozenPrice: null, isPresumed: false }),
  closeOn: () => price,
  isSplitPending: false,
})

const measure = (chain: ChainState, market: ChainMarket) => measureChain(chain, market)
/** Marks are rounded to $0.0001 of the whole, once per call and once for the shares. */
const near = (usd: number, tolerance = 0.01) => expect.closeTo(usd, -Math.log10(2 * tolerance))

/** The laws of LIFECYCLE 4 for one history, with a price of the stock and a mid of every call. */
export function checkLaws(steps: readonly Step[], price: number, mid: number): void {
  const { records, day } = recordHistory(steps)
  const replayed = replay(records)
  const chain = replayed.chains.get('chain')
  if (chain === undefined) return
  const figures = measure(chain, marketAt(day, price, mid))
  const open = listOpenCalls(chain)
  const optionsLeft = open.reduce((sum, call) => sum + mid * call.multiplier * countOpen(call), 0)
  const worth = price * figures.sharesHeld - optionsLeft
  // L32: P&L is the cash of all events and the value of what is left.
  expect(figures.pnlUsd).toEqual(near(toUsd(chain.cash) + worth))
  checkParts(replayed, chain)
  checkTax(replayed, chain, day)
  checkBridge(chain, figures, day)
  // L38: against holding = all option results + (strike − close) × shares assigned.
  const assigned = chain.leavings.filter(({ how }) => how === 'assigned')
  const given = assigned.reduce(
    (sum, { proceeds, shares, stockPrice }) => sum + toUsd(proceeds) - ((stockPrice ?? price) * shares) / 1e6,
    0,
  )
  const options = figures.realizedOptionsUsd + (figures.unrealizedOptionsUsd ?? 0)
  expect(figures.versusHoldingUsd).toEqual(near(options + given))
  expect(figures.missedUpsideUsd).toBeGreaterThanOrEqual(0)
  checkRoll(records, chain, { day, price, mid })
  checkVoid(records, replayed)
}

/** L1, L3: nothing is lost or made up when amounts are split. */
function checkParts(replayed: Replayed, chain: ChainState): void {
  expect(chain.lots.every(({ shares, cost }) => shares > 0 && cost >= 0)).toBe(true)
  const left = [...chain.calls.values()].flatMap(({ fills }) => fills)
  const ended = [...chain.calls.values()].flatMap(({ endings }) => endings)
  const premiums = [...left, ...ended].reduce((sum, { premium }) => sum + premium, 0)
  expect(premiums).toBe(chain.premiumReceived)
  const { buckets, totals } = sumIncome(replayed, {
    by: 'month',
    from: null,
    to: null,
    includesChain: () => true,
    presumed: [],
  })
  const total = (read: (bucket: (typeof buckets)[number]) => number) =>
    buckets.reduce((sum, bucket) => sum + read(bucket), 0)
  expect(totals.netPremiumUsd).toBeCloseTo(
    total(({ netPremiumUsd }) => netPremiumUsd),
    6,
  )
  // L39: both views differ by the premium of open calls, which is nothing for ended chains.
  const premiumOpen = left.reduce((sum, { premium, fees }) => sum + premium - fees, 0)
  expect(totals.netPremiumUsd - totals.realizedOptionsUsd).toBeCloseTo(toUsd(premiumOpen), 6)
}

/** Gains for tax equal gains in money, to half a cent a row, because each row is rounded to the cent. */
function checkTax(replayed: Replayed, chain: ChainState, day: string): void {
  const today = laterOf(day, chain.lastEventOn)
  const request = { today, settingsOf: () => ({ account: null, isDeferred: false }), pricesOf: () => UNKNOWN_PRICES }
  const { years, open } = buildTaxView(replayed, { ...request, year: Number(today.slice(0, 'YYYY'.length)) })
  const rows = years.flatMap((year) => buildTaxView(replayed, { ...request, year }).rows)
  const gains = rows.reduce((sum, { gainOrLossUsd }) => sum + gainOrLossUsd, 0)
  const realized = toUsd(chain.realizedOptions + chain.realizedStock)
  expect(Math.abs(gains - realized)).toBeLessThanOrEqual(0.011 * Math.max(1, rows.length))
  for (const { proceedsUsd, costUsd, gainOrLossUsd } of rows) {
    expect(proceedsUsd - costUsd).toBeCloseTo(gainOrLossUsd, 6)
  }
  const calls = listOpenCalls(chain).filter(({ expiration }) => expiration >= today)
  expect(open.reduce((sum, { contracts }) => sum + contracts, 0)).toBe(
    calls.reduce((sum, call) => sum + countOpen(call), 0),
  )
}

const UNKNOWN_PRICES = { priorClose: null, open: null, listedStrikes: [] }

/** L35 to L37: the lines add up, and at the breakeven the chain has neither gain nor loss. */
function checkBridge(
  chain: ChainState,
  { bridge, breakeven, sharesHeld }: ReturnType<typeof measureChain>,
  day: string,
): void {
  let sum = 0
  for (const { label, amountUsd } of bridge) {
    if (label === 'adjusted_cost' || label === 'breakeven_with_dividends') expect(amountUsd).toBeCloseTo(sum, 6)
    else sum += amountUsd
  }
  if (breakeven === null) return
  const { pnlUsd, dividendsUsd } = measure(chain, marketAt(day, breakeven, 0))
  expect((pnlUsd ?? 0) - dividendsUsd).toEqual(near(0, 0.01 + sharesHeld * 0.0001))
}

/** L33: a roll at both mids without fees changes nothing. */
function checkRoll(
  records: readonly LedgerRecord[],
  chain: ChainState,
  { day, price, mid }: { readonly day: string; readonly price: number; readonly mid: number },
): void {
  const call = listOpenCalls(chain).find(({ expiration, openedOn }) => expiration >= day && openedOn <= day)
  if (call === undefined || call.multiplier !== 100) return
  const contracts = countOpen(call)
  const ledger = openLedger()
  ledger.records.push(...records)
  ledger.add('roll', {
    positionId: call.positionId,
    occurredOn: day,
    contracts,
    closePrice: mid,
    acceptUncovered: true,
    open: {
      positionId: 'rolled',
      expiration: addDays(call.expiration, 28),
      strike: call.strike + 1,
      premium: mid,
      contracts,
      feesUsd: 0,
    },
  })
  const after = ledger.replay().chains.get('chain')
  const at = marketAt(day, price, mid)
  expect(after && measure(after, at).pnlUsd).toEqual(near(measure(chain, at).pnlUsd ?? Number.NaN))
}

/** L10: a voided event leaves the ledger as it was before it. */
function checkVoid(records: readonly LedgerRecord[], replayed: Replayed): void {
  const ledger = openLedger()
  ledger.records.push(...records)
  ledger.add('buy_shares', { occurredOn: '2027-01-04', shares: 5, price: 10 })
  const added = ledger.records.at(-1)?.eventId
  ledger.push({ kind: 'void', voids: added, occurredOn: '2027-01-04', positionId: null })
  const chain = ledger.replay().chains.get('chain')
  expect(chain?.cash).toBe(replayed.chains.get('chain')?.cash)
  expect(chain?.lots).toEqual(replayed.chains.get('chain')?.lots)
}

/** Checks the laws over random histories. */
export const assertLaws = (numRuns: number): void =>
  fc.assert(fc.property(history, cents(500, 12_000), cents(0, 800), checkLaws), { numRuns })
