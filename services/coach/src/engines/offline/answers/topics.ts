import { type Answered, countOf, isKnown, listRows, type Row } from '../session.ts'

/** One thing that a calculation can be asked for. */
export interface Topic {
  readonly name: string
  /** Words that ask for it. */
  readonly asks: RegExp
  /** Figures without which it cannot be answered. The first names what to ask for if they are missing. */
  readonly shows: readonly string[]
  /** `default`: also answers a question that names nothing; `generic`: asked by words that other topics share. */
  readonly kind: 'default' | 'named' | 'generic'
  /** Words that name exactly this: if it cannot be calculated, the answer says which figure is missing. */
  readonly exact: RegExp | null
  readonly say: (found: Answered) => string
}

const topic = (
  name: string,
  shows: string,
  asks: RegExp,
  say: Topic['say'],
  kind: Topic['kind'] = 'default',
  exact: Topic['exact'] = null,
): Topic => ({ name, asks, shows: shows.split(' '), say, kind, exact })

const isNegative = (value: unknown) => Number(value) < 0
const contracts = ({ at, result }: Answered) => countOf(at('calls'), result.calls, 'contract')
const yearly = ({ at, result }: Answered, name: string) => (isKnown(result[name]) ? `, ${at(name)} a year` : '')
const afterFees = ({ at, result }: Answered) => (isKnown(result.fees) ? ` after ${at('fees')} in fees` : '')
const inDays = ({ at, result }: Answered) =>
  isKnown(result.days) ? ` in ${countOf(at('days'), result.days, 'day')}` : ''
const periodName = ({ result }: Answered) =>
  result.periods_a_year === 12 ? 'month' : Math.round(Number(result.periods_a_year)) === 52 ? 'week' : 'period'

/** In the order in which a question without a known word is answered: the most special first. */
export const topics: readonly Topic[] = [
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
    /\beffective|\b(?:sale|sell|selling|exit) price|\bactually (?:get|sell|receive)|\bnet sale/u,
    ({ at }) => `Effective sale price if assigned at ${at('last_strike')}: ${at('effective_sale')} a share.`,
    'named',
    /\beffective (?:sale|sell|selling|exit)/u,
  ),
  topic(
    'the part of the premium that is kept',
    'captured_pct',
    /\bpercent of (?:the )?max|% of (?:the )?max|\bcaptur|\bof (?:the |my )?(?:max|premium|credit)|\bhow much am i up|\bam i up\b|\bkept\b|\bprofit\b|\bnet\b|\bmake\b|\bmade\b|\bmax\w* profit/u,
    (found) =>
      `${isNegative(found.result.kept) ? 'A loss of' : 'Profit'} ${found.at('kept')} a share, ${found.at('kept_total')} for ${contracts(found)}${afterFees(found)}: ${found.at('captured_pct')} of the premium.`,
  ),
  topic(
    'the price at which to close',
    'close_at',
    /\bclos(?:e|ing)\b|\bbuy\w*\b.*\bback\b|\bbuy-?\s?backs?\b|\blimit\b|\bexit\b|\bgtc\b|\bout when|\bget out|\btake profit/u,
    ({ at }) => `Buy back at ${at('close_at')} to keep ${at('return_pct')} of the premium: ${at('close_gain')}.`,
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
      `Adjusted cost ${at('breakeven')} a share: ${at('entry')} less ${at('net_premium')} in premiums${isKnown(result.dividend) ? ` and ${at('dividend')} in dividends (${at('basis_before_dividends')} without them)` : ''}. The cost for taxes can differ.`,
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
    'given_up outcome',
    /\bon the table|\bhold(?:ing)?\b|\bg(?:i|a)ve up|\bmiss(?:ed|ing)?\b|\bopportunity|\bcapped\b|\bwithout the call/u,
    ({ at, result }) =>
      isNegative(result.given_up)
        ? `The shares alone: ${at('holding')}, so the call is better.`
        : `The shares alone would make ${at('holding')}: ${at('given_up')} more.`,
    'named',
  ),
  topic(
    'the profit if called',
    'called_profit',
    /^(?!.*(?:\bexercise risk|\bearly\b|\bworr)).*(?:\bcalled\b|\bassign|\bexercis|\bmax\w* (?:profit|gain|return|upside)|\bmost i (?:can|could) make|\bupside\b|\bwalk away|\bprofit\b|\bp\/?l\b|\bdo i make\b|\bi make\b|\bwhat (?:do|would|will) i (?:make|get)|\bgain\b)/u,
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
    'the amount after fees',
    'sale_net',
    /\bnet\b|\bafter\b|\btake home|\bwalk away|\btake off|\bminus\b|\bless\b/u,
    (found) =>
      `${found.at('sale_net')} net for ${contracts(found)}: ${found.at('premium_total')} less ${found.at('fees')} in fees.`,
  ),
  topic(
    'the number of contracts',
    'contracts_needed',
    /\bhow many\b|\bneed\b|\bcontracts?\b/u,
    ({ at, result }) =>
      `${countOf(at('contracts_needed'), result.contracts_needed, 'contract')} (${at('shares_needed')} shares) at ${at('premium')} a share: ${at('reached')}${isKnown(result.capital) ? `; the shares cost ${at('capital')}` : ''}.`,
  ),
  topic(
    'the capital needed',
    'capital target return_pct',
    /./u,
    ({ at, result }) =>
      `You need ${at('capital')} of stock for ${at('target')} at ${at('return_pct')}${isKnown(result.capital_if_partly) ? `; with only ${at('good_periods')} good ${periodName({ at, result } as Answered)}s a year, ${at('capital_if_partly')}` : ''}.`,
  ),
  topic(
    'the premium needed',
    'premium_needed',
    /\bneed\b|\bwhat premium|\bhow much (?:premium|a share|per share)|\bpremium\b|\bwant\b|\bfor that/u,
    ({ at, result }) =>
      `You need ${at('premium_needed')} a share${isKnown(result.target) ? ` for ${at('target')} from ${at('size')} shares` : ` for ${at('return_pct')} of ${at('entry')}`}${isKnown(result.target) && isKnown(result.needed_pct) ? `, ${at('needed_pct')} of ${at('entry')}` : ''}.`,
  ),
  topic(
    'the income',
    'income',
    /./u,
    ({ at, result }) =>
      `${at('return_pct')} of ${at('budget')} is ${at('income')}${isKnown(result.income_a_year) ? `; ${at('income_a_year')} a year` : ''}.`,
  ),
  topic(
    'what the money covers',
    'affordable',
    /./u,
    ({ at, result }) =>
      `${at('budget')} buys the shares for ${countOf(at('affordable'), result.affordable, 'contract')} at ${at('entry')} a share; ${at('cash_left')} is left${isKnown(result.affordable_income) ? `. The calls bring ${at('affordable_income')}` : ''}.`,
  ),
  topic(
    'the time to double',
    'doubling_periods',
    /\bdoubl/u,
    (found) =>
      `At ${found.at('return_pct')} a ${periodName(found)} with compounding, it doubles in ${found.at('doubling_periods')} ${periodName(found)}s.`,
    'named',
  ),
  topic('the return a year', 'annual_pct return_pct', /./u, (found) => {
    const { at, result } = found
    const term = isKnown(result.days) ? inDays(found) : ` a ${periodName(found)}`
    return `${at('return_pct')}${term} is ${at('annual_pct')} a year${isKnown(result.compounded_pct) ? `, ${at('compounded_pct')} with compounding` : ''}.`
  }),
  topic(
    'the return',
    'earned_pct',
    /^(?!.*\b(?:called|assign|exercis|max)).*(?:\breturn|\byields?\b|\bpercent|%|\bannuali|\b(?:a|per) year|\byearly\b|\broi\b|\bany good|\bworth it)|\bgoes nowhere|\bflat\b|\bstatic|\bunchanged|\bnot called/u,
    (found) => {
      const { at, result } = found
      const base = isKnown(result.return_on) ? ` of ${at('return_on')}` : ''
      return `${at('earned_pct')}${base}${inDays(found)}${yearly(found, 'annual_pct')}${isKnown(result.last_strike) ? ', if it is not called' : ''}.`
    },
    'default',
    /\bannuali/u,
  ),
  topic(
    'the premium a day',
    'per_day',
    /\b(?:per|a|each) day\b|\bdaily\b/u,
    ({ at }) => `${at('per_day')} a share and day, ${at('per_day_total')} in all a day.`,
    'named',
  ),
  topic(
    'the premium in all',
    'premium_total',
    /\bhow much|\bwhat (?:do|would|will|did) i (?:get|collect|receive)|\btotal\b|\bcollect|\bcash\b|\bdollars\b|\bbring|\bmake\b|\bincome\b|\btake in\b|\bgross\b|\bworth\b/u,
    (found) => {
      const { at, result } = found
      const times = isKnown(result.times) ? `, ${at('times')} times ${at('premium')}` : ''
      return `${at('premium_total')} for ${contracts(found)} (${at('premium_sum')} a share${times})${isKnown(result.income_a_year) ? `; ${at('income_a_year')} a year` : ''}.`
    },
    'generic',
  ),
  topic(
    'the number of shares',
    'shares_needed contracts',
    /\bhow many shares|\bshares? (?:do|would) i need/u,
    ({ at, result }) =>
      `${countOf(at('contracts'), result.contracts, 'contract')} cover ${at('shares_needed')} shares.`,
    'named',
  ),
  topic(
    'the number of calls',
    'coverable shares',
    /\bhow many (?:contracts|calls|options|more)|\bleft ?over|\bcover/u,
    ({ at, result }) =>
      `${countOf(at('held'), result.held, 'share')}: ${countOf(at('coverable'), result.coverable, 'contract')}, and ${countOf(at('left_over'), result.left_over, 'share')} left over.`,
  ),
  topic(
    'the cost of the shares',
    'cash',
    /\bcosts? (?:of|me|for|to buy)\b|\bhow much (?:cash|money|capital|for)|\bneed\b/u,
    ({ at, result }) => `${countOf(at('shares'), result.shares, 'share')} cost ${at('cash')}.`,
    'generic',
  ),
]

/** The best of the alternatives by the measure that the question asks for, beside the next best. */
function compareRows({ at, result }: Answered): string {
  const rows = listRows(result)
  const best = (name: string) =>
    rows.reduce((found, row, index) => (Number(row[name]) > Number(rows[found]?.[name]) ? index : found), 0)
  const measures = [
    ['per_day', 'a day'],
    ['annual_pct', 'a year'],
    ['return_pct', 'of the price'],
    ['called_return_pct', 'if called'],
  ].filter(([name = '']) => rows.every((row) => isKnown(row[name])))
  const label = (row: Row, index: number) =>
    `${at(`rows.${index}.premium`)}${isKnown(row.strike) ? ` for the ${at(`rows.${index}.strike`)} call` : ''}${isKnown(row.days) ? ` in ${countOf(at(`rows.${index}.days`), row.days, 'day')}` : ''}`
  const figures = (index: number) =>
    measures.map(([name, words]) => `${at(`rows.${index}.${name}`)} ${words}`).join(', ')
  const [first = ''] = measures[0] ?? []
  const leader = best(first === 'return_pct' ? 'called_return_pct' : 'annual_pct')
  const order = [leader, ...rows.flatMap((_row, index) => (index === leader ? [] : [index]))]
  return `${label(rows[leader] ?? {}, leader)} pays more${first === 'per_day' ? ' for its time' : ''}: ${order
    .map((index) => (index === leader ? figures(index) : `${label(rows[index] ?? {}, index)}: ${figures(index)}`))
    .join('; ')}.`
}
