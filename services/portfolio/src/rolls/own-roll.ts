import type { Success } from '@callwright/contracts'
import { previewOwnRoll } from '@callwright/scoring'
import { badRequest } from '@callwright/service'
import { type Qualify, toWireQualification } from '../tax/qualify-calls.ts'
import type { RollContext } from './preview-rolls.ts'
import { describeAfter, toWireVerdict, UNPRICED } from './wire-rolls.ts'

interface OwnTarget {
  readonly expiry_date: string
  readonly strike_price: number
  readonly open_price: number
}

type Judged = Pick<Success<'portfolio.previewRolls'>, 'verdict' | 'explanation' | 'rejected' | 'candidates'>

/** One roll at the user's own prices. Throws `validation` if the cost of closing the call is unknown. */
export function previewOwn(
  context: RollContext,
  { expiry_date, strike_price, open_price }: OwnTarget,
  qualify: Qualify,
): Judged {
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
    explanation: OWN_EXPLANATIONS[verdict],
    rejected: {},
    candidates: [
      {
        ...UNPRICED,
        ...{ contract_symbol: null, expiry_date, strike_price, days_to_expiration: own.daysToExpiration },
        ...{ bid: null, ask: null, delta: null, open_interest: null, spread_pct: null, quote_flags: [] },
        unknown_reason: 'The figures are at your own prices, without a quote.',
        ...{ days_added: own.daysAdded, strike_change: own.strikeChange, net_credit: own.netCredit },
        ...{ net_credit_usd: own.netCreditUsd, roll_return_pct: own.rollReturnPct },
        ...{ roll_return_annualized_pct: own.rollReturnAnnualizedPct, bought_up_value: own.boughtUpValue },
        ...{ upside_pct: own.upsidePct, ...toWireVerdict(own) },
        ...{ earnings_before_expiration: null, ex_dividend_before_expiration: null },
        ...toWireQualification(qualify(target)),
        ...describeAfter({ chain: valued.chain, call, contracts }, target, own.netCreditUsd),
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
