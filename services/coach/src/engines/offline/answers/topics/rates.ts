import { countOf, isKnown } from '../../replies.ts'
import { contracts, isNegative, type Topic, topic } from './topic.ts'

/** Taxes at given rates, other rates, and what brings a cost or a return to a goal. */
export const rateTopics: readonly Topic[] = [
  topic(
    'what is left after tax',
    'after_tax',
    /\btax\w*|\bowe\b|\bset aside\b|\bleft\b|\bremain\w*|\bkeep\b|\bpocket\b|\bbracket\b|\bafter\b|\bnet\b/u,
    ({ at }) =>
      `${at('after_tax')} is left: ${at('taxable')} less ${at('tax')} in tax at ${at('tax_pct')}. A plain estimate with your rates, without deductions or other income; not tax advice.`,
    'default',
    /\btax(?:es|ed)?\b|\bbracket\b|\bowe\b|\bset aside\b/u,
  ),
  topic(
    'the comparison with the other rate',
    'ahead other_income',
    /./u,
    ({ at, result }) =>
      `${at('all_a_year')} a year${isKnown(result.dividend_a_year) ? ` (premiums ${at('amount_a_year')}, dividends ${at('dividend_a_year')})` : ''} is ${at('year_pct')} of ${at('held_value')}; ${at('other_pct')} would be ${at('other_income')}: ${at('ahead')} ${isNegative(result.ahead) ? 'behind' : 'ahead'} a year (${at('ahead_pct')}). Unlike a fixed rate, premiums are not guaranteed and the shares can fall.`,
    'default',
    /\bcds?\b|\bsavings?\b|\btreasur|\bt-?bills?|\bmargin\b|\bloan\b|\bmoney market\b|\bbank\b/u,
  ),
  topic(
    'the comparison with the other rate',
    'ahead_pct earned_pct',
    /\bcd\b|\bcompare|\bversus\b|\bvs\b|\bbeats?\b|\bbetter\b|\bahead\b|\bstand\b|\bsavings?\b|\btreasur|\bt-?bill/u,
    ({ at, result }) =>
      `${at('year_pct')} a year against ${at('other_pct')}: ${at('ahead_pct')} ${isNegative(result.ahead_pct) ? 'behind' : 'ahead'}. Unlike a fixed rate, premiums are not guaranteed and the shares can fall.`,
  ),
  topic(
    'the yield a year',
    'amount_pct amount',
    /\byields?\b|\bannual\w*|\breturn|\bpercent|%|\b(?:a|per) year\b|\byearly\b/u,
    ({ at, result }) =>
      `${at('amount')} is ${at('amount_pct')} of ${at('held_value')}${isKnown(result.all_a_year) ? `; ${at('all_a_year')} a year` : ''}${isKnown(result.year_pct) ? `, ${at('year_pct')} a year` : ''}${isKnown(result.dividend_a_year) ? `, with ${at('dividend_a_year')} in dividends` : ''}.`,
  ),
  topic(
    'the average price of the sale',
    'average_premium',
    /\baverage|\btotal|\bhow much|\ball together|\bdollars\b|\bcollect/u,
    (found) =>
      `Average price ${found.at('average_premium')} a share (${found.at('average_contract')} a contract): ${found.at('premium_total')} for ${contracts(found)}.`,
  ),
  topic(
    'the number of premiums',
    'rounds',
    /\bhow many (?:[\w.$]+ ){0,3}(?:rounds?|months?|weeks?|times?|calls?|premiums?|cycles?|more)\b|\bhow long\b/u,
    ({ at, result }) =>
      `${countOf(at('rounds'), result.rounds, 'premium')} of ${at('premium')}: the gap of ${at('gap')} a share divided by the premium, rounded up.`,
    'named',
    /\bhow many (?:[\w.$]+ ){0,3}(?:rounds?|months?|weeks?|times?|premiums?|cycles?)\b/u,
  ),
  topic(
    'the strike needed',
    'strike_needed',
    /\b(?:what|which) strike\b|\bstrike (?:do|would|should) i\b|\bhow high\b/u,
    ({ at }) =>
      `A strike of ${at('strike_needed')} gives ${at('return_pct')} if called: the cost of ${at('entry')} plus ${at('return_pct')}, less the premium of ${at('premium_sum')}.`,
    'named',
    /\b(?:what|which) strike\b/u,
  ),
  topic(
    'the strike at that distance',
    'strike_away',
    /\bstrike\b/u,
    ({ at }) => `${at('otm_pct')} above the price is a strike of ${at('strike_away')}; choose the nearest listed one.`,
    'default',
    /\b(?:what|which) strike\b/u,
  ),
  topic(
    'what is locked in',
    'locked_in',
    /\block\w* in\b|\brealiz\w*|\bstill open\b|\bso far\b/u,
    ({ at }) =>
      `Locked in: ${at('locked_in')} on the ${at('closed')} contracts bought back; the others are still open.`,
    'named',
  ),
  topic(
    'the mid',
    'mid',
    /\bmid\w*\b|\bmiddle\b|\bbetween\b/u,
    (found) => `The mid is ${found.at('mid')} a share, ${found.at('premium_total')} for ${contracts(found)}.`,
    'named',
    /\bmid\w*\b/u,
  ),
  topic(
    'the price of a sale at the bid',
    'slippage_total',
    /\bbid\b.*\bmid\w*|\bmid\w*\b.*\bbid\b|\bslippage\b|\bhalf the spread\b/u,
    (found) =>
      `A sale at the bid gives up ${found.at('slippage')} a share against the mid of ${found.at('mid')}: ${found.at('slippage_total')} for ${contracts(found)}.`,
    'named',
    /\bslippage\b/u,
  ),
  topic(
    'the time decay',
    'theta_total',
    /./u,
    (found) =>
      `Time decay of ${found.at('theta')} a share and day is ${found.at('theta_total')} a day for ${contracts(found)}, if nothing else changes; it grows toward expiration.`,
    'default',
    /\btheta\b|\bdecay/u,
  ),
  topic(
    'the cost of the shares',
    'cash_needed contracts',
    /\bcosts?\b|\bhow much\b|\bcapital\b|\bcash\b|\bneed\b/u,
    (found) =>
      `${found.at('shares_needed')} shares for ${contracts(found)} cost ${found.at('cash_needed')} at ${found.at('entry')} a share.`,
    'generic',
  ),
]
