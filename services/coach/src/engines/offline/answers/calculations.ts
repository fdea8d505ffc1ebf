import { SHARES_PER_CONTRACT } from '@callwright/scoring'
import {
  type Arguments,
  describeMissing,
  isComputable,
  listAsked,
  listKnown,
  solveGiven,
} from '../calculation/asked.ts'
import {
  chooseFallback,
  coverFigures,
  describeGiven,
  describeWork,
  listUncovered,
  sayTopic,
} from '../calculation/covered.ts'
import { toArguments, toFigures } from '../reading/figures/given.ts'
import { askBack, explain, isKnown, say } from '../replies.ts'
import type { Answered, Reply, Session } from '../session.ts'
import type { Topic } from './topics/topic.ts'
import { topics } from './topics/topics.ts'

const MAX_ANSWERS = 4
/** Figures that support an answer about one covered call. */
const SUPPORT = ['called_profit', 'breakeven', 'premium_total', 'earned_pct']
const MAX_SUPPORT = 2
const MS_PER_DAY = 86_400_000

export async function answerCalculation(session: Session): Promise<Reply> {
  const { slots, text } = session.question
  const figures = toFigures(slots)
  const term = figures.days === undefined && figures.dividend === undefined ? findTerm(session) : null
  const args = toArguments(term === null ? figures : { ...figures, days: [term] }, text)
  const known = listKnown(args)
  // A follow-up's own words count before those of the question that it continues.
  const [now = text, ...before] = text.split(' ; ')
  const asked = [now, before.join(' ; ')].map((words) => listAsked(words, known))
  const { answered } = asked.find((one) => one.answered.length > 0) ?? { answered: [] }
  const wanted = asked.flatMap(({ matched }) => matched)
  // A call that is bought back cannot be assigned any more.
  const isClosed = (topic: Topic) => topic.shows[0] === 'called_profit' && known.has('kept')
  // A yield a year on an amount needs no premium of a share.
  const isYearly = (topic: Topic) => topic.shows[0] === 'earned_pct' && known.has('year_pct')
  const exact = wanted.filter(
    (topic) =>
      !isComputable(topic, known) &&
      !isClosed(topic) &&
      !isYearly(topic) &&
      !answered.some((one) => one.exact?.source === topic.exact?.source) &&
      args.alternatives === null &&
      topic.exact?.test(text) === true,
  )
  const fallback =
    exact.length > 0 || args.alternatives !== null
      ? []
      : chooseFallback(
          topics.filter((topic) => topic.kind !== 'named' && isComputable(topic, known)),
          figures,
          solveGiven(args),
        )
  const shown = answered.length > 0 ? answered.slice(0, MAX_ANSWERS) : fallback
  if (shown.length === 0) return askForMissing(session, exact.length > 0 ? exact : wanted, args)
  const found = await session.ask('calc_figures', args)
  if (!found.ok) return explain(found)
  const solved = solveGiven(args)
  const sayAll = (some: readonly Topic[]) => some.map((topic) => sayTopic(topic, found, args, solved)).join(' ')
  const isOfRows = shown.some(({ shows: [name] }) => name === 'rows')
  const added = isOfRows ? [] : coverFigures(sayAll(shown), { figures, args, solved, known, shown })
  // Topics that use the figures answer better than one that any word asks for.
  const isVague = added.length > 0 && shown.every(({ kind }) => kind === 'generic')
  const [main, more] = isVague ? [added, shown] : [shown, added]
  const said = sayAll(main)
  const names = new Set([...shown, ...added].map(({ shows }) => shows[0]))
  const support = SUPPORT.flatMap((name) => {
    const topic = topics.find((one) => one.shows[0] === name && one.kind !== 'named')
    return topic === undefined || names.has(name) || !isComputable(topic, known) ? [] : [topic]
  })
  const isOfCall = SUPPORT.some((name) => names.has(name)) && args.lots === null && args.cases === null
  const missing = exact.flatMap((topic) => describeMissing(topic, args) ?? [])
  const second = [...more, ...(isOfCall ? support : [])]
    .slice(0, Math.max(MAX_SUPPORT, more.length))
    .map((topic) => topic.say(found))
    .join(' ')
  const worked = args.cases === null ? describeWork(main, solved, found) : null
  const lines = [
    said,
    second,
    [...(worked === null ? [] : [worked]), ...missing, ...describeBasis(found, `${said} ${second}`)].join(' '),
  ]
  return {
    ...say(lines),
    card: await showTrade(session, args),
    missed: listUncovered(`${said} ${second}`, figures, args, solved).map((name) => describeGiven(name, figures)),
  }
}

/** A given expiration counts as the term. */
function findTerm({ question: { slots }, today }: Session): number | null {
  return slots.expiration === null || slots.expiration <= today
    ? null
    : Math.round((Date.parse(slots.expiration) - Date.parse(today)) / MS_PER_DAY)
}

function describeBasis({ result, at }: Answered, said: string): string[] {
  const isYearly = / a year/u.test(said) && !/with compounding/u.test(said)
  const isPerContract = !isKnown(result.shares) && !isKnown(result.contracts) && said.includes(at('calls'))
  return [
    ...(isYearly ? ['A year is counted as 365 days, without compounding.'] : []),
    ...(isPerContract ? [`Amounts are for ${at('calls')} contract of ${at('size')} shares.`] : []),
    ...(Number(result.uncovered) > 0 ? [`${at('uncovered')} of the shares are uncovered.`] : []),
  ]
}

/** The card of a covered call, if the figures are those of one. */
async function showTrade({ ask, question }: Session, args: Arguments): Promise<Reply['card']> {
  const { cost, price, strike, premium, contracts, shares, days, more_premiums, lots } = args as Readonly<
    Record<string, unknown>
  > &
    Arguments
  const entry = cost ?? price ?? null
  const isOne = entry !== null && strike !== null && premium !== null && more_premiums === null && lots === null
  const isOther = ['buy_back', 'new_premium', 'dividend', 'fee', 'fee_total', 'leap_cost', 'close_price', 'times'].some(
    (name) => name in args && isKnown((args as Readonly<Record<string, unknown>>)[name]),
  )
  if (!isOne || isOther) return null
  const found = await ask('calc_covered_call', {
    entry_price: entry,
    strike,
    premium,
    shares: shares ?? (typeof contracts === 'number' ? contracts * SHARES_PER_CONTRACT : SHARES_PER_CONTRACT),
    days,
    symbol: question.slots.stocks[0] ?? null,
  })
  return found.ok ? { kind: 'call', call: found.id } : null
}

function askForMissing({ question: { slots } }: Session, wanted: readonly Topic[], args: Arguments): Reply {
  const described = wanted.flatMap((topic) => describeMissing(topic, args) ?? [])
  const price = slots.stockPrice
  // A price of the user's own shares is not what they cost: "my KO is at 66" is no basis.
  const options =
    slots.cost === null && price !== null
      ? [{ label: `Use ${price} as the cost`, intent: 'profit' as const, slots: { ...slots, cost: price } }]
      : []
  return askBack(
    described.toSorted((a, b) => a.length - b.length)[0] ??
      'To calculate that, I need two figures, such as the premium and the price of a share, or a percent and the days.',
    options,
    [
      '0.85 premium on a 42 stock in 28 days',
      'Annualize 2% in 30 days',
      'Bought at 50, 55 strike, premium 1.20, 100 shares',
    ],
  )
}
