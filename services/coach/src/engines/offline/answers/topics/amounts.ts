import { countOf, isKnown } from '../../replies.ts'
import type { Answered } from '../../session.ts'
import { contracts, inDays, periodName, type Topic, topic, yearly } from './topic.ts'

/** Amounts to reach, capital, rates and numbers of contracts. */
export const amountTopics: readonly Topic[] = [
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
      `You need ${at('premium_needed')} a share${isKnown(result.target) ? ` for ${at('target')} from ${at('size')} shares` : isKnown(result.goal_cost) ? ` to bring the cost from ${at('entry')} to ${at('goal_cost')}` : ` for ${at('return_pct')} of ${at('entry')}`}${isKnown(result.target) && isKnown(result.needed_pct) ? `, ${at('needed_pct')} of ${at('entry')}` : ''}.`,
  ),
  topic(
    'the return that a goal needs',
    'goal_pct',
    /\breturn|\byields?\b|\bpercent|%|\brealistic\b|\bpossible\b/u,
    (found) =>
      `${found.at('target')} is ${found.at('goal_pct')} of ${found.at('budget')}${isKnown(found.result.goal_year_pct) ? ` a ${periodName(found)}, ${found.at('goal_year_pct')} a year` : ''}.`,
    'named',
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
      `${at('budget')} buys ${at('affordable_shares')} shares, enough for ${countOf(at('affordable'), result.affordable, 'contract')} at ${at('entry')} a share; ${at('cash_left')} is left${isKnown(result.affordable_income) ? `. The calls bring ${at('affordable_income')}; with their premium put toward the shares, ${countOf(at('affordable_net'), result.affordable_net, 'contract')}` : ''}.`,
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
    /^(?!.*\b(?:called|assign|exercis|max)).*(?:\breturn|\byields?\b|\bpercent|%|\bannual\w*|\b(?:a|per) year|\byearly\b|\broi\b|\bany good|\bworth it)|\bgoes nowhere|\bflat\b|\bstatic|\bunchanged|\bnot called/u,
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
    /\bcosts? (?:of|me|for|to buy)\b|\bhow much (?:do|does|would|will)\b.{1,40}\bcosts?\b|\bhow much (?:cash|money|capital|for)|\bneed\b/u,
    ({ at, result }) => `${countOf(at('shares'), result.shares, 'share')} cost ${at('cash')}.`,
    'generic',
  ),
]
