import { type Body, type Success, toDomain } from '@callwright/contracts'
import {
  askThreeQuestions,
  type CallState,
  countOpen,
  isExpired,
  type RollIntent,
  type RollOptions,
  selectRolls,
} from '@callwright/scoring'
import { badRequest } from '@callwright/service'
import { ledgerConflict, unknownPosition } from '../errors.ts'
import { readLastFee } from '../ledger/last-fee.ts'
import type { ReadGrant } from '../tax/grants.ts'
import { openQualifier } from '../tax/qualify-calls.ts'
import type { ValuedChain, ValuedPosition } from '../valuation/chains.ts'
import { toWireMarket } from '../valuation/routes.ts'
import type { ValuedPortfolio } from '../valuation/valuation.ts'
import { type LaterCalls, type MarketReader, readLaterCalls, readSpread, toQuoted } from './later-calls.ts'
import { previewOwn } from './own-roll.ts'
import { toWireCandidate, toWireUnpriced, type WrittenFor } from './wire-rolls.ts'

type Preview = Success<'portfolio.previewRolls'>
export type Asked = Body<'portfolio.previewRolls'>

interface PreviewDeps extends MarketReader {
  readonly readGrant: ReadGrant
}

export interface RollContext {
  readonly valued: ValuedChain
  readonly call: CallState
  /** Null if the position is not valued. */
  readonly listed: ValuedPosition | null
  readonly contracts: number
  readonly feePerContractUsd: number
  readonly costBasis: number | null
  readonly costToClose: number | null
  readonly price: number | null
  readonly intent: RollIntent | null
}

/**
 * Rolls of an open call: all listed calls with later expirations, or one target, at quotes or at the user's prices. Throws
 * `unknown_position`, `already_ended`, `after_expiry`, `same_call`, `more_than_open`, `validation` or
 * `market_unavailable`.
 */
export async function previewRolls(asked: Asked, portfolio: ValuedPortfolio, deps: PreviewDeps): Promise<Preview> {
  const context = readContext(asked, portfolio)
  const { call, valued } = context
  const { expiry_date, strike_price, open_price } = asked
  if (expiry_date !== undefined && strike_price !== undefined && open_price !== undefined) {
    const qualify = await openQualifier(valued, { ...deps, expiration: expiry_date })
    const own = previewOwn(context, { expiry_date, strike_price, open_price }, qualify)
    return {
      ...writeBase(asked, context, portfolio),
      ...{ looked_at: null, earnings_date: null, dividends: [] },
      ...toWireMarket(portfolio),
      ...own,
      explanation: explain(context, own.explanation),
    }
  }
  const [later, qualify] = await Promise.all([
    readLaterCalls(valued.chain.symbol, call, deps),
    openQualifier(valued, { ...deps, expiration: expiry_date ?? call.expiration }),
  ])
  return {
    ...writeBase(asked, context, portfolio),
    ...selectFrom(later, asked, context, { ...context, chain: valued.chain, qualify }),
    ...{ earnings_date: later.earningsDate, dividends: later.dividends },
    ...toWireMarket(portfolio, later.stamps),
  }
}

function readContext(asked: Asked, portfolio: ValuedPortfolio): RollContext {
  const [valued] = portfolio.chains
  const call = valued?.chain.calls.get(asked.position_id)
  if (valued === undefined || call === undefined) throw unknownPosition()
  const open = countOpen(call)
  if (open === 0) throw ledgerConflict('already_ended', 'The call has ended, so it cannot be rolled.')
  if (isExpired(call.expiration, portfolio.asOfMs)) {
    throw ledgerConflict('after_expiry', 'The call has expired, so it cannot be rolled.')
  }
  const { contracts = open, expiry_date, strike_price, close_price, fee_per_contract_usd, intent } = asked
  if (contracts > open) {
    throw ledgerConflict('more_than_open', `${contracts} calls cannot be rolled: ${open} are open.`, 'contracts')
  }
  if (expiry_date === call.expiration && strike_price === call.strike) {
    throw ledgerConflict('same_call', 'A roll needs a different strike or expiration.', 'expiry_date')
  }
  if (asked.all === true && asked.options !== undefined) {
    throw badRequest('validation', ALL_OR_OPTIONS, [{ field: 'options', detail: ALL_OR_OPTIONS }])
  }
  const listed = portfolio.positions.find(({ stored }) => stored.id === call.positionId) ?? null
  return {
    ...{ valued, call, listed, contracts },
    feePerContractUsd: fee_per_contract_usd ?? readLastFee(portfolio.ledger) ?? 0,
    costBasis: valued.figures.adjustedCost,
    costToClose: close_price ?? listed?.call?.ask ?? null,
    price: valued.market.price,
    intent: intent ?? valued.settings.intent,
  }
}

const ALL_OR_OPTIONS = 'The table of all rolls takes no options. Send either all or options.'

/** The open call, the costs and the intent, as the response states them before the candidates. */
function writeBase(asked: Asked, context: RollContext, { ledger }: ValuedPortfolio) {
  const { call, valued, listed, contracts, costToClose, costBasis, feePerContractUsd, intent } = context
  const { bid = null, ask = null, flags = [] } = listed?.call ?? {}
  const isOwn = asked.close_price !== undefined || asked.open_price !== undefined
  const isGiven = asked.fee_per_contract_usd !== undefined
  return {
    ...{ status: 'success' as const, position_id: call.positionId, ticker: valued.chain.symbol, contracts },
    held: {
      ...{ strike_price: call.strike, expiry_date: call.expiration, contracts_open: countOpen(call) },
      ...{ bid, ask, spread_pct: readSpread({ bid, ask }), quote_flags: [...flags] },
    },
    current_price: context.price,
    ...{ cost_to_close: costToClose, cost_basis: costBasis, fee_per_contract_usd: feePerContractUsd },
    fee_source: isGiven
      ? ('given' as const)
      : readLastFee(ledger) === null
        ? ('none' as const)
        : ('last_trade' as const),
    priced_by: isOwn ? ('you' as const) : ('quotes' as const),
    intent,
  }
}

function selectFrom(later: LaterCalls, asked: Asked, context: RollContext, written: WrittenFor) {
  const { call, contracts, costToClose, costBasis, listed } = context
  const { expiry_date, strike_price } = asked
  const rows = later.rows.filter(
    (row) =>
      (expiry_date === undefined || row.expiration_date === expiry_date) &&
      (strike_price === undefined || row.strike === strike_price),
  )
  const { strike, expiration } = call
  const selection = selectRolls({
    position: { ...{ strike, expiration, contracts }, premium: listed?.stored.premium ?? 0 },
    ...{ costToClose, costBasis, market: later.market, options: readOptions(asked, context) },
    rows: rows.map(toQuoted),
  })
  const { lookedAt } = selection
  const isTable = asked.all === true || isTarget(asked)
  const unpriced = selection.unpriced.map((roll) =>
    toWireUnpriced(
      roll,
      written,
      later,
      askThreeQuestions({ newStrike: roll.strike, costBasis, daysAdded: roll.daysAdded, netCreditUsd: null }),
    ),
  )
  return {
    verdict: selection.verdict === 'none_fits' ? ('let_assign_or_close' as const) : selection.verdict,
    explanation: explain(context, selection.explanation),
    looked_at: lookedAt && {
      ...{ calls: lookedAt.calls, unquoted: lookedAt.unquoted, expirations: lookedAt.expirations },
      ...{ first_expiration: lookedAt.firstExpiration, last_expiration: lookedAt.lastExpiration },
      ...{ lowest_strike: lookedAt.lowestStrike, highest_strike: lookedAt.highestStrike },
    },
    rejected: { ...selection.rejected },
    candidates: [
      ...selection.candidates.map((candidate) => toWireCandidate(candidate, written, later)),
      ...(isTable ? unpriced : []),
    ],
  }
}

const isTarget = ({ expiry_date, strike_price }: Asked): boolean =>
  expiry_date !== undefined || strike_price !== undefined

function readOptions(asked: Asked, { feePerContractUsd, intent }: RollContext): Partial<RollOptions> {
  if (asked.all === true) {
    return { ...EVERY_CALL, rankBy: intent ?? 'keep_shares', keepsUnvalued: true, feePerContractUsd }
  }
  const { min_credit_usd, ...rest } = asked.options ?? {}
  const given = toDomain(rest)
  const all = {
    ...DEFAULTS,
    ...(asked.intent === undefined ? {} : { rankBy: asked.intent }),
    ...given,
    ...(min_credit_usd === undefined ? {} : { minCreditUsd: min_credit_usd }),
  }
  // A named target is shown whatever it is like; the questions and warnings judge it.
  return { ...all, ...(isTarget(asked) ? ANY_TARGET : {}), feePerContractUsd }
}

/** Without a limit for the delta, ranking by delta would put the calls deepest in the money first. */
const DEFAULTS: Partial<RollOptions> = {
  rankBy: 'annualized_return',
  maxDelta: 1,
  maxDays: 1_200,
  minOpenInterest: 0,
  neverBelowCost: false,
  limit: 20,
}
const ANY_TARGET: Partial<RollOptions> = {
  ...{ minDays: 0, maxDays: 5_000, minDaysAdded: 0, maxDelta: 1, minOpenInterest: 0, minCreditUsd: 0 },
  ...{ creditOnly: false, neverBelowCost: false, neverBelowOldStrike: false },
}
const EVERY_CALL: Partial<RollOptions> = { ...ANY_TARGET, limit: Number.MAX_SAFE_INTEGER }

/** Puts the wish to sell first: the intent that was asked about, or else that of the chain. */
function explain({ valued: { chain, settings }, intent }: RollContext, explanation: string): string {
  if (intent !== 'happy_to_sell') return explanation
  const wish =
    settings.intent === intent ? `You marked ${chain.symbol} as happy to sell` : 'You chose to be happy to sell'
  return `${wish}, so letting it be assigned comes first. ${explanation}`
}
