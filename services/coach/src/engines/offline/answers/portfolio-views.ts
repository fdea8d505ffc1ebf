import { type Answered, countOf, isKnown, listRows, type Row, type Session } from '../session.ts'

/** How to answer one kind of question about all positions. */
interface PortfolioView {
  readonly asks: RegExp
  /** Both list every position; `risk` sorts by delta, highest first. */
  readonly focus: 'all' | 'risk'
  /** The answer contains a P&L total, so it must also list the positions that the total excludes. */
  readonly sumsPnl?: true
  readonly describe: (found: Answered, said: Session['said']) => readonly string[]
}

const MAX_SHOWN = 10

type Figure = (name: string) => string
interface OpenPosition {
  readonly row: Row
  readonly figure: Figure
}

const listOpen = ({ at, result }: Answered): readonly OpenPosition[] =>
  listRows(result).flatMap((row, index) =>
    row.state === 'open' ? [{ row, figure: (name: string) => at(`rows.${index}.${name}`) }] : [],
  )

const nameOf = (figure: Figure) => `${figure('ticker')} ${figure('strike')} call expiring ${figure('expiry')}`
const rising = (name: string) => (a: OpenPosition, b: OpenPosition) => Number(a.row[name]) - Number(b.row[name])

/** Sorts positions by a figure, and lists those for which it is unknown in a note. */
function split(all: readonly OpenPosition[], name: string) {
  const known = all.filter(({ row }) => isKnown(row[name]))
  const left = all.filter(({ row }) => !isKnown(row[name]))
  return {
    known: known.toSorted(rising(name)),
    unknown: left.length === 0 ? [] : [`Unknown for: ${left.map(({ figure }) => nameOf(figure)).join('; ')}.`],
  }
}

const HALF = 50
/** Reads the percentage of the premium from messages such as "more than 60%". */
const readPart = ({ text }: Session['said']) => Number(/(\d{1,3})\s?(?:%|percent|pct)/u.exec(text)?.[1] ?? HALF)

const portfolioViews: readonly PortfolioView[] = [
  {
    focus: 'all',
    asks: /\bcash\b.*\b(?:clos\w*|buy\w* back)\b|\b(?:cost|take|much)\b.*\b(?:clos\w*|buy\w* (?:them |it |everything )?(?:all )?back)\b.*\b(?:all|every\w*|them|calls|positions)\b|\bbuy\w* back (?:all|every\w*)\b/u,
    describe: (found) => {
      const { at, result } = found
      const rows = listOpen(found).toSorted(rising('cost_to_close')).toReversed()
      return [
        isKnown(result.close_cost)
          ? `Buying back every open call at the ask costs ${at('close_cost')} in total.`
          : 'Some open calls have no ask, so there is no total.',
        ...rows
          .slice(0, MAX_SHOWN)
          .map(({ row, figure }) =>
            isKnown(row.cost_to_close)
              ? `- ${nameOf(figure)}: ${figure('cost_to_close')}.`
              : `- ${nameOf(figure)}: no ask.`,
          ),
      ]
    },
  },
  {
    focus: 'all',
    asks: /\bcaptured?\b/u,
    describe: (found, said) => {
      const part = readPart(said)
      const { known, unknown } = split(listOpen(found), 'profit_captured_pct')
      const reached = known.filter(({ row }) => Number(row.profit_captured_pct) >= part).toReversed()
      return [
        reached.length === 0
          ? 'No open position has captured that much of its premium.'
          : 'Positions that have captured that much of their premium, highest first:',
        ...reached
          .slice(0, MAX_SHOWN)
          .map(({ figure }) => `- ${nameOf(figure)}: ${figure('profit_captured_pct')} of the premium captured.`),
        ...unknown,
      ]
    },
  },
  {
    focus: 'risk',
    asks: /\b(?:cushion|headroom|room left)\b|\b(?:closest|nearest) to (?:the |its |their )?strikes?\b/u,
    describe: (found) => {
      const { known, unknown } = split(listOpen(found), 'headroom_pct')
      return [
        'Headroom to the strike, smallest first:',
        ...known.slice(0, MAX_SHOWN).map(({ figure }) => `- ${nameOf(figure)}: ${figure('headroom_pct')}.`),
        ...unknown,
      ]
    },
  },
  {
    focus: 'risk',
    asks: /\bitm\b|\bin[- ]the[- ]money\b/u,
    describe: (found) => {
      const { known, unknown } = split(listOpen(found), 'headroom_pct')
      const inside = known.filter(({ row }) => Number(row.headroom_pct) < 0)
      return [
        inside.length === 0 ? 'None of your open calls is in the money.' : 'In the money:',
        ...inside.slice(0, MAX_SHOWN).map(({ row, figure }) => {
          const delta = isKnown(row.delta) ? `, delta ${figure('delta')}` : ''
          const days = countOf(figure('dte'), row.dte, 'day')
          return `- ${nameOf(figure)}: stock at ${figure('current_price')}, headroom ${figure('headroom_pct')}${delta}, ${days} left; the rules say ${figure('recommendation')}.`
        }),
        ...unknown,
      ]
    },
  },
  {
    focus: 'all',
    sumsPnl: true,
    asks: /\b(?:against|versus|vs\.?|compared (?:to|with)|better than|instead of|than) (?:just |only |simply )?(?:holding|owning|keeping|buy(?:ing)? and hold\w*|the shares alone)\b/u,
    describe: ({ at, result }) =>
      isKnown(result.option_pnl) && isKnown(result.stock_pnl)
        ? [
            `Compared with holding the shares alone, the calls have changed your P&L by ${at('option_pnl')} so far: ${at('stock_pnl')} for the shares alone, ${at('cc_pnl')} with the calls.`,
            'Positions that you deleted are not included.',
          ]
        : ['This is unknown because prices of the positions are missing.'],
  },
]

export const findPortfolioView = (text: string): PortfolioView | null =>
  portfolioViews.find(({ asks }) => asks.test(text)) ?? null
