import { isKnown } from '../../replies.ts'
import { compareRows } from './compare.ts'
import { afterFees, contracts, isNegative, type Topic, topic, yearly } from './topic.ts'

/** Topics of a covered call, the most special first. */
export const callTopics: readonly Topic[] = [
  topic(
    'the net debit and the least profit',
    'leap_debit',
    /\bpmcc|\bleaps?\b|\bpoor man|\bnet debit|\bdeep itm|\blong call/u,
    (found) => {
      const { at, result } = found
      const profit = !isKnown(result.leap_profit)
        ? ''
        : isNegative(result.leap_profit)
          ? ` Above ${at('strike')}, it loses at most ${at('leap_profit')} a share (${at('leap_profit_total')}): the debit exceeds the ${at('leap_width')} between the strikes.`
          : ` Above ${at('strike')}, it makes at least ${at('leap_profit')} a share (${at('leap_profit_total')}): the ${at('leap_width')} between the strikes less the debit, if the long call is worth only its intrinsic value.`
      return `Net debit ${at('leap_debit')} a share, ${at('leap_debit_total')} for ${contracts(found)}.${profit}`
    },
  ),
  topic('the comparison', 'rows', /\bwhich\b|\bbetter\b|\bbeats?\b|\bvs\b|\bversus\b|\bor\b|\bcompare/u, compareRows),
  topic(
    'the net of the roll',
    'roll_net',
    /\broll|\bnet (?:credit|debit)|\bdamage\b|\bnet\b|\bcredit\b|\bdebit\b/u,
    (found) => {
      const { at, result } = found
      return isNegative(result.roll_net)
        ? `Net debit of the roll: ${at('roll_debit')} a share, ${at('roll_debit_total')} for ${contracts(found)}${afterFees(found)}.`
        : `Net credit of the roll: ${at('roll_net')} a share, ${at('roll_total')} for ${contracts(found)}${afterFees(found)}.`
    },
  ),
  topic(
    'the premium of all trades',
    'net_premium roll_net premium',
    /\boverall\b|\bcumulative|\bkept\b|\btak(?:e|en) in\b|\bso far\b|\baltogether\b|\btotal premium|\bcollected\b|\bin total\b|\bwhere do i stand|\ball trades/u,
    (found) => `Premium of all trades: ${found.at('net_premium')} a share, ${found.at('net_total')} in all.`,
  ),
  topic(
    'the effective sale price',
    'effective_sale',
    /\beffective|\b(?:sale|sell|selling|exit) price|\bbetter off\b.*\bwithout\b|\bactually (?:get|sell|receive)|\bnet sale/u,
    ({ at }) => `Effective sale price if assigned at ${at('last_strike')}: ${at('effective_sale')} a share.`,
    'named',
    /\beffective (?:sale|sell|selling|exit)/u,
  ),
  topic(
    'the part of the premium that is kept',
    'captured_pct',
    /\bpercent of (?:the )?max|% of (?:the )?max|\bcaptur|\bof (?:the |my )?(?:max|premium|credit)|\bhow much am i up|\bam i (?:up|down)\b|\b(?:up|down) on the (?:call|option)|\bkept\b|\bprofit\b|\blos(?:e|t|ing|s)\b|\bunrealized\b|\bpocket\b|\bnet\b|\bmake\b|\bmade\b|\bmax\w* profit/u,
    (found) =>
      `${isNegative(found.result.kept) ? 'A loss of' : 'Profit'} ${found.at('kept')} a share, ${found.at('kept_total')} for ${contracts(found)}${afterFees(found)}: ${found.at('captured_pct')} of the premium.`,
  ),
  topic(
    'the price at which to close',
    'close_at',
    /\bclos(?:e|ing)\b|\bbuy\w*\b.*\bback\b|\bbuy-?\s?backs?\b|\blimit\b|\bexit\b|\bwant out\b|\bout at\b|\bgtc\b|\bout when|\bget out|\btake profit/u,
    (found) =>
      `Buy back at ${found.at('close_at')} to keep ${found.at('return_pct')} of the premium: ${found.at('close_gain')}${afterFees(found)}.`,
    'named',
  ),
  topic(
    'the time value',
    'time_value',
    /\b(?:time|extrinsic|intrinsic) (?:value|premium)|\bextrinsic\b|\bintrinsic\b/u,
    (found) => {
      const { at } = found
      return `Time value ${at('time_value')} a share (${at('time_value_total')} for ${contracts(found)}), intrinsic value ${at('intrinsic')}.`
    },
    'named',
    /\b(?:time|extrinsic|intrinsic) value|\bextrinsic\b/u,
  ),
  topic(
    'the risk of early exercise',
    'dividend_excess',
    /\bworr|\bearly\b|\bexercis|\bassign|\bsafe\b|\brisk|\bdividends?\b|\bcalled\b/u,
    ({ at, result }) =>
      Number(result.dividend_excess) > 0
        ? `The dividend of ${at('dividend')} exceeds the time value by ${at('dividend_excess')}, so early exercise is likely the day before the ex-dividend date; close or roll before then to avoid it.`
        : `The dividend of ${at('dividend')} is not above the time value of ${at('time_value')}, so early exercise is unlikely.`,
  ),
  topic(
    'the net delta',
    'net_delta',
    /\bnet delta|\bequivalent|\bexposure|\b(?:my|position|total|overall|combined) delta/u,
    ({ at }) =>
      `Net delta: ${at('net_delta')} shares (${at('held')} shares less ${at('delta')} for each of the ${at('size')} covered).`,
    'named',
  ),
  topic(
    'the result of the move',
    'move_gain',
    /./u,
    ({ at }) =>
      `A move of ${at('move')} is about ${at('move_gain')}; the delta of the calls changes with the price, which lowers a gain a little.`,
  ),
  topic(
    'the average cost',
    'average_cost',
    /\baverage|\bavg\b|\bblended|\bbasis\b|\bcost\b/u,
    ({ at }) => `Average cost ${at('average_cost')} a share: ${at('cash')} for ${at('held')} shares.`,
  ),
  topic(
    'the adjusted cost',
    'breakeven',
    /\badjusted\b|\b(?:real|net|true|effective|new|current|lowered|reduced) (?:cost|basis)|\bbasis (?:now\b|after)|\bwhat(?:'s| is) my (?:cost )?basis|\bin (?:it|them) (?:for|at)\b|\bcost (?:\w+ ){0,3}now\b/u,
    ({ at, result }) =>
      `Adjusted cost ${at('breakeven')} a share: ${at('entry')} less ${at('net_premium')} in premiums${isKnown(result.dividend) ? ` and ${at('dividend')} in dividends (${at('basis_before_dividends')} without them)` : ''}${isKnown(result.fee_share) ? `, plus ${at('fee_share')} in fees` : ''}. The cost for taxes can differ.`,
    'named',
  ),
  topic(
    'the result at that price',
    'outcome',
    /./u,
    (found) =>
      `At ${found.at('close_price')}: ${isNegative(found.result.outcome) ? 'a loss,' : 'a profit,'} ${found.at('outcome')} in all (${found.at('outcome_pct')} of the cost)${afterFees(found)}.`,
  ),
  topic(
    'what the call gives up',
    'given_up',
    /\bon (?:the )?table|\bhold(?:ing)?\b|\bsitting on\b|\bg(?:i|a)ve up|\bmiss(?:ed|ing)?\b|\bopportunity|\bcapped\b|\bwithout the call|\bcompared (?:to|with)\b/u,
    ({ at, result }) =>
      isNegative(result.given_up)
        ? `The shares alone: ${at('holding')}, so the call is better.`
        : isKnown(result.holding)
          ? `The shares alone would make ${at('holding')}: ${at('given_up')} more.`
          : `Compared with holding the shares to ${at(isKnown(result.close_price) ? 'close_price' : 'price')}, the call gives up ${at('given_up')}, its premium counted.`,
    'named',
  ),
  topic(
    'the profit if called',
    'called_profit',
    /^(?!.*(?:\bexercise risk|\bextrinsic|\btime value|\bexercise me|\bearly\b|\bworr)(?!.*\bif (?:\w+ ){0,3}(?:called|assigned))).*(?:\bcalled\b|\bassign|\bexercis|\bmax\w* (?:profit|gain|return|upside)|\bmost i (?:can|could) make|\bupside\b|\bwalk away|\bprofit\b|\bp\/?l\b|\bi (?:make|earn)\b|\bwhat (?:do|would|will) i (?:make|get)|\bgain\b)/u,
    (found) => {
      const { at, result } = found
      const uncovered = Number(result.held ?? 0) > Number(result.size) ? ' on the covered shares' : ''
      return `If called at ${at('last_strike')}: ${isNegative(result.called_profit) ? 'a loss,' : 'profit'} ${at('called_profit')} for ${contracts(found)}${uncovered}${afterFees(found)}, ${at('called_return_pct')} of ${at('entry')} a share${yearly(found, 'called_annual_pct')}.`
    },
    'default',
    /\bif (?:\w+ ){0,2}(?:called|assigned|exercised)|\bmax\w* (?:profit|gain)/u,
  ),
  topic(
    'the maximum loss',
    'max_loss',
    /\bmax\w* loss\b|\bworst\b|\bmost i (?:can|could) lose|\bmax\w* risk/u,
    ({ at }) => `Maximum loss ${at('max_loss')}, if the stock goes to zero.`,
    'named',
  ),
  topic(
    'the breakeven',
    'breakeven',
    /\bbreak-?\s?even|\bhow far\b|\bcushion|\bprotect|\bbefore i lose|\b(?:above|under) ?water|\blosing\b|\bb\/?e\b|\bhow (?:low|much) can it (?:drop|fall|go)|\bdown ?side/u,
    ({ at, result }) =>
      `Breakeven ${at('breakeven')}${isNegative(result.fall) ? `; the price of ${at('price')} is below it` : `: a fall of ${at('fall')} (${at('fall_pct')}) from ${isKnown(result.price) ? at('price') : at('entry')}`}.`,
    'default',
    /\bbreak-?\s?even/u,
  ),
  topic(
    'the amount after fees a share',
    'sale_net_each fees',
    /\b(?:per|a|each) share\b/u,
    (found) => `${found.at('sale_net_each')} a share after fees.`,
    'named',
  ),
  topic(
    'the amount after fees',
    'sale_net',
    /\bnet\b|\bafter\b|\btake home|\bwalk away|\btake off|\bminus\b|\bless\b/u,
    (found) =>
      `${found.at('sale_net')} net for ${contracts(found)}: ${found.at('premium_total')} less ${found.at('fees')} in fees.`,
  ),
]
