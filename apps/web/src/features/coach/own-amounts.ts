import type { CardFigure, ChatMetadata } from '@callwright/contracts'
import { personalTools } from '@callwright/contracts/coach-tools'
import { formatPrice } from '../../shared/format/numbers.ts'

/** Whether a tool reads the user's own data. */
export const isPersonalTool = (tool: string) => personalTools.some((personal) => personal === tool)

/** Keys for market prices per share, which are never masked. All other dollar amounts are the user's own. */
const marketFigures = new Set([
  'strike',
  'price',
  'current_price',
  'current_premium',
  'dividend',
  'close_cost_per_share',
])
/** Keys for market prices in table rows. There `premium` is one call's price; above the rows it is the user's total. */
const marketCells = new Set([...marketFigures, 'premium', 'bid', 'ask', 'strike_gain', 'net_per_share'])

export type FigurePlace = 'figure' | 'cell'

/** Whether a figure in a personal answer's card is one of the user's own dollar amounts. */
export const isOwnUsd = ({ key, unit }: Pick<CardFigure, 'key' | 'unit'>, place: FigurePlace) =>
  unit === 'usd' && !(place === 'cell' ? marketCells : marketFigures).has(key)

const writeUsd = (usd: number) => formatPrice(Math.abs(usd))

/** Market prices on a card, formatted with `formatPrice`; these stay visible in the answer's text. */
export function listMarketUsd(card: ChatMetadata | null): ReadonlySet<string> {
  const amounts = card === null ? [] : listAmounts(card)
  const own = new Set(amounts.filter(({ isOwn }) => isOwn).map(({ written }) => written))
  return new Set(amounts.map(({ written }) => written).filter((written) => !own.has(written)))
}

interface Amount {
  readonly written: string
  readonly isOwn: boolean
}

function listAmounts({ content }: ChatMetadata): Amount[] {
  if (!('figures' in content)) return []
  const { figures, table } = content
  const rows = table?.rows ?? []
  const cells = (table?.columns ?? []).flatMap(({ key, unit }) =>
    rows.map((row) => ({ key, unit, value: row[key], place: 'cell' as const })),
  )
  return [...figures.map((figure) => ({ ...figure, place: 'figure' as const })), ...cells].flatMap(
    ({ key, unit, value, place }) =>
      unit === 'usd' && typeof value === 'number'
        ? [{ written: writeUsd(value), isOwn: isOwnUsd({ key, unit }, place) }]
        : [],
  )
}

const NUMBER = String.raw`\d+(?:,\d{3})*(?:\.\d+)?`
const SCALE = String.raw`(?:\s?(?:[kmb]|thousand|million|billion)\b)?`
/** `$2,213.50`, `-$365`, `$2.2K`, `1,200 dollars`, `USD 40`. The match includes the sign, which would reveal a loss. */
const AMOUNT = new RegExp(
  String.raw`[-\u2212+]?(?:\$\s?|\bUSD\s?)[-\u2212+]?${NUMBER}${SCALE}|[-\u2212+]?\b${NUMBER}${SCALE}\s?(?:dollars?|USD)\b`,
  'giu',
)
const PLAIN = new RegExp(String.raw`^[-\u2212+]?\$(${NUMBER})$`, 'u')

/** Splits text into dollar amounts and everything else; amounts in `visible` stay in the other text. */
export function partAmounts(text: string, visible: ReadonlySet<string>) {
  const parts: { readonly text: string; readonly isAmount: boolean }[] = []
  let from = 0
  for (const { 0: amount, index } of text.matchAll(AMOUNT)) {
    const plain = PLAIN.exec(amount)?.[1]
    if (plain !== undefined && visible.has(writeUsd(Number(plain.replaceAll(',', ''))))) continue
    parts.push({ text: text.slice(from, index), isAmount: false }, { text: amount, isAmount: true })
    from = index + amount.length
  }
  return [...parts, { text: text.slice(from), isAmount: false }]
}
