import { middleOf, pointOf } from '../../reading/slots.ts'
import { countOf, explain, isKnown, listRows, type Row, say } from '../../replies.ts'
import type { Answered, Reply, Session } from '../../session.ts'
import { askOwn } from './load.ts'
import { isInSector } from './select.ts'
import { orderRows } from './superlatives.ts'

const MAX_NAMED = 8
const ONLY_HERE = 'Weights are of the shares recorded here; cash and other accounts are not included.'

/** Shares of the total by stock and by sector. */
export async function answerWeights(session: Session): Promise<Reply> {
  const { slots } = session.question
  const first = await askOwn(session)
  if (!first.ok) return explain(first)
  const byValue = orderRows(listRows(first.result), { key: 'value', order: 'desc' })
  const loaded = byValue.length === 0 ? first : await askOwn(session, byValue)
  if (!loaded.ok) return explain(loaded)
  const { at, result } = loaded
  const holdings = listRows(result, 'holdings')
  const sectors = listRows(result, 'sectors')
  if (holdings.length === 0)
    return say(['You have no shares in the portfolio yet. You can add positions on the Portfolio Tracking page.'])
  if (!isKnown(result.holdings_value))
    return say(['The value of some shares is unknown right now, so there are no weights.'], loaded)
  const of = `of the ${at('holdings_value')} that all your shares are worth`
  const name = (index: number) =>
    `${at(`holdings.${index}.symbol`)} ${at(`holdings.${index}.weight_pct`)} (${at(`holdings.${index}.value`)})`
  const nameSector = (index: number) => `${at(`sectors.${index}.sector`)} ${at(`sectors.${index}.weight_pct`)}`
  const allSectors = sectors.map((_one, index) => nameSector(index)).join('; ')
  const { sector, stocks } = slots
  if (sector !== null) {
    const inside = holdings.flatMap((one, index) => (isInSector(one.sector, sector) ? [index] : []))
    const place = sectors.findIndex((one) => isInSector(one.sector, sector))
    const [most = ''] = sectors.map((_one, index) => nameSector(index))
    return say(
      [
        place < 0
          ? `None of your shares is in that sector. By sector: ${allSectors}.`
          : `${nameSector(place)} ${of}: ${inside.map(name).join('; ')}.`,
        place <= 0 ? null : `Your largest sector is ${most}.`,
        `${place < 0 ? '' : `All sectors: ${allSectors}. `}${ONLY_HERE}`,
      ],
      loaded,
    )
  }
  const owned = stocks.map((symbol) => holdings.findIndex((one) => one.symbol === symbol))
  if (owned.length > 0)
    return say(
      [
        owned
          .map((index, one) => (index < 0 ? `Your portfolio here has no ${stocks[one]} shares` : name(index)))
          .join('; ') + (owned.some((index) => index >= 0) ? ` ${of}.` : '.'),
        ONLY_HERE,
      ],
      loaded,
    )
  const rest =
    holdings.length > 1
      ? `Then: ${holdings
          .slice(1, MAX_NAMED)
          .map((_one, index) => name(index + 1))
          .join('; ')}.`
      : null
  const [largest = {}] = holdings
  return {
    ...say(
      [
        `Your largest holding is ${at('holdings.0.symbol')}: ${at('holdings.0.value')}, ${at('holdings.0.weight_pct')} ${of}.`,
        rest,
        `By sector: ${allSectors}. ${ONLY_HERE}`,
      ],
      loaded,
    ),
    settled: typeof largest.symbol === 'string' ? { stocks: [largest.symbol] } : undefined,
  }
}

const KEEPS_COST =
  /\block\w*\b|\blos(?:s|ses|e|ing)\b|\bcan i\b.*\babove (?:my |the |what i )?(?:cost|paid|basis)\b|\b(?:not below|no lower than|at or above) (?:my |the |what i )*(?:cost|paid|basis)\b/u

/** A call for each holding, and whether its strike is at or above the cost. */
export async function answerWalk(session: Session): Promise<Reply> {
  const { slots, text } = session.question
  const { delta, days } = slots
  const keepsCost = KEEPS_COST.test(text)
  const near = pointOf(days)
  const wanted = middleOf(delta)
  const found = await session.ask('holding_calls', {
    delta: wanted,
    dte_min: near === null ? (days?.least ?? null) : Math.max(1, near - NEAR_DAYS),
    dte_max: near === null ? (days?.most ?? null) : near + NEAR_DAYS,
    at_least_cost: keepsCost,
  })
  if (!found.ok) return explain(found)
  const { at, result } = found
  const rows = listRows(result)
  const lines = rows.slice(0, MAX_NAMED).map((row, index) => describeCall(found, row, index))
  const writable = rows.filter((row) => isKnown(row.strike))
  const covered = rows.filter(({ uncovered_shares }) => Number(uncovered_shares) < SHARES_PER_CALL)
  const head = keepsCost
    ? `${writable.length > 0 ? 'Yes, with strikes at or above your cost' : 'No call at or above your cost has a bid'}; ${countOf(at('below_cost'), result.below_cost, 'stock')} ${result.below_cost === 1 ? 'is' : 'are'} below what you paid.`
    : `The call nearest a delta of ${at('delta')}, ${at('dte_min')} to ${at('dte_max')} days out, for each holding:`
  return say(
    [
      head,
      `${lines.join('; ')}.${rows.length > MAX_NAMED ? ' The card has the others.' : ''}`,
      covered.length === 0
        ? null
        : `Already covered by open calls, so a new call needs the old one closed: ${covered.map(({ symbol }) => String(symbol)).join(', ')}.`,
    ],
    found,
  )
}

const NEAR_DAYS = 8
const SHARES_PER_CALL = 100

function describeCall({ at }: Answered, row: Row, index: number): string {
  const figure = (name: string) => at(`rows.${index}.${name}`)
  if (!isKnown(row.strike)) return `${figure('symbol')}: ${figure('note')} (cost ${figure('cost_per_share')})`
  const side = row.above_cost === true ? 'at or above' : 'below'
  return `${figure('symbol')} ${figure('strike')} call expiring ${figure('expiry')}, ${figure('premium')}, delta ${figure('delta')}: ${side} your cost of ${figure('cost_per_share')}`
}
