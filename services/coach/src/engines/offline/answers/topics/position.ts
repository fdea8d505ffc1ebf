import { isKnown } from '../../replies.ts'
import { afterFees, contracts, isNegative, type Topic, topic } from './topic.ts'

/** Topics of a call that was sold: what it can still earn, what a roll gained, and where shares and call are now. */
export const positionTopics: readonly Topic[] = [
  topic(
    'the result of shares and call together',
    'now_total',
    /\bup or down\b|\bwhere (?:do|am) i\b|\boverall\b|\btogether\b|\bin total\b|\btotal\b|\bam i (?:up|down|ahead)\b|\bnet\b|\bprofit\b|\bresult\b/u,
    (found) =>
      `At these prices: ${isNegative(found.result.now_total) ? 'a loss,' : 'a profit,'} ${found.at('now_total')} in all${afterFees(found)}: shares ${found.at('now_shares')}, call ${found.at('kept_total')}.`,
  ),
  topic(
    'what the call can still earn',
    'left_total',
    /\bworth (?:it|paying|buying|closing|waiting|holding)\b|\bleft\b|\bremain\w*|\bgive up\b|\bto be (?:out|free|rid)\b|\bhold(?:ing)? on\b|\bwait\b|\bsqueeze\b|\bstill (?:earn|make|get)\b|\bclose (?:it )?(?:now|early)\b|\bshould i (?:close|buy)/u,
    (found) => {
      const { at, result } = found
      const aDay = isKnown(result.left_a_day) ? `, ${at('left_a_day')} a day for ${at('days')} days` : ''
      const fee = isKnown(result.close_fee) ? `, and closing costs ${at('close_fee')} in fees` : ''
      return `Closing gives up at most ${at('left_total')} (${at('buy_back')} a share)${aDay}${fee}; in return, a rise of the stock can no longer cost you that.`
    },
    'named',
    /\bworth (?:paying|buying back|closing)\b/u,
  ),
  topic(
    'what the roll gains',
    'roll_gain',
    /\bbetter off\b|\bgain\w*\b|\bworth (?:it|rolling)\b|\b(?:does|did|will|would) (?:it|that|this|the roll) (?:\w+ )?pay\b|\bpay(?:s|ing)? off\b|\b(?:smart|wise|sense|good|dumb|stupid|silly)\b|\bextra\b|\binstead\b|\bimprove\w*/u,
    (found) => {
      const { at, result } = found
      return `${isNegative(result.roll_gain) ? 'Worse' : 'Better'} by ${at('roll_gain')} a share if called at ${at('new_strike')} instead of ${at('strike')}: ${at('roll_gain_total')} for ${contracts(found)}.${isKnown(result.roll_pays_above) ? ` The roll pays if the stock closes above ${at('roll_pays_above')}; at ${at('strike')} or below, its debit of ${at('roll_debit_total')} is lost.` : ''}`
    },
    'named',
    /\bbetter off\b(?!.*\bwithout\b)/u,
  ),
  topic(
    'the parts of the profit',
    'shares_gain called_profit premium_total',
    /\b(?:from|is|was|comes?|came) (?:\w+ ){0,2}(?:the |my )?(?:premium|shares|stock)\b.*\b(?:premium|shares|stock)\b|\bsplit\b|\bbreak ?down\b|\b(?:part|portion|share|piece) of (?:it|that|the|my)\b/u,
    ({ at, result }) =>
      `Of the ${at('called_profit')} if called, the shares make ${at('shares_gain')} and the premium ${at('premium_total')}${isKnown(result.fees) ? ` before ${at('fees')} in fees` : ''}.`,
    'named',
  ),
  topic(
    'the percent of strike and cost',
    'of_strike_pct',
    /\bof (?:the |my )?strike\b|\bon (?:the )?strike\b/u,
    ({ at, result }) =>
      `The premium is ${at('of_strike_pct')} of the strike of ${at('strike')}${isKnown(result.entry) ? ` and ${at('earned_pct')} of ${at('entry')}` : ''}.`,
    'named',
    /\bof (?:the |my )?strike\b/u,
  ),
  topic(
    'the yield a year with dividends',
    'all_year_pct',
    /\byields?\b|\breturn|\bpercent|%|\byearly\b|\bannual\w*|\b(?:a|per) year\b/u,
    ({ at }) => `Premiums and dividends together: ${at('all_year_pct')} of ${at('entry')} a year.`,
    'named',
  ),
  topic(
    'the return with dividends',
    'with_dividends_pct',
    /\breturn|\byields?\b|\bpercent|%|\btogether\b|\bmade\b/u,
    ({ at }) =>
      `Premiums and dividends: ${at('with_dividends')} a share, ${at('with_dividends_pct')} of ${at('entry')} if the price has not changed.`,
  ),
  topic(
    'the distance to the strike',
    'distance_pct',
    /\bhow far\b|\b(?:must|need|has|have|does)\b.*\b(?:rise|move|climb|go up|gain|run)\b|\bout of the money\b|\botm\b|\bin the money\b|\bitm\b|\bdistance\b|\babove the (?:stock|price)\b|(?<!called )\baway\b|\broom\b/u,
    ({ at, result }) =>
      isNegative(result.distance)
        ? `The strike of ${at('strike')} is in the money: ${at('distance')} (${at('distance_pct')}) from the price of ${at('price')}.`
        : `The strike of ${at('strike')} is ${at('distance')} (${at('distance_pct')}) above the price of ${at('price')}.`,
    'named',
    /\bhow far\b.*\b(?:otm|itm|money|strike|percent)\b|\bhow far\b.*%|\bhow (?:much|many percent|far) (?:\w+ ){0,4}(?:must|need|has|have|does)\b.*\b(?:rise|move|climb|go up|gain|run)\b|\b(?:otm|itm|distance)\b.*\b(?:percent|%)|\bpercent (?:\w+ )?(?:otm|itm|out of the money|in the money)\b/u,
  ),
]
