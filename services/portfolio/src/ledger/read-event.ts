import {
  type CallEventBody,
  type ChainEventBody,
  type FieldError,
  PRICE_DECIMALS,
  SHARE_DECIMALS,
  toDomain,
} from '@callwright/contracts'
import { findClosedExpiration, type IsoDate, newYorkDate, usDate } from '@callwright/scoring'
import { badRequest } from '@callwright/service'
import { findDayFault, hasAtMost } from '../positions/position-terms.ts'
import { blankDraft, type EventDraft } from './ledger-rows.ts'

type Body = CallEventBody | ChainEventBody
type Kind = Body['kind']

interface KindFields {
  readonly required: readonly string[]
  readonly optional: readonly string[]
}

/** Fields of each kind of event, in addition to the common fields. */
const FIELDS: Readonly<Record<Kind, KindFields>> = {
  write_more: {
    required: ['contracts', 'price'],
    optional: ['shares_from', 'share_price', 'accept_uncovered', 'fees_usd'],
  },
  close: { required: ['contracts', 'price'], optional: ['fees_usd'] },
  expire: { required: [], optional: ['contracts', 'fees_usd'] },
  assign: { required: ['contracts'], optional: ['lots', 'stock_price', 'fees_usd'] },
  roll: { required: ['contracts', 'close_price', 'open'], optional: ['stock_price', 'accept_uncovered', 'fees_usd'] },
  buy_shares: {
    required: ['shares', 'price'],
    optional: ['ticker', 'account', 'acquired_on', 'tax_cost', 'via', 'fees_usd'],
  },
  sell_shares: { required: ['shares', 'price'], optional: ['lots', 'accept_uncovered', 'fees_usd'] },
  dividend: { required: ['amount_usd', 'ex_date'], optional: ['withheld_usd', 'special', 'reinvested', 'fees_usd'] },
  adjust: {
    required: ['action'],
    optional: ['effective_on', 'ratio', 'symbol', 'calls', 'cash_in_lieu_usd', 'fees_usd'],
  },
  note: { required: ['note'], optional: [] },
  void: { required: ['voids'], optional: [] },
}
const COMMON = ['event_id', 'kind', 'occurred_on', 'occurred_at', 'note']
const DAYS = ['occurred_on', 'acquired_on', 'ex_date', 'effective_on'] as const
const PRICES = ['price', 'close_price', 'share_price', 'stock_price', 'tax_cost'] as const
const DOLLARS = ['fees_usd', 'amount_usd', 'withheld_usd', 'cash_in_lieu_usd'] as const

const invalid = (faults: readonly FieldError[]) =>
  badRequest('validation', faults.map(({ field, detail }) => `${field} ${detail}.`).join(' '), faults)

/**
 * Checks what the schema cannot: which fields a kind has, that days exist, and decimals. Throws `validation`, naming each
 * field at fault. `today` is the day of a note or a void that names none.
 */
export function readEvent(
  body: Body,
  {
    positionId,
    chainId,
    today,
  }: { readonly positionId: string | null; readonly chainId: string; readonly today: IsoDate },
): EventDraft {
  const faults = listFaults(body)
  if (faults.length > 0) throw invalid(faults)
  const occurredOn = ('effective_on' in body ? body.effective_on : undefined) ?? body.occurred_on ?? today
  const { event_id, kind, occurred_at = null, fees_usd = 0, note, voids = null } = body
  return {
    ...blankDraft,
    eventId: event_id,
    kind,
    positionId,
    chainId,
    occurredOn,
    feesUsd: fees_usd,
    voids,
    occurredAt: occurred_at === null ? null : new Date(occurred_at).toISOString(),
    note: note?.trim() || null,
    body: readBody(body),
  }
}

function listFaults(body: Body): FieldError[] {
  const given = Object.keys(body)
  const { required, optional } = FIELDS[body.kind]
  const needsDay = body.kind !== 'note' && body.kind !== 'void' && !('effective_on' in body)
  const needed = needsDay ? [...required, 'occurred_on'] : required
  const missing = needed.filter((field) => !given.includes(field))
  const foreign = given.filter((field) => ![...COMMON, ...required, ...optional].includes(field))
  const at = (field: string, detail: string): FieldError => ({ field, detail })
  return [
    ...missing.map((field) => at(field, `is missing: ${body.kind} needs it`)),
    ...foreign.map((field) => at(field, `does not belong to ${body.kind}`)),
    ...DAYS.flatMap((field) => {
      const day = readField<string>(body, field)
      const fault = day === undefined ? null : findDayFault(day)
      return fault === null ? [] : [at(field, fault)]
    }),
    ...PRICES.flatMap((field) => listDecimalFaults(body, field, PRICE_DECIMALS)),
    ...DOLLARS.flatMap((field) => listDecimalFaults(body, field, PRICE_DECIMALS)),
    ...listDecimalFaults(body, 'shares', SHARE_DECIMALS),
    ...listTimeFaults(body),
    ...('open' in body && body.open !== undefined ? listOpenFaults(body.open) : []),
  ]
}

const readField = <T>(body: object, field: string): T | undefined => (body as Readonly<Record<string, T>>)[field]

function listDecimalFaults(body: object, field: string, decimals: number): FieldError[] {
  const value = readField<number>(body, field)
  if (value === undefined) return []
  if (Object.is(value, -0)) return [{ field, detail: 'must not be negative' }]
  return hasAtMost(decimals, value) ? [] : [{ field, detail: `must have at most ${decimals} decimals` }]
}

function listTimeFaults({ occurred_at, occurred_on }: Body): FieldError[] {
  if (occurred_at === undefined || occurred_on === undefined) return []
  const ms = Date.parse(occurred_at)
  if (Number.isNaN(ms)) return [{ field: 'occurred_at', detail: 'must be a valid time' }]
  return newYorkDate(ms) === occurred_on ? [] : [{ field: 'occurred_at', detail: 'must be on the day of occurred_on' }]
}

function listOpenFaults(open: NonNullable<CallEventBody['open']>): FieldError[] {
  const decimals = (['strike_price', 'premium', 'fees_usd'] as const).flatMap((field) =>
    listDecimalFaults(open, field, PRICE_DECIMALS).map((fault) => ({ ...fault, field: `open.${field}` })),
  )
  const fault = findDayFault(open.expiry_date)
  if (fault !== null) return [...decimals, { field: 'open.expiry_date', detail: fault }]
  const closed = findClosedExpiration(open.expiry_date)
  if (closed === null) return decimals
  const detail =
    `must be a trading day. The market is closed on ${usDate(open.expiry_date)} (${closed.reason}). ` +
    `Options of that week expire on ${usDate(closed.listedDay)}`
  return [...decimals, { field: 'open.expiry_date', detail }]
}

const lotNames = { lot_id: 'lotId', shares: 'shares' } as const

/** The fields of the kind under the names of `LedgerRecord`, with its defaults. */
function readBody(body: Body): Record<string, unknown> {
  const lots = (body as ChainEventBody).lots?.map((lot) => toDomain(lot, lotNames)) ?? null
  const { accept_uncovered: acceptUncovered = false } = body as CallEventBody
  switch (body.kind) {
    case 'write_more': {
      const { contracts, price, shares_from = 'held', share_price } = body as CallEventBody
      return { contracts, price, sharesFrom: shares_from, sharePrice: share_price ?? null, acceptUncovered }
    }
    case 'close':
      return { contracts: (body as CallEventBody).contracts, price: body.price }
    case 'expire':
      return { contracts: (body as CallEventBody).contracts ?? null }
    case 'assign': {
      const { contracts, stock_price } = body as CallEventBody
      return { contracts, lots, stockPrice: stock_price ?? null }
    }
    case 'roll':
      return { ...readRoll(body as CallEventBody), acceptUncovered }
    case 'buy_shares': {
      const { shares, price, acquired_on, tax_cost, via = 'trade' } = body as ChainEventBody
      return { symbol: null, shares, price, acquiredOn: acquired_on ?? null, taxCost: tax_cost ?? null, via }
    }
    case 'sell_shares':
      return { shares: (body as ChainEventBody).shares, price: body.price, lots, acceptUncovered }
    case 'dividend': {
      const { amount_usd, withheld_usd = 0, ex_date, special = false, reinvested } = body as ChainEventBody
      return {
        amountUsd: amount_usd,
        withheldUsd: withheld_usd,
        exDate: ex_date,
        special,
        reinvested: reinvested ?? null,
      }
    }
    case 'adjust':
      return readAdjustment(body as ChainEventBody)
    default:
      return {}
  }
}

function readRoll({ contracts, close_price, open, stock_price }: CallEventBody) {
  if (open === undefined) throw new Error('A roll without a new call passed its checks')
  const { id, expiry_date, strike_price, premium, fees_usd = 0 } = open
  const call = { positionId: id, expiration: expiry_date, strike: strike_price, premium, feesUsd: fees_usd }
  return {
    contracts,
    closePrice: close_price,
    stockPrice: stock_price ?? null,
    open: { ...call, contracts: open.contracts ?? contracts },
  }
}

function readAdjustment({ action, ratio, symbol, calls = [], cash_in_lieu_usd = 0 }: ChainEventBody) {
  return {
    action,
    ratio: ratio ?? null,
    symbol: symbol ?? null,
    cashInLieuUsd: cash_in_lieu_usd,
    calls: calls.map(
      ({ position_id, contracts, strike_price, multiplier, deliverable_shares, deliverable_cash_usd = 0 }) => ({
        positionId: position_id,
        contracts,
        strike: strike_price,
        multiplier,
        deliverableShares: deliverable_shares,
        deliverableCashUsd: deliverable_cash_usd,
      }),
    ),
  }
}
