import type { IsoDate } from '../calendar/iso-date.ts'

interface Recorded {
  readonly eventId: string
  /** Order in which events were recorded. */
  readonly sequence: number
  readonly occurredOn: IsoDate
  /** UTC instant; null if only the day is known. */
  readonly occurredAt: string | null
  /** Fees of the whole event, dollars. */
  readonly feesUsd: number
}

/** Shares of one lot that leave. */
export interface ChosenLot {
  readonly lotId: string
  readonly shares: number
}

export type SharesFrom = 'new' | 'held'

/** Terms of a covered call as entered; dollars per share. */
export interface CallTermsEntered {
  readonly symbol: string
  readonly entryDate: IsoDate
  readonly expiration: IsoDate
  readonly strike: number
  readonly premium: number
  readonly entryPrice: number
  readonly contracts: number
}

/**
 * Facts about a call on the day on which it was written, for the tax view: strikes listed on a past day cannot be asked for
 * later. Dollars per share; null if unknown.
 */
export interface GrantFacts {
  readonly symbol: string
  readonly day: IsoDate
  readonly expiration: IsoDate
  /** Close of the session before. */
  readonly priorClose: number | null
  /** Opening price of the day; null before it is known. */
  readonly open: number | null
  readonly listedStrikes: readonly number[]
}

/** Details of an opening besides its terms. */
export interface OpenDetails {
  readonly chainId: string
  readonly sharesFrom: SharesFrom
  readonly feesUsd: number
  /** Day on which the shares were bought; null for the entry date. */
  readonly acquiredOn: IsoDate | null
  /** Cost of a share for tax; null for the entry price. */
  readonly taxCost: number | null
  readonly acceptUncovered: boolean
  readonly grant?: GrantFacts | null
}

interface OfCall extends Recorded {
  readonly positionId: string
}

interface OfChain extends Recorded {
  readonly chainId: string
}

export interface OpenEvent extends OfCall, OfChain {
  readonly kind: 'open'
  readonly terms: CallTermsEntered
  readonly details: OpenDetails
}
export interface WriteMoreEvent extends OfCall {
  readonly kind: 'write_more'
  readonly contracts: number
  readonly price: number
  readonly sharesFrom: SharesFrom
  readonly sharePrice: number | null
  readonly acceptUncovered: boolean
  readonly grant?: GrantFacts | null
}
export interface CloseEvent extends OfCall {
  readonly kind: 'close'
  readonly contracts: number
  readonly price: number
}
export interface ExpireEvent extends OfCall {
  readonly kind: 'expire'
  /** Null for all. */
  readonly contracts: number | null
}
export interface AssignEvent extends OfCall {
  readonly kind: 'assign'
  readonly contracts: number
  readonly lots: readonly ChosenLot[] | null
  /** Price of the stock at the time; null for its close of that day. */
  readonly stockPrice: number | null
}
/** The call that a roll opens. */
export interface RolledCall {
  readonly positionId: string
  readonly expiration: IsoDate
  readonly strike: number
  readonly premium: number
  readonly contracts: number
  readonly feesUsd: number
}
export interface RollEvent extends OfCall {
  readonly kind: 'roll'
  readonly contracts: number
  readonly closePrice: number
  readonly open: RolledCall
  readonly stockPrice: number | null
  readonly acceptUncovered: boolean
  readonly grant?: GrantFacts | null
}
export interface BuySharesEvent extends OfChain {
  readonly kind: 'buy_shares'
  readonly symbol: string | null
  readonly shares: number
  readonly price: number
  readonly acquiredOn: IsoDate | null
  readonly taxCost: number | null
}
export interface SellSharesEvent extends OfChain {
  readonly kind: 'sell_shares'
  readonly shares: number
  readonly price: number
  readonly lots: readonly ChosenLot[] | null
  readonly acceptUncovered: boolean
}
export interface DividendEvent extends OfChain {
  readonly kind: 'dividend'
  readonly amountUsd: number
  readonly withheldUsd: number
  readonly exDate: IsoDate
  readonly special: boolean
  readonly reinvested: { readonly shares: number; readonly price: number } | null
}
/** Terms of an open call after an adjustment. `strike` in dollars per share, cash in dollars per contract. */
export interface AdjustedTerms {
  readonly positionId: string
  readonly contracts: number
  readonly strike: number
  readonly multiplier: number
  readonly deliverableShares: number
  readonly deliverableCashUsd: number
}
export interface AdjustEvent extends OfChain {
  readonly kind: 'adjust'
  readonly action: 'split' | 'special_dividend' | 'symbol' | 'terms'
  /** New shares for old shares; null if the shares stay as they are. */
  readonly ratio: { readonly new: number; readonly old: number } | null
  readonly symbol: string | null
  readonly calls: readonly AdjustedTerms[]
  readonly cashInLieuUsd: number
}

/** An event that changes money, shares or contracts. */
export type MoneyEvent =
  | OpenEvent
  | WriteMoreEvent
  | CloseEvent
  | ExpireEvent
  | AssignEvent
  | RollEvent
  | BuySharesEvent
  | SellSharesEvent
  | DividendEvent
  | AdjustEvent

interface EditRecord extends OfCall {
  readonly kind: 'edit'
  readonly terms: CallTermsEntered
}
interface DeleteRecord extends OfCall {
  readonly kind: 'delete'
  /** True if other calls of the chain use the shares, which therefore stay. */
  readonly keepLot: boolean
}
interface RestoreRecord extends OfCall {
  readonly kind: 'restore'
  readonly terms: CallTermsEntered
  /** Null to restore the call with the details that it was opened with. */
  readonly details: OpenDetails | null
}
interface JoinRecord extends OfChain {
  readonly kind: 'join'
  /** The chain that becomes part of `chainId`. */
  readonly joinedChainId: string
}
interface NoteRecord extends OfChain {
  readonly kind: 'note' | 'dismiss'
  readonly positionId: string | null
}
interface VoidRecord extends OfChain {
  readonly kind: 'void'
  readonly positionId: string | null
  /** Id of the event that never happened. */
  readonly voids: string
}

/** A row of the ledger: everything that was recorded, corrections included. */
export type LedgerRecord = MoneyEvent | EditRecord | DeleteRecord | RestoreRecord | JoinRecord | NoteRecord | VoidRecord

/** Why an event cannot have happened. */
export type RefusalCode =
  | 'unknown_position'
  | 'unknown_chain'
  | 'before_entry'
  | 'after_expiry'
  | 'not_expired_yet'
  | 'more_than_open'
  | 'more_than_held'
  | 'already_ended'
  | 'same_call'
  | 'shares_are_covering'
  | 'other_stock'
  | 'validation'

/** An event contradicts the ledger. `detail` is a sentence with both figures; `field` names the field at fault. */
export class LedgerRefusal extends Error {
  readonly code: RefusalCode
  readonly field: string | null
  readonly event: MoneyEvent

  constructor(event: MoneyEvent, code: RefusalCode, detail: string, field: string | null = null) {
    super(detail)
    this.code = code
    this.field = field
    this.event = event
  }
}
