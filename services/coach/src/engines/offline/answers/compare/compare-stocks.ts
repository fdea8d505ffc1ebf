import { isKnown, say, toRow } from '../../replies.ts'
import type { Answered, Refused, Reply, Session } from '../../session.ts'
import { listAskedFigures } from '../calls/call-figures.ts'
import { explainStock } from '../calls/calls.ts'
import { describeStockFigures, listStockFigures, measureStock, sideOf, stockFigures } from '../stocks/stock-figures.ts'
import { compareCalls } from './compare-calls.ts'
import { hasDistance, MAX_LEGS } from './legs.ts'

function summarizeStock({ at, result }: Answered): string {
  const rated = `${at('symbol')} at ${at('price')}: rating ${at('score')} of ${at('score_max')}, IV rank ${at('iv_rank')}`
  if (!isKnown(result.best_call)) return rated
  const expiring = isKnown(toRow(result.best_call).expiry) ? ` expiring ${at('best_call.expiry')}` : ''
  return `${rated}, best call ${at('best_call.strike')}${expiring} at ${at('best_call.annYield')} a year of the price`
}

const OF_DIVIDENDS = /\bdividends?\b|\bdivvy\b/u
const BOTH_YIELDS =
  /\b(?:plus|together|combined|in total|both)\b|\bdividends? and (?:call|premium|option)\w*|\b(?:call|premium|option)\w* (?:income )?and dividends?\b/u
/** Words of a figure that both a stock and its calls have. */
const OF_BOTH: ReadonlySet<string> = new Set([
  'implied volatility',
  'the cushion',
  'the advice',
  'the cost of the shares',
])
const OF_CALLS = /\bpay\w*|\bpremiums?\b|\bincome\b|\bcollect\w*/u

export async function compareStocks(session: Session): Promise<Reply> {
  const { question, ask } = session
  const { slots, text } = question
  const { stocks, budget } = slots
  const asked = listStockFigures(text)
  const ofCalls = listAskedFigures(text).filter(({ name }) => !OF_BOTH.has(name))
  const hasTerms = (hasDistance(slots) && slots.style === null) || (slots.days ?? slots.expiration) !== null
  const paysDividends = OF_DIVIDENDS.test(text)
  const asksCalls = hasTerms || ofCalls.length > 0 || (asked.length === 0 && OF_CALLS.test(text))
  const toLeg = (symbol: string) => ({ symbol, slots, repeats: null })
  if (asksCalls && budget === null && !(paysDividends && !hasTerms)) return compareCalls(session, stocks.map(toLeg))
  const found: Answered[] = []
  const unlisted: string[] = []
  let refused: Refused | null = null
  for (const symbol of stocks.slice(0, MAX_LEGS)) {
    const one = await ask('stock_snapshot', { symbol })
    if (one.ok) found.push(one)
    else {
      refused = one
      unlisted.push(symbol)
    }
  }
  if (refused !== null && (found.length === 0 || refused.error.error !== 'NOT_FOUND'))
    return explainStock(refused, question)
  const fitting = found.filter(({ result }) => budget === null || Number(result.lot_cost) <= budget)
  const isBoth = paysDividends && BOTH_YIELDS.test(text) && asked.every(({ name }) => name === 'dividend yield')
  const first = [
    unlisted.length > 0
      ? `${unlisted.join(', ')} is not among the stocks of this app, so I have no figures for it.`
      : null,
    budget === null ? null : describeBudget(found, budget),
    isBoth ? describeBothYields(found) : rankStocks(fitting.length > 0 ? fitting : found, asked, text),
  ]
  const left = stocks.slice(MAX_LEGS)
  const columns =
    asked.length > 1
      ? `${found.map((one) => `${one.at('symbol')}: ${describeStockFigures(asked, one)}`).join('. ')}.`
      : null
  const notes = [
    left.length > 0 ? `I compare four stocks at most, so ${left.join(', ')} is left out.` : null,
    asked.some(({ name }) => name === 'earnings')
      ? null
      : found
          .map(
            ({ at, result }) =>
              `${at('symbol')} earnings ${isKnown(result.earnings_date) ? at('earnings_date') : 'unknown'}`,
          )
          .join('; '),
  ]
  const lines = [first.filter((one) => one !== null).join(' '), columns, `${found.map(summarizeStock).join('. ')}.`]
  const tail = notes.filter((one) => one !== null).join(' ')
  return say(
    columns === null ? [...lines, tail] : [lines[0] ?? null, columns, `${lines[2]} ${tail}`.trim()],
    found[0] ?? null,
  )
}

/** Which stocks the user can buy 100 shares of. */
function describeBudget(found: readonly Answered[], budget: number): string {
  const name = ({ at }: Answered) => `${at('symbol')} (${at('lot_cost')})`
  const fits = ({ result }: Answered) => Number(result.lot_cost) <= budget
  const [inside, outside] = [found.filter(fits), found.filter((one) => !fits(one))]
  const joined = (list: readonly Answered[]) => list.map(name).join(' and ')
  if (inside.length === 0) return `No round lot fits the budget: ${joined(outside)} for 100 shares.`
  return `100 shares of ${joined(inside)} fit the budget${outside.length === 0 ? '' : `; those of ${joined(outside)} do not`}.`
}

/** The winner of each asked figure; by rating if none is asked. */
function rankStocks(
  found: readonly Answered[],
  asked: ReturnType<typeof listStockFigures>,
  text: string,
): string | null {
  const rating = stockFigures.filter(({ name }) => name === 'rating')
  const sentences = (asked.length > 0 ? asked : rating).map((figure) => {
    const measure = (one: Answered) => measureStock(figure, one, text)
    const known = found.filter((one) => Number.isFinite(measure(one))).toSorted((a, b) => measure(b) - measure(a))
    const [best, ...others] = known
    const unknown = found.filter((one) => !known.includes(one)).map(({ at }) => at('symbol'))
    const without = unknown.length === 0 ? '' : `; unknown for ${unknown.join(' and ')}`
    if (best === undefined)
      return `${figure.name.charAt(0).toUpperCase()}${figure.name.slice(1)} unknown for all of them.`
    const value = (one: Answered) => (figure.show(one) ?? '').replace(`${figure.name} `, '')
    if (others.length > 0 && others.every((one) => measure(one) === measure(best)))
      return `${known.map(({ at }) => at('symbol')).join(' and ')} have the same ${figure.name}: ${value(best)}${without}.`
    const against =
      others.length === 0
        ? ''
        : `, against ${others.map((one) => `${value(one)} of ${one.at('symbol')}`).join(' and ')}`
    return `${best.at('symbol')} has ${sideOf(figure, text).words}: ${value(best)}${against}${without}.`
  })
  return sentences.length === 0 ? null : sentences.join(' ')
}

/** Dividend and call yield together. */
function describeBothYields(found: readonly Answered[]): string | null {
  const yieldOf = ({ result }: Answered) => Number(toRow(result.best_call).annYield ?? 0)
  const both = (one: Answered) => yieldOf(one) + Number(one.result.dividend_yield ?? 0)
  const [best] = found.toSorted((a, b) => both(b) - both(a))
  const describe = (one: Answered) =>
    `${one.at('symbol')} dividend yield ${isKnown(one.result.dividend_yield) ? one.at('dividend_yield') : 'unknown'}, best call ${yieldOf(one) > 0 ? `${one.at('best_call.annYield')} a year` : 'unknown'}`
  return best === undefined
    ? null
    : `${best.at('symbol')} has the most of dividend and call yield together. ${found.map(describe).join('; ')}, each of the price.`
}
