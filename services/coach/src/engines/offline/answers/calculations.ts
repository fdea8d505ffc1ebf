import { SHARES_PER_CONTRACT } from '@callwright/scoring'
import { pointOf } from '../reading/slots.ts'
import { askBack, countOf, explain, isKnown, type Reply, type Session, say } from '../session.ts'

const MONTHS_PER_YEAR = 12
const MS_PER_DAY = 86_400_000
const findTermDays = ({ question: { slots }, today }: Session): number | null =>
  slots.days?.most ??
  slots.days?.least ??
  (slots.expiration === null || slots.expiration <= today
    ? null
    : Math.round((Date.parse(slots.expiration) - Date.parse(today)) / MS_PER_DAY))

export async function answerProfit(session: Session): Promise<Reply> {
  const { slots, text } = session.question
  // A price of the user's own shares is not what they cost: "my KO is at 66" is no basis.
  const isOwn = /\bmy\b|\bi sold\b/u.test(text)
  const given = slots.stockPrice ?? pointOf(slots.price)
  const entry = slots.cost ?? (isOwn ? null : given)
  const [strike, premium] = [pointOf(slots.strike), pointOf(slots.premium)]
  const missing = [
    ...(entry === null ? ['what a share cost'] : []),
    ...(strike === null ? ['the strike'] : []),
    ...(premium === null ? ['the premium a share'] : []),
  ]
  if (entry === null || strike === null || premium === null)
    return askBack(
      `To calculate that, I need ${missing.join(' and ')}.`,
      entry === null && given !== null
        ? [{ label: `Use ${given} as the cost`, intent: 'profit', slots: { ...slots, cost: given } }]
        : [],
      ['Bought at 50, 55 strike, premium 1.20, 100 shares'],
    )
  const found = await session.ask('calc_covered_call', {
    entry_price: entry,
    strike,
    premium,
    shares: slots.shares ?? SHARES_PER_CONTRACT,
    days: findTermDays(session),
    symbol: slots.stocks[0] ?? null,
  })
  if (!found.ok) return explain(found)
  const { at, result } = found
  const isUncovered = result.max_profit === null
  const profit = at(isUncovered ? 'max_profit_covered' : 'max_profit')
  const yearly = isKnown(result.if_called_annualized_pct)
  const called = `Maximum profit${isUncovered ? ' on the covered shares' : ''} ${profit}: ${at('if_called_return_pct')} of the cost of ${at('entry_price')} a share if called${yearly ? ` (${at('if_called_annualized_pct')} a year)` : ''}.`
  const breakeven = `Breakeven ${at('breakeven')}.`
  const loss = `Maximum loss ${at('max_loss')}, if the stock goes to zero.`
  const first =
    /\bbreak-?even\b/u.test(text) && !/\bmax/u.test(text)
      ? `${breakeven} ${called}`
      : /\bmax\w* loss\b|\bworst\b/u.test(text)
        ? `${loss} ${called}`
        : `${called} ${breakeven}`
  return say(
    [
      first,
      `Premium ${at('premium_total')} in all (${countOf(at('contracts'), result.contracts, 'contract')}, ${countOf(at('shares'), result.shares, 'share')}); if the price stays unchanged ${at('static_return_pct')} of the cost${yearly ? ` (${at('static_annualized_pct')} a year)` : ''}.`,
      `${/\bmax\w* loss\b/u.test(text) ? '' : loss}${isUncovered ? ` ${at('uncovered_shares')} of the shares are uncovered.` : ''}`.trim(),
    ],
    found,
  )
}

export async function answerArithmetic(session: Session): Promise<Reply> {
  const { slots, text } = session.question
  const price = slots.cost ?? slots.stockPrice ?? pointOf(slots.price)
  const periods = readPeriods(text)
  // The reading holds "1.5% a month" as a yield a year.
  const monthly =
    periods === MONTHS_PER_YEAR && pointOf(slots.yieldPct) === null ? (slots.yieldPct?.least ?? null) : null
  const pct =
    pointOf(slots.percent) ??
    pointOf(slots.premiumPct) ??
    pointOf(slots.yieldPct) ??
    (monthly === null ? null : monthly / MONTHS_PER_YEAR)
  const found = await session.ask('calc_figures', {
    premium: pointOf(slots.premium),
    price,
    shares: slots.shares,
    days: findTermDays(session),
    return_pct: pct,
    periods_a_year: periods,
    target: slots.target,
    more_premiums: slots.credits.length === 0 ? null : slots.credits,
    buy_back: slots.buyBack,
    fee: slots.fee,
    strike: pointOf(slots.strike),
  })
  if (!found.ok)
    return askBack(
      found.error.message,
      [],
      ['0.85 premium on a 42 stock in 28 days', 'Annualize 2% in 30 days', 'Premium of 1.20 on 3 contracts'],
    )
  const { at, result } = found
  if (slots.buyBack !== null && !isKnown(result.net_premium))
    return askBack('To calculate that, I need the premium that you received for the call.', [])
  const special = [
    isKnown(result.contracts_needed)
      ? `${countOf(at('contracts_needed'), result.contracts_needed, 'contract')} (${at('shares_needed')} shares) at ${at('premium')} a share.`
      : null,
    isKnown(result.time_value) && /\b(?:time|extrinsic|intrinsic)\b/u.test(text)
      ? `Time value ${at('time_value')} a share, intrinsic value ${at('intrinsic_value')}.`
      : null,
    isKnown(result.net_total)
      ? `${at('net_total')} net for ${countOf(at('contracts'), result.contracts, 'contract')}${isKnown(result.fees) ? ` after ${at('fees')} in fees` : ''}.`
      : null,
    isKnown(result.net_premium)
      ? `${Number(result.net_premium) < 0 ? 'The difference is' : `${at('captured_pct')} of the premium is kept:`} ${at('net_premium')} a share.`
      : null,
    isKnown(result.premium_sum) ? `Premiums of ${at('premium_sum')} a share in all.` : null,
  ].filter((one) => one !== null)
  const parts = [
    isKnown(result.premium_needed) ? `You need ${at('premium_needed')} a share for that.` : null,
    isKnown(result.premium_total) && !isKnown(result.net_total)
      ? `${at('premium_total')} in total for ${countOf(at('contracts'), result.contracts, 'contract')}.`
      : null,
    isKnown(result.return_pct)
      ? `${at('return_pct')}${isKnown(result.price) ? ` of ${at('price')}` : ''}${isKnown(result.days) ? ` in ${countOf(at('days'), result.days, 'day')}` : ''}${isKnown(result.annualized_pct) ? `, ${at('annualized_pct')} a year` : ''}.`
      : null,
    isKnown(result.breakeven) ? `Breakeven ${at('breakeven')}.` : null,
    isKnown(result.cash) ? `${countOf(at('shares'), result.shares, 'share')} cost ${at('cash')}.` : null,
    isKnown(result.shares) && !isKnown(result.premium_total)
      ? `${countOf(at('shares'), result.shares, 'share')}: ${countOf(at('contracts'), result.contracts, 'contract')}.`
      : null,
  ]
  const order = /\bbreak-?even\b|\badjusted\b|\bcost (?:\w+ ){0,2}now\b/u.test(text)
    ? [3, 2, 1, 0, 4, 5]
    : /\bpercent\b|\breturn\b|\byield\b|\bannuali/u.test(text)
      ? [2, 0, 1, 3, 4, 5]
      : [0, 4, 1, 2, 3, 5]
  return say(
    [
      [
        ...(order[0] === 3 ? [] : special),
        ...order.flatMap((place) => parts[place] ?? []),
        ...(order[0] === 3 ? special : []),
      ].join(' '),
      isKnown(result.annualized_pct) ? 'A year is counted as 365 days, without compounding.' : null,
    ],
    found,
  )
}

/** "a month" and "every 2 weeks" as times a year. */
function readPeriods(text: string): number | null {
  const weeks = /\bevery ¤|\bevery (\d+) weeks?\b/u.exec(text)
  if (weeks !== null) return weeks[1] === undefined ? null : 365 / (7 * Number(weeks[1]))
  return /\b(?:a|per|each|every) month\b|\bmonthly\b/u.test(text)
    ? MONTHS_PER_YEAR
    : /\b(?:a|per|each|every) week\b|\bweekly\b/u.test(text)
      ? 365 / 7
      : null
}
