import type { ListedPosition, Success } from '@callwright/contracts'
import { MIN_DAYS_ADDED, OUT_AND_UP_ROLL_OPTIONS } from '@callwright/scoring'
import Type, { type Static } from 'typebox'
import {
  date,
  days,
  defineTool,
  inOrder,
  maybe,
  maybeDays,
  maybePositionId,
  maybePrice,
  maybeSymbol,
  readStamp,
  Unanswerable,
  usd,
} from '../tool.ts'
import { choosePosition, positionRow, toPositionRow } from './analyze-position.ts'

const args = {
  position_id: maybePositionId,
  symbol: maybeSymbol,
  dte_min: maybeDays(),
  dte_max: maybeDays(),
  min_strike: maybePrice(),
  allow_debit: Type.Union([Type.Boolean(), Type.Null()], { description: 'Rolls for a net credit only, unless true' }),
}
type Args = Static<Type.TObject<typeof args>>

const maybeBoolean = Type.Union([Type.Boolean(), Type.Null()])

const row = Type.Object({
  strike: usd(),
  expiry: date,
  dte: days(),
  premium: maybe.usd('Bid of the new call'),
  delta: maybe.delta(),
  days_added: days(),
  strike_gain: usd('New strike minus old strike'),
  net_per_share: maybe.usd('Bid of the new call − ask of the old one − fees; positive is a credit'),
  net_per_contract: maybe.usd(undefined, 'contract'),
  net_total: maybe.usd(undefined, 'position'),
  annualized_return_pct: maybe.pct(),
  above_cost: maybeBoolean,
  adds_enough_days: maybeBoolean,
  brings_credit: maybeBoolean,
  fits: maybeBoolean,
})

export const rollCandidates = defineTool({
  name: 'roll_candidates',
  description:
    'Calls to roll one of the user’s open calls to: cost to close, new premium, net per share and contract, new delta, ' +
    'strike gain, and whether each one passes the three tests of a roll.',
  args,
  result: {
    position: Type.Object(positionRow),
    current_price: usd(),
    close_cost_per_share: maybe.usd('The ask'),
    close_cost_total: maybe.usd(undefined, 'position'),
    fee_per_contract: maybe.usd('Fee of one trade, as in the user’s last one', 'contract'),
    cost_basis: maybe.usd('Cost of the shares after the premium kept; the first test uses it'),
    verdict: Type.Enum(['roll', 'none_fits', 'open']),
    explanation: Type.String(),
    rows: Type.Array(row),
  },
  run: async (asked, { ask, page }) => {
    const portfolio = await ask('portfolio.list')
    const listed = choosePosition(portfolio, asked, { page })
    if (listed.state === 'expired') {
      throw new Unanswerable('INVALID', 'That call has expired, so it cannot be rolled.')
    }
    if (listed.splits_since_entry.length > 0) {
      throw new Unanswerable(
        'INVALID',
        `${listed.ticker} had a ${listed.pnl_gap === 'spin_off' ? 'spin-off' : 'split'} after you opened this position. Update the position to its current terms first.`,
      )
    }
    if (listed.strike_lowered_on !== null) {
      throw new Unanswerable(
        'INVALID',
        `A special dividend lowered the strike of that ${listed.ticker} call. Apply the new strike on the portfolio page first.`,
      )
    }
    // The portfolio service computes rolls: the table of rolls shows the same figures.
    const preview = await ask('portfolio.previewRolls', {
      body: { position_id: listed.id, options: buildOptions(listed, asked) },
    })
    if (preview.current_price === null) {
      throw new Unanswerable('STALE', `No price is available for ${listed.ticker} right now.`)
    }
    return {
      position: toPositionRow(listed, portfolio),
      current_price: preview.current_price,
      close_cost_per_share: preview.cost_to_close,
      close_cost_total: listed.cost_to_close,
      fee_per_contract: preview.fee_per_contract_usd,
      cost_basis: preview.cost_basis,
      verdict: VERDICTS[preview.verdict],
      explanation: preview.explanation,
      rows: preview.candidates.map((candidate) => toRow(candidate, preview.contracts)),
      ...readStamp([portfolio, preview]),
    }
  },
})

const VERDICTS = { roll: 'roll', let_assign_or_close: 'none_fits', open: 'open' } as const

/**
 * A roll moves to a later expiration. A range of days that ends before the open call expires must therefore mean when
 * to act.
 */
function findSpan({ days_to_expiration: held }: ListedPosition, { dte_min, dte_max }: Args) {
  const [least, most] = inOrder(dte_min, dte_max)
  const isLater = most === null || most > held
  return { least: (isLater ? least : null) ?? held + MIN_DAYS_ADDED, most: isLater ? most : null }
}

/** Longest term that the portfolio service accepts, in days. */
const MAX_DAYS = 1_200

function buildOptions(listed: ListedPosition, asked: Args) {
  const { least, most } = findSpan(listed, asked)
  const { min_strike, allow_debit, dte_min } = asked
  return {
    min_days: Math.min(least, MAX_DAYS),
    max_days: Math.min(most ?? MAX_DAYS, MAX_DAYS),
    min_days_added: dte_min === null ? MIN_DAYS_ADDED : 0,
    min_open_interest: OUT_AND_UP_ROLL_OPTIONS.minOpenInterest,
    min_credit_usd: OUT_AND_UP_ROLL_OPTIONS.minCreditUsd,
    credit_only: allow_debit !== true,
    never_below_old_strike: min_strike === null,
    rank_by: 'annualized_return' as const,
    limit: OUT_AND_UP_ROLL_OPTIONS.limit,
    ...(min_strike === null ? {} : { min_strike }),
  }
}

type Candidate = Success<'portfolio.previewRolls'>['candidates'][number]

function toRow(candidate: Candidate, contracts: number): Static<typeof row> {
  const { answers, net_credit_usd } = candidate
  return {
    strike: candidate.strike_price,
    expiry: candidate.expiry_date,
    dte: candidate.days_to_expiration,
    premium: candidate.bid,
    delta: candidate.delta,
    days_added: candidate.days_added,
    strike_gain: candidate.strike_change,
    net_per_share: candidate.net_credit,
    net_per_contract: net_credit_usd === null ? null : net_credit_usd / contracts,
    net_total: net_credit_usd,
    annualized_return_pct: candidate.roll_return_annualized_pct,
    above_cost: answers.strike_above_cost,
    adds_enough_days: answers.enough_days,
    brings_credit: answers.net_credit,
    fits: candidate.fits,
  }
}
