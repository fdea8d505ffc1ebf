import type { CallMark, ChainMarket } from '../src/lifecycle/chain-figures.ts'
import type { LedgerRecord, OpenDetails } from '../src/lifecycle/ledger-event.ts'
import { type Replayed, replay } from '../src/lifecycle/replay.ts'

type Loose = Readonly<Record<string, unknown>>

const DEFAULTS: Readonly<Record<string, Loose>> = {
  write_more: { sharesFrom: 'held', sharePrice: null, acceptUncovered: false },
  close: {},
  expire: { contracts: null },
  assign: { lots: null, stockPrice: null },
  roll: { stockPrice: null, acceptUncovered: false },
  buy_shares: { symbol: 'XYZ', acquiredOn: null, taxCost: null },
  sell_shares: { lots: null, acceptUncovered: false },
  dividend: { withheldUsd: 0, special: false, reinvested: null },
  adjust: { ratio: null, symbol: null, calls: [], cashInLieuUsd: 0 },
}

/** Builds ledgers with short lines: every event gets the next sequence number and the defaults of its kind. */
export function openLedger() {
  const records: LedgerRecord[] = []
  const push = (record: Loose) => {
    const sequence = records.length + 1
    const base = { eventId: `e${sequence}`, sequence, occurredAt: null, feesUsd: 0, chainId: 'chain' }
    records.push({ ...base, ...record } as unknown as LedgerRecord)
    return ledger
  }
  const ledger = {
    records,
    /** Opens a call on new shares of XYZ, unless `details` say otherwise. */
    open(terms: Loose, details: Partial<OpenDetails> = {}, positionId = `call${records.length + 1}`) {
      const all = { symbol: 'XYZ', contracts: 1, entryPrice: 50, ...terms }
      const common = { chainId: 'chain', sharesFrom: 'new', feesUsd: 0, acquiredOn: null, taxCost: null }
      const { feesUsd = 0, chainId = 'chain' } = details
      const opened = { ...common, acceptUncovered: false, ...details }
      return push({
        kind: 'open',
        positionId,
        chainId,
        feesUsd,
        occurredOn: terms.entryDate,
        terms: all,
        details: opened,
      })
    },
    add: (kind: keyof typeof DEFAULTS, record: Loose) => push({ kind, ...DEFAULTS[kind], ...record }),
    push,
    replay: (): Replayed => replay(records),
  }
  return ledger
}

/** Market for one chain: every open call has the same mid, unless it is named in `mids`. */
export function inventMarket(given: {
  readonly today: string
  readonly price?: number | null
  readonly mids?: Readonly<Record<string, number | null>>
  readonly mark?: Partial<CallMark>
  readonly closes?: Readonly<Record<string, number>>
}): ChainMarket {
  const { today, price = null, mids = {}, mark = {}, closes = {} } = given
  return {
    today,
    price,
    markOf: (positionId) => ({ premium: mids[positionId] ?? null, frozenPrice: null, isPresumed: false, ...mark }),
    closeOn: (day) => closes[day] ?? null,
    isSplitPending: false,
  }
}
