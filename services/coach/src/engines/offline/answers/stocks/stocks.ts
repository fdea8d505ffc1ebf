import { RSI_OVERBOUGHT, RSI_OVERSOLD } from '@callwright/scoring'
import { explain, isKnown, listRows, type Row, say, toRow } from '../../replies.ts'
import type { Answered, Reply, Session } from '../../session.ts'
import { explainStock } from '../calls/calls.ts'
import { CERTAINTY } from '../dates.ts'
import { describeLevel, describeStockFigures, listStockFigures } from './stock-figures.ts'

export async function answerStock(session: Session, symbol: string): Promise<Reply> {
  const { question, ask } = session
  const found = await ask('stock_snapshot', { symbol })
  if (!found.ok) return explainStock(found, question)
  const { intent, asksWhy, text } = question
  const asked = listStockFigures(text)
  const rank = JUDGES.test(text)
    ? await judgeRating(
        session,
        found,
        asked.map(({ name }) => name),
      )
    : null
  const isBeside = intent === 'price' && asked.some(({ name }) => name !== 'price')
  if (!asksWhy && (asked.length > 1 || isBeside || rank !== null)) {
    const names = new Set(asked.map(({ name }) => name))
    const level = names.has('IV rank') || names.has('implied volatility') ? describeLevel(found.result.iv_rank) : ''
    return say(
      [
        `${found.at('symbol')}: ${describeStockFigures(asked, found)}${level === '' ? '' : ` (implied volatility${level.slice(1)})`}.${rank === null ? '' : ` ${rank}`}`,
        `${describePrice(found)} ${describeRating(found)}`,
        names.has('earnings') ? CERTAINTY : `${describeBest(found)} ${describeEvents(found)}`,
      ],
      found,
    )
  }
  const [first, second] =
    intent === 'volatility'
      ? [describeVolatility(found), describeRating(found)]
      : intent === 'technical'
        ? [describeTechnical(found), null]
        : [describeRating(found), describeVolatility(found)]
  const wantsParts = asksWhy || OF_PARTS.test(text)
  const price = describePrice(found)
  if (wantsParts)
    return say([`${describeRating(found)} ${describeWeakest(found)}`, describeParts(found), describeBest(found)], found)
  if (intent === 'price') return say([price, describeBest(found), describeEvents(found)], found)
  const company =
    /\bsector\b|\bindustry\b|\bcompany\b/u.test(text) && isKnown(found.result.sector)
      ? `${found.at('company_name')}, sector ${found.at('sector')}.`
      : null
  const dividend = /\bdividends?\b/u.test(text)
    ? found.result.dividend_yield === 0
      ? `No: ${found.at('symbol')} pays no dividend.`
      : isKnown(found.result.dividend_yield)
        ? `Dividend yield ${found.at('dividend_yield')} a year of the price.`
        : 'The dividend yield is unknown.'
    : null
  if (intent === 'stock' && (company ?? dividend) !== null)
    return say([company ?? dividend, price, describeEvents(found)], found)
  if (intent === 'stock')
    return say(
      [
        `${first} ${price}`,
        `${second ?? ''} ${describeTechnical(found)}`,
        `${describeBest(found)} ${describeEvents(found)}`,
      ],
      found,
    )
  return say([first, price, `${describeBest(found)} ${describeEvents(found)}`], found)
}

const OF_PARTS =
  /\bbreak ?down\b|\bparts\b|\brated so\b|\bscore well\b|\bwhat makes\b|\bdrag\w*|\bhold(?:s|ing)? (?:it|§|that|the rating|them) (?:back|down)\b|\bweak\w*|\bpull(?:s|ing)? (?:it|§) down\b|\blos(?:e|es|ing) points\b|\bstrong(?:est)? (?:points?|parts?)\b/u

const JUDGES =
  /\b(?:any |is (?:that|it|this) |how )?(?:good|bad|high|low|normal|decent|strong|weak|average|compared)\b/u

/** How many stocks of the screener have a rating, or a best call, at least as good; null if neither is asked. */
async function judgeRating(
  { question, ask }: Session,
  { at, result }: Answered,
  asked: readonly string[],
): Promise<string | null> {
  const isRating = asked.includes('rating') || (asked.length === 0 && /\brat(?:ed|ing)/u.test(question.text))
  if (!isRating || !isKnown(result.score)) return null
  const found = await ask('top_covered_call_stocks', { min_score: result.score, limit: 1 })
  if (!found.ok) return null
  const [total, all] = [Number(found.result.total), Number(found.result.universe_total)]
  const place = total <= all / 4 ? 'good' : total <= all / 2 ? 'above the middle' : 'below the middle'
  return `That is ${place}: ${found.at('total')} of ${found.at('universe_total')} stocks in the screener have ${at('score')} or more.`
}

const describePrice = ({ at, result }: Answered) =>
  `${at('symbol')} is at ${at('price')}${isKnown(result.change) ? `, a change of ${at('change')} (${at('change_pct')}) since the previous close` : ''}.`

const describeRating = ({ at, result }: Answered) =>
  isKnown(result.score)
    ? `${at('symbol')} has a covered-call rating of ${at('score')} of ${at('score_max')}.`
    : `${at('symbol')} has no covered-call rating: it is unknown.`

/** The parts with the smallest and the largest share of their points. */
function describeWeakest({ at, result }: Answered): string {
  const share = ({ points, max }: Row) => Number(points) / Number(max)
  const parts = listRows(result, 'score_parts').map((row, index) => ({ row, name: at(`score_parts.${index}.label`) }))
  const known = parts.filter(({ row }) => isKnown(row.points)).toSorted((a, b) => share(a.row) - share(b.row))
  const [weak, ...others] = known
  const strong = others.at(-1)
  return weak === undefined || strong === undefined ? '' : `Weakest part: ${weak.name}; strongest: ${strong.name}.`
}

const describeParts = ({ at, result }: Answered) =>
  listRows(result, 'score_parts')
    .map(
      (_part, index) =>
        `${at(`score_parts.${index}.label`)} ${at(`score_parts.${index}.points`)} of ${at(`score_parts.${index}.max`)}`,
    )
    .join('; ')

function describeVolatility({ at, result }: Answered): string {
  if (!isKnown(result.iv)) return 'Its implied volatility is unknown.'
  const rank = isKnown(result.iv_rank) ? `, with an IV rank of ${at('iv_rank')}` : '; its IV rank is unknown'
  return `Implied volatility is ${at('iv')} a year${rank}${isKnown(result.iv_percentile) ? ` and an IV percentile of ${at('iv_percentile')}` : ''}${describeLevel(result.iv_rank)}.`
}

function describeTechnical({ at, result }: Answered): string {
  const rsi = Number(result.rsi)
  const state =
    rsi >= RSI_OVERBOUGHT ? 'overbought' : rsi <= RSI_OVERSOLD ? 'oversold' : 'neither overbought nor oversold'
  const averages = [['sma_20', '20-day'] as const, ['sma_50', '50-day'] as const].flatMap(([name, words]) =>
    isKnown(result[name]) ? [`${words} moving average ${at(name)}`] : [],
  )
  return `${isKnown(result.rsi) ? `RSI ${at('rsi')}, ${state}` : 'Its RSI is unknown'}${averages.length === 0 ? '' : `; ${averages.join(', ')}`}.`
}

const describeBest = ({ at, result }: Answered) =>
  isKnown(result.best_call)
    ? `Best call: ${at('best_call.strike')}${isKnown(toRow(result.best_call).expiry) ? ` of ${at('best_call.expiry')}` : ''} at ${at('best_call.annYield')} a year of the price.`
    : 'The screener has no call to write on it.'

const describeEvents = ({ at, result }: Answered) =>
  `${isKnown(result.earnings_date) ? `Next earnings ${at('earnings_date')}` : 'The next earnings date is unknown'}${isKnown(result.ex_dividend_date) ? `, next ex-dividend date ${at('ex_dividend_date')}` : ''}.`

export async function answerSearch({ question, ask, unknown, named }: Session): Promise<Reply> {
  const { text, slots } = question
  const words = named
    .replace(
      /\b(?:what|what's|which|is|are|the|a|an|ticker|symbol|for|of|search|find|look up|again|company|please|tell|me|on|do|you|know|that|makes|called)\b|[?!.]/gu,
      ' ',
    )
    .replace(/\s+/gu, ' ')
    .trim()
  const query = (unknown ?? slots.stocks[0] ?? (words === '' ? text : words)).slice(0, 64)
  const found = await ask('search_symbols', { query })
  if (!found.ok) return explain(found)
  const rows = listRows(found.result).slice(0, 5)
  if (rows.length === 0) {
    const name = unknown === null ? 'by that name' : `by the name “${unknown}”`
    return say([`I know no listed stock ${name}. A symbol such as AAPL always works.`])
  }
  const options =
    unknown === null
      ? []
      : rows.flatMap(({ symbol }) =>
          typeof symbol === 'string' && /^[A-Z.]{1,6}$/u.test(symbol)
            ? [{ label: symbol, intent: 'stock' as const, slots: { ...slots, stocks: [symbol] } }]
            : [],
        )
  return {
    ...say([
      `Matching stocks: ${rows.map((row, index) => `${found.at(`rows.${index}.symbol`)}, ${found.at(`rows.${index}.name`)}${row.options_available === true ? '' : ' (no listed options)'}`).join('; ')}.`,
    ]),
    options,
  }
}
