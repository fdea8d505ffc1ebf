import { type Body, type ChainRow, type RollPreviewCandidate, type Success, toDomain } from '@callwright/contracts'
import {
  boughtUpValue,
  type CallState,
  type ChainState,
  countOpen,
  describeAfterRoll,
  isExpired,
  previewOwnRoll,
  type QuotedOption,
  type RollCandidate,
  type RollOptions,
  type RollVerdict,
  selectRolls,
} from '@callwright/scoring'
import { badRequest, type Principal, type ServiceClient } from '@callwright/service'
import { ledgerConflict, marketUnavailable, unknownPosition } from '../errors.ts'
import type { ReadGrant } from '../tax/grants.ts'
import { openQualifier, type Qualify, toWireQualification } from '../tax/qualify-calls.ts'
import type { ValuedChain } from '../valuation/chains.ts'
import { toWireMarket } from '../valuation/routes.ts'
import type { ValuedPortfolio } from '../valuation/valuation.ts'

type Preview = Success<'portfolio.previewRolls'>
type Asked = Body<'portfolio.previewRolls'>

interface PreviewDeps {
  readonly marketData: Pick<ServiceClient, 'call'>
  readonly readGrant: ReadGrant
  readonly as: Principal
  readonly requestId: string
}

/** A chain is read for a user, so its data are the same as on every other page. */
const TIMEOUT_MS = 5_000

interface RollContext {
  readonly valued: ValuedChain
  readonly call: CallState
  readonly contracts: number
  readonly feePerContractUsd: number
  readonly costBasis: number | null
  readonly costToClose: number | null
  readonly price: number | null
}

/**
 * Rolls of an open call: all listed calls with later expirations, or one target, at quotes or at the user's prices. Throws
 * `unknown_position`, `already_ended`, `after_expiry`, `same_call`, `more_than_open` or `market_unavailable`.
 */
export async function previewRolls(asked: Asked, portfolio: ValuedPortfolio, deps: PreviewDeps): Promise<Preview> {
  const context = readContext(asked, portfolio)
  const { call, valued, contracts, costToClose, costBasis } = context
  const { expiry_date, strike_price, open_price } = asked
  const base = {
    ...{ status: 'success' as const, position_id: call.positionId, ticker: valued.chain.symbol, contracts },
    ...{ cost_to_close: costToClose, cost_basis: costBasis, ...toWireMarket(portfolio) },
    priced_by: asked.close_price !== undefined || open_price !== undefined ? ('you' as const) : ('quotes' as const),
  }
  if (expiry_date !== undefined && strike_price !== undefined && open_price !== undefined) {
    const qualify = await openQualifier(valued, { ...deps, expiration: expiry_date })
    return { ...base, ...previewOwn(context, { expiry_date, strike_price, open_price }, qualify) }
  }
  const [found, qualify] = await Promise.all([
    readLaterCalls(context, deps),
    openQualifier(valued, { ...deps, expiration: expiry_date ?? call.expiration }),
  ])
  const rows = found.rows.filter(
    (row) =>
      (expiry_date === undefined || row.expiration_date === expiry_date) &&
      (strike_price === undefined || row.strike === strike_price),
  )
  const options = readOptions(asked, context.feePerContractUsd)
  const { strike, expiration } = call
  const premium = portfolio.positions.find(({ stored }) => stored.id === call.positionId)?.stored.premium ?? 0
  const selection = selectRolls({
    ...{ position: { strike, expiration, premium, contracts }, costToClose, costBasis, market: found.market, options },
    rows: rows.map(toQuoted),
  })
  const verdict = selection.verdict === 'none_fits' ? ('let_assign_or_close' as const) : selection.verdict
  return {
    ...base,
    verdict,
    explanation: explain(valued, selection.explanation),
    rejected: { ...selection.rejected },
    candidates: selection.candidates.map((candidate) => toWireCandidate(candidate, { ...context, qualify }, found)),
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
  const {
    contracts = open,
    expiry_date,
    strike_price,
    close_price,
    fee_per_contract_usd: feePerContractUsd = 0,
  } = asked
  if (contracts > open) {
    throw ledgerConflict('more_than_open', `${contracts} calls cannot be rolled: ${open} are open.`, 'contracts')
  }
  if (expiry_date === call.expiration && strike_price === call.strike) {
    throw ledgerConflict('same_call', 'A roll needs a different strike or expiration.', 'expiry_date')
  }
  const listed = portfolio.positions.find(({ stored }) => stored.id === call.positionId)
  return {
    ...{ valued, call, contracts, feePerContractUsd },
    costBasis: valued.figures.adjustedCost,
    costToClose: close_price ?? listed?.call?.ask ?? null,
    price: valued.market.price,
  }
}

function readOptions(
  { options = {}, expiry_date, strike_price }: Asked,
  feePerContractUsd: number,
): Partial<RollOptions> {
  const { min_credit_usd, ...rest } = options
  const given = toDomain(rest)
  const all = { ...DEFAULTS, ...given, ...(min_credit_usd === undefined ? {} : { minCreditUsd: min_credit_usd }) }
  // A named target is shown whatever it is like; the questions and warnings judge it.
  return { ...all, ...(expiry_date === undefined && strike_price === undefined ? {} : ANY_TARGET), feePerContractUsd }
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

type Later = Awaited<ReturnType<typeof readLaterCalls>>

/** All calls with the same or a later expiration, with the terms to value them. */
async function readLaterCalls({ valued, call }: RollContext, { marketData, as, requestId }: PreviewDeps) {
  const common = { params: { symbol: valued.chain.symbol }, as, requestId, timeoutMs: TIMEOUT_MS }
  const { expirations } = await marketData.call('options.expirations', common)
  const later = expirations.filter(({ date }) => date >= call.expiration)
  const last = later
    .map(({ date }) => date)
    .toSorted()
    .at(-1)
  if (last === undefined) throw marketUnavailable()
  const [furthest, { options }] = await Promise.all([
    marketData.call('options.chain', { ...common, query: { expiration_date: last } }),
    marketData.call('options.snapshot', { ...common, query: { type: 'call' } }),
  ])
  const { current_price, rate, dividends, quote_time, market_time } = furthest
  if (current_price === null) throw marketUnavailable()
  const dates = new Set(later.map(({ date }) => date))
  const rows = options.filter((row) => dates.has(row.expiration_date))
  const byExpiration = Map.groupBy(rows, (row) => row.expiration_date)
  return {
    rows,
    strikesOf: new Map([...byExpiration].map(([date, own]) => [date, own.map(({ strike }) => strike)])),
    events: new Map(later.map((expiration) => [expiration.date, expiration])),
    market: {
      ...{ price: current_price, rate },
      dividends: dividends.map(({ ex_date, cash_amount }) => ({ exDate: ex_date, cash: cash_amount })),
      asOfMs: Date.parse(quote_time ?? market_time),
      nowMs: Date.parse(market_time),
    },
  }
}

const toQuoted = (row: ChainRow): QuotedOption => ({
  ...{ contractSymbol: row.contract_symbol, type: row.type, expiration: row.expiration_date, strike: row.strike },
  ...{ bid: row.bid, ask: row.ask, volume: row.volume, openInterest: row.open_interest },
})

function explain({ settings, chain }: ValuedChain, explanation: string): string {
  if (settings.intent !== 'happy_to_sell') return explanation
  return `You marked ${chain.symbol} as happy to sell, so letting it be assigned comes first. ${explanation}`
}

function toWireCandidate(
  roll: RollCandidate,
  context: RollContext & { readonly qualify: Qualify },
  { events, market, strikesOf }: Later,
): RollPreviewCandidate {
  const { valued, call, contracts, qualify } = context
  const event = events.get(roll.expiration)
  const netCreditUsd = roll.netCreditOfPositionUsd
  return {
    ...{ contract_symbol: roll.contractSymbol, expiry_date: roll.expiration, strike_price: roll.strike },
    ...{ days_to_expiration: roll.daysToExpiration, bid: roll.bid, ask: roll.ask, delta: roll.delta },
    ...{ open_interest: roll.openInterest, days_added: roll.daysAdded, strike_change: roll.strikeChangeUsd },
    ...{ net_credit: roll.netCreditUsd, net_credit_usd: netCreditUsd, roll_return_pct: roll.rollReturnPct },
    ...{ roll_return_annualized_pct: roll.annualizedRollReturnPct, upside_pct: roll.upsidePct },
    bought_up_value: boughtUpValue({ price: market.price, oldStrike: call.strike, newStrike: roll.strike }),
    answers: toWireAnswers(roll.verdict),
    earnings_before_expiration: event?.earnings_before ?? null,
    ex_dividend_before_expiration: event?.ex_dividend_before ?? null,
    ...toWireQualification(qualify(roll, strikesOf.get(roll.expiration) ?? [])),
    ...describeAfter(valued.chain, call, { contracts, strike: roll.strike, expiration: roll.expiration, netCreditUsd }),
  }
}

const toWireAnswers = ({ answers }: Pick<RollVerdict, 'answers'>) => ({ ...answers })

function describeAfter(
  chain: ChainState,
  call: CallState,
  roll: {
    readonly contracts: number
    readonly strike: number
    readonly expiration: string
    readonly netCreditUsd: number | null
  },
): Pick<RollPreviewCandidate, 'after' | 'warnings'> {
  const { netCreditUsd } = roll
  const after = netCreditUsd === null ? null : describeAfterRoll(chain, call, { ...roll, netCreditUsd })
  const warnings = [
    ...(after?.breakeven != null && after.breakeven > roll.strike
      ? ['The breakeven after this roll is above the new strike.']
      : []),
    ...(netCreditUsd !== null && netCreditUsd < 0 ? ['This roll costs money: it is a net debit.'] : []),
    ...(roll.strike < call.strike ? ['The new strike is lower than the old one.'] : []),
  ]
  return {
    after: {
      breakeven: after?.breakeven ?? null,
      net_premium_usd: after?.netPremiumUsd ?? null,
      if_called_pnl_usd: after?.ifCalledPnlUsd ?? null,
      if_called_annualized_pct: after?.ifCalledAnnualizedPct ?? null,
    },
    warnings,
  }
}

interface OwnTarget {
  readonly expiry_date: string
  readonly strike_price: number
  readonly open_price: number
}

function previewOwn(
  context: RollContext,
  { expiry_date, strike_price, open_price }: OwnTarget,
  qualify: Qualify,
): Pick<Preview, 'verdict' | 'explanation' | 'rejected' | 'candidates'> {
  const { valued, call, contracts, feePerContractUsd, costBasis, costToClose, price } = context
  if (costToClose === null) {
    throw badRequest('validation', NO_CLOSE_PRICE, [{ field: 'close_price', detail: NO_CLOSE_PRICE }])
  }
  const target = { strike: strike_price, expiration: expiry_date, contracts }
  const prices = { closePrice: costToClose, openPrice: open_price, feePerContractUsd }
  const own = previewOwnRoll(call, target, prices, { price, costBasis, today: valued.market.today })
  const verdict = own.roll === null ? 'open' : own.roll ? 'roll' : 'let_assign_or_close'
  return {
    verdict,
    explanation: explain(valued, OWN_EXPLANATIONS[verdict]),
    rejected: {},
    candidates: [
      {
        ...{ contract_symbol: null, expiry_date, strike_price, days_to_expiration: own.daysToExpiration },
        ...{ bid: null, ask: null, delta: null, open_interest: null },
        ...{ days_added: own.daysAdded, strike_change: own.strikeChange, net_credit: own.netCredit },
        ...{ net_credit_usd: own.netCreditUsd, roll_return_pct: own.rollReturnPct },
        ...{ roll_return_annualized_pct: own.rollReturnAnnualizedPct, bought_up_value: own.boughtUpValue },
        ...{ upside_pct: own.upsidePct, answers: toWireAnswers(own) },
        ...{ earnings_before_expiration: null, ex_dividend_before_expiration: null },
        ...toWireQualification(qualify(target)),
        ...describeAfter(valued.chain, call, { ...target, netCreditUsd: own.netCreditUsd }),
      },
    ],
  }
}

const NO_CLOSE_PRICE = 'The cost of closing the call is unknown. Enter a price.'

const OWN_EXPLANATIONS = {
  roll: 'At your prices, the roll is above cost, adds enough days and brings a net credit.',
  let_assign_or_close: 'At your prices, the roll fails at least one of the three questions.',
  open: 'At your prices, one of the three questions cannot be answered: the cost of the shares is unknown.',
} as const
