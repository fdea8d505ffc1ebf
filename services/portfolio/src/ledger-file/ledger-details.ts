import {
  adjustActions,
  chainIntents,
  eventSources,
  IsoDate,
  MAX_CONTRACTS,
  MAX_EVENTS,
  MAX_FEES_USD,
  MAX_NOTES_LENGTH,
  MAX_PRICE_USD,
  MAX_SHARES,
  PositionId,
  PRICE_DECIMALS,
  purchaseKinds,
  request,
  SHARE_DECIMALS,
  sharesSources,
} from '@callwright/contracts'
import { isCalendarDay } from '@callwright/scoring'
import { createFieldReader } from '@callwright/service'
import Type from 'typebox'
import { inferences } from '../ledger/ledger-rows.ts'
import { findDayFault, hasAtMost } from '../positions/position-terms.ts'

const Price = Type.Number({ minimum: 0, maximum: MAX_PRICE_USD })
const Above = Type.Number({ minimum: 10 ** -PRICE_DECIMALS, maximum: MAX_PRICE_USD })
const Dollars = Type.Number({ minimum: 0, maximum: MAX_PRICE_USD * MAX_SHARES })
const Fees = Type.Number({ minimum: 0, maximum: MAX_FEES_USD })
const Contracts = Type.Integer({ minimum: 1, maximum: MAX_CONTRACTS })
const Shares = Type.Number({ minimum: 10 ** -SHARE_DECIMALS, maximum: MAX_SHARES })
export const TICKER_PATTERN = '^[A-Z]{1,6}(\\.[A-Z]{1,3})?$'
const Ticker = Type.String({ pattern: TICKER_PATTERN })
/** Kind of a suggestion, the id of its call or chain, and its day if it has one. */
const SUGGESTION_PATTERN = '^[a-z_]{1,20}:[A-Za-z0-9_-]{1,64}(:\\d{4}-\\d{2}-\\d{2})?$'
const orNull = <S extends Type.TSchema>(schema: S) => Type.Union([schema, Type.Null()])
const Lots = orNull(Type.Array(request({ lotId: PositionId, shares: Shares }), { minItems: 1, maxItems: 200 }))

const Note = Type.String({ maxLength: MAX_NOTES_LENGTH })

/** Settings of a chain, in its first row. */
const Chain = request({
  account: orNull(Type.String({ maxLength: 60 })),
  taxDeferred: Type.Boolean(),
  intent: orNull(Type.Enum(chainIntents)),
  note: orNull(Note),
})
export type ChainCopy = Type.Static<typeof Chain>

const common = {
  /** Place in the ledger, so that a file that was sorted is read in order. */
  order: Type.Optional(Type.Integer({ minimum: 1, maximum: 10 * MAX_EVENTS })),
  note: Type.Optional(Note),
  source: Type.Optional(Type.Enum(eventSources)),
  chain: Type.Optional(Chain),
  /** Ids that a spreadsheet would change in their columns. */
  ids: Type.Optional(
    request({
      eventId: Type.Optional(PositionId),
      chainId: Type.Optional(PositionId),
      positionId: Type.Optional(PositionId),
    }),
  ),
  occurredOn: IsoDate,
  occurredAt: orNull(Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d+)?Z$' })),
  feesUsd: Fees,
  importKeys: Type.Optional(Type.Array(Type.String({ pattern: '^[A-Za-z0-9._-]{1,100}$' }), { maxItems: 20_000 })),
  inferred: Type.Optional(Type.Enum(inferences)),
}
const grant = Type.Optional(
  request({
    symbol: Ticker,
    day: IsoDate,
    expiration: IsoDate,
    priorClose: orNull(Price),
    open: orNull(Price),
    listedStrikes: Type.Array(Price, { maxItems: 2_000 }),
  }),
)
/** A call that an event opens: what the tax view needs to know about its day, and the user's notes on it. */
const written = { grant, callNotes: Type.Optional(Note) }
const held = { sharesFrom: Type.Enum(sharesSources), acceptUncovered: Type.Boolean() }
const purchase = { acquiredOn: orNull(IsoDate), taxCost: orNull(Price) }

/** Everything of an event that a ledger file holds in one cell, by kind. */
export const ledgerDetails = {
  open: request({
    ...common,
    ...held,
    ...purchase,
    ...written,
    terms: request({
      symbol: Ticker,
      entryDate: IsoDate,
      expiration: IsoDate,
      strike: Above,
      premium: Price,
      entryPrice: Above,
      contracts: Contracts,
    }),
  }),
  write_more: request({ ...common, ...held, grant, contracts: Contracts, price: Price, sharePrice: orNull(Above) }),
  close: request({ ...common, contracts: Contracts, price: Price }),
  expire: request({ ...common, contracts: orNull(Contracts) }),
  assign: request({ ...common, contracts: Contracts, lots: Lots, stockPrice: orNull(Above) }),
  roll: request({
    ...common,
    ...written,
    contracts: Contracts,
    closePrice: Price,
    stockPrice: orNull(Above),
    acceptUncovered: Type.Boolean(),
    open: request({
      positionId: PositionId,
      expiration: IsoDate,
      strike: Above,
      premium: Price,
      contracts: Contracts,
      feesUsd: Fees,
    }),
  }),
  buy_shares: request({
    ...common,
    ...purchase,
    symbol: orNull(Ticker),
    shares: Shares,
    price: Price,
    via: Type.Optional(Type.Enum(purchaseKinds)),
  }),
  sell_shares: request({ ...common, shares: Shares, price: Price, lots: Lots, acceptUncovered: Type.Boolean() }),
  dividend: request({
    ...common,
    amountUsd: Dollars,
    withheldUsd: Dollars,
    exDate: IsoDate,
    special: Type.Boolean(),
    reinvested: orNull(request({ shares: Shares, price: Above })),
  }),
  adjust: request({
    ...common,
    action: Type.Enum(adjustActions),
    ratio: orNull(
      request({
        new: Type.Integer({ minimum: 1, maximum: 10_000 }),
        old: Type.Integer({ minimum: 1, maximum: 10_000 }),
      }),
    ),
    symbol: orNull(Ticker),
    cashInLieuUsd: Dollars,
    calls: Type.Array(
      request({
        positionId: PositionId,
        contracts: Contracts,
        strike: Above,
        deliverableCashUsd: Dollars,
        multiplier: Shares,
        deliverableShares: Type.Number({ minimum: 0, maximum: MAX_SHARES }),
      }),
      { maxItems: 200 },
    ),
  }),
  note: request(common),
  dismiss: request({ ...common, suggestionId: Type.String({ pattern: SUGGESTION_PATTERN }) }),
} as const

export type LedgerKind = keyof typeof ledgerDetails
export const isLedgerKind = (kind: string): kind is LedgerKind => Object.hasOwn(ledgerDetails, kind)

const readers = {
  open: createFieldReader(ledgerDetails.open),
  write_more: createFieldReader(ledgerDetails.write_more),
  close: createFieldReader(ledgerDetails.close),
  expire: createFieldReader(ledgerDetails.expire),
  assign: createFieldReader(ledgerDetails.assign),
  roll: createFieldReader(ledgerDetails.roll),
  buy_shares: createFieldReader(ledgerDetails.buy_shares),
  sell_shares: createFieldReader(ledgerDetails.sell_shares),
  dividend: createFieldReader(ledgerDetails.dividend),
  adjust: createFieldReader(ledgerDetails.adjust),
  note: createFieldReader(ledgerDetails.note),
  dismiss: createFieldReader(ledgerDetails.dismiss),
} as const satisfies Record<LedgerKind, unknown>

export type LedgerDetails = { readonly [Kind in LedgerKind]: Type.Static<(typeof ledgerDetails)[Kind]> }

/** The details of an event in a ledger file, with its kind; null if the text is none. */
export function readLedgerDetails(kind: LedgerKind, text: string): LedgerDetails[LedgerKind] | null {
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    return null
  }
  const read = readers[kind](parsed)
  return read.ok && isSound(read.value) ? read.value : null
}

/** Rules that a schema cannot state: days and times that exist, and decimals that the database keeps. */
function isSound(details: LedgerDetails[LedgerKind]): boolean {
  const { occurredAt } = details
  return (
    listDays(details).every((day) => findDayFault(day) === null) &&
    (occurredAt === null || isInstant(occurredAt)) &&
    listStored(details).every((amount) => hasAtMost(PRICE_DECIMALS, amount))
  )
}

/** Amounts that the ledger takes from columns. Other prices have more decimals where fills of one order are one event. */
const listStored = (details: LedgerDetails[LedgerKind]): number[] => [
  details.feesUsd,
  ...('terms' in details ? [details.terms.strike, details.terms.entryPrice] : []),
  ...('open' in details ? [details.open.strike, details.open.feesUsd] : []),
]

/** Whether a text of the pattern is a time that exists; `Date.parse` takes Feb 30. */
const isInstant = (text: string): boolean => isCalendarDay(text.slice(0, 10)) && !Number.isNaN(Date.parse(text))

function listDays(details: LedgerDetails[LedgerKind]): string[] {
  return [
    details.occurredOn,
    ...('terms' in details ? [details.terms.entryDate, details.terms.expiration] : []),
    ...('open' in details ? [details.open.expiration] : []),
    ...('exDate' in details ? [details.exDate] : []),
    ...('acquiredOn' in details && details.acquiredOn !== null ? [details.acquiredOn] : []),
    ...('grant' in details && details.grant !== undefined ? [details.grant.day, details.grant.expiration] : []),
  ]
}
