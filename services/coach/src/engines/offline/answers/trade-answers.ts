import { SHARES_PER_CONTRACT } from '@callwright/scoring'
import { chooseExpiration } from '../expirations.ts'
import {
  type Answered,
  clarify,
  countOf,
  explainFailure,
  isKnown,
  listRows,
  type Reply,
  type Session,
  say,
  showCall,
} from '../session.ts'

export async function answerCompare(session: Session, symbol: string): Promise<Reply> {
  const { strikes } = session.said.slots
  if (strikes.length === 0) {
    return clarify(`Which ${symbol} strikes do you want to compare?`, [
      `Find options for ${symbol}`,
      `Which expirations does ${symbol} have?`,
    ])
  }
  const expiration = await chooseExpiration(session, symbol)
  if ('ok' in expiration) return explainFailure(expiration)
  const found = await session.ask('compare_strikes', { symbol, expiration: expiration.date, strikes })
  if (!found.ok) return explainFailure(found)
  const { at, result } = found
  return say(
    [
      expiration.isAsked ? expiration.note : null,
      ...describeMissing(found),
      `${at('symbol')} calls expiring ${at('expiration')} (${countOf(at('dte'), result.dte, 'day')}), with the stock at ${at('current_price')}:`,
      ...listRows(result).map((_row, index) => {
        const figure = (name: string) => at(`rows.${index}.${name}`)
        return `- ${figure('strike')} strike: premium ${figure('premium')}, ${figure('annYield')} a year, delta ${figure('delta')}; if called ${figure('if_called_return_pct')}, if flat ${figure('static_return_pct')}, breakeven ${figure('breakeven')}.`
      }),
      'A lower strike pays more premium. A higher strike leaves the stock more room to rise.',
      expiration.isAsked ? null : expiration.note,
    ],
    showCall(found),
  )
}

/** Describes only warnings about missing strikes, because the footer already describes the market data. */
const describeMissing = ({ at, result }: Answered): string[] =>
  result.warnings.flatMap((warning, index) => (/^No call at/u.test(warning) ? [at(`warnings.${index}`)] : []))

export async function answerTrade({ said, ask }: Session, symbol: string): Promise<Reply> {
  const { strike, date, days, premium, entryPrice, shares } = said.slots
  if (strike?.least === null || strike === null) {
    return clarify(`Which ${symbol} strike do you mean?`, [`Find options for ${symbol}`, `Price of ${symbol}`])
  }
  const isDay = date !== null && date !== said.today
  const expiration = isDay ? await chooseExpiration({ said, ask }, symbol) : null
  if (expiration !== null && 'ok' in expiration) return explainFailure(expiration)
  const found = await ask('analyze_trade', {
    symbol,
    strike: strike.least,
    expiration: expiration?.date ?? null,
    dte: expiration === null ? readDays(days) : null,
    premium: premium?.isPoint === true ? premium.least : null,
    entry_price: entryPrice,
    shares,
  })
  if (!found.ok) {
    return explainFailure(found, (other) => (/^[\d.]+$/u.test(other) ? `Analyze the ${symbol} ${other} call` : other))
  }
  return say([expiration?.note ?? null, ...describeTrade(found, isDay)], showCall(found))
}

function readDays(days: Session['said']['slots']['days']): number | null {
  if (days === null) return null
  const [least, most] = [days.least ?? days.most, days.most ?? days.least]
  return least === null || most === null ? null : Math.round((least + most) / 2)
}

function describeTrade({ at, result }: Answered, isDay: boolean): (string | null)[] {
  const hasDelta =
    typeof result.call === 'object' && result.call !== null && 'delta' in result.call && isKnown(result.call.delta)
  return [
    `${at('symbol')} ${at('strike')} call expiring ${at('expiration')} (${countOf(at('dte'), result.dte, 'day')}), with the stock at ${at('current_price')}:`,
    `- Premium ${at('premium')} a share, ${at('premium_total')} in total (contracts: ${at('contracts')}, shares: ${at('shares')}).`,
    `- If called: ${at('if_called_return_pct')} (${at('if_called_annualized_pct')} a year). If the price stays unchanged: ${at('static_return_pct')} (${at('static_annualized_pct')} a year).`,
    `- Breakeven ${at('breakeven')}; headroom to the strike ${at('headroom_pct')}${isKnown(result.headroom_em) ? ` (${at('headroom_em')} expected moves)` : ''}${hasDelta ? `; delta ${at('call.delta')}` : ''}.`,
    typeof result.probability_itm === 'number'
      ? `- Chance of ending in the money: ${at('probability_itm')}, from its implied volatility.`
      : null,
    typeof result.max_profit === 'number' ? `- Maximum profit, if called: ${at('max_profit')}.` : null,
    result.earnings_before_expiration === true ? `- Earnings on ${at('earnings_date')} are before expiration.` : null,
    typeof result.preview === 'object' && result.preview !== null
      ? `If you opened this position today, the rules would say: ${at('preview.label')}. ${at('preview.explanation')}`
      : null,
    isDay ? null : at('expiration_reason'),
  ]
}

export async function answerCalculation(session: Session, symbol: string | null): Promise<Reply> {
  const { said, ask } = session
  const { strike, premium, shares, days, date } = said.slots
  // Without a cost basis, assume that the user buys the shares at the stock price in the message.
  const entryPrice = said.slots.entryPrice ?? said.slots.quotedPrice
  const paid = premium?.isPoint === true ? premium.least : null
  const level = strike?.isPoint === true ? strike.least : null
  if (entryPrice === null || paid === null || level === null) {
    if (symbol !== null && level !== null) return answerTrade(session, symbol)
    return askForFigures({ entryPrice, paid, level })
  }
  const found = await ask('calc_covered_call', {
    entry_price: entryPrice,
    strike: level,
    premium: paid,
    shares: shares ?? SHARES_PER_CONTRACT,
    days: readDays(days) ?? (date === null ? null : countDays(said.today, date)),
    symbol,
  })
  if (!found.ok) return explainFailure(found)
  return say(describeCalculation(found), showCall(found))
}

const MS_PER_DAY = 86_400_000
const countDays = (today: string, date: string) =>
  Math.max(0, Math.round((Date.parse(date) - Date.parse(today)) / MS_PER_DAY))

function askForFigures({
  entryPrice,
  paid,
  level,
}: {
  entryPrice: number | null
  paid: number | null
  level: number | null
}): Reply {
  const missing = [
    ...(entryPrice === null ? ['the cost per share'] : []),
    ...(level === null ? ['the strike'] : []),
    ...(paid === null ? ['the premium per share'] : []),
  ]
  return clarify(`To calculate that, I need ${listWords(missing)}.`, [
    'Bought at 50, 55 strike, premium 1.20, 100 shares',
    'Review my portfolio',
    'Explain static return',
  ])
}

const listWords = (words: readonly string[]) =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1) ?? ''}`

function describeCalculation({ at, result }: Answered): (string | null)[] {
  const isYearly = result.if_called_annualized_pct !== null
  const isUncovered = result.max_profit === null
  return [
    `Shares at ${at('entry_price')}, the ${at('strike')} call sold for ${at('premium')} a share (contracts: ${at('contracts')}, shares: ${at('shares')}):`,
    `- Total premium: ${at('premium_total')}.`,
    `- Maximum profit${isUncovered ? ' on the covered shares' : ''}: ${at(isUncovered ? 'max_profit_covered' : 'max_profit')}, or ${at('if_called_return_pct')} if called${isYearly ? ` (${at('if_called_annualized_pct')} a year)` : ''}.`,
    `- If the price stays unchanged${isUncovered ? ', on the covered shares' : ''}: ${at('static_return_pct')}${isYearly ? ` (${at('static_annualized_pct')} a year)` : ''}.`,
    `- Breakeven: ${at('breakeven')}. Maximum loss, if the stock goes to zero: ${at('max_loss')}.`,
    isUncovered ? `- ${at('uncovered_shares')} of the shares are uncovered.` : null,
  ]
}
