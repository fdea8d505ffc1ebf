import type { CardFigure, ChatMetadata } from '@callwright/contracts'
import { personalTools } from '@callwright/contracts/coach-basics'
import { createContext, Fragment, type ReactNode, use, useMemo } from 'react'
import { formatPrice } from '../../shared/format/numbers.ts'
import { usePreferences } from '../../shared/preferences.ts'
import { HiddenUsd } from '../../shared/ui/figures.tsx'

/** Dollar amounts that stay visible while the rest are masked; null disables masking. */
const VisibleUsd = createContext<ReadonlySet<string> | null>(null)

interface AmountMaskProps {
  /** Whether the answer uses the user's own data. */
  readonly isPersonal: boolean
  readonly card: ChatMetadata | null
  readonly children: ReactNode
}

/** Masks the user's own dollar amounts in its children if the user hides amounts. */
export function AmountMask({ isPersonal, card, children }: AmountMaskProps) {
  const [{ hidesAmounts }] = usePreferences()
  const visible = useMemo(
    () => (isPersonal && hidesAmounts ? listMarketUsd(card) : null),
    [isPersonal, hidesAmounts, card],
  )
  return <VisibleUsd value={visible}>{children}</VisibleUsd>
}

/** Whether the user's own dollar amounts are masked here. */
export const useIsMasked = () => use(VisibleUsd) !== null

/** Matches hyphens that stand for minus signs, to display real minus signs; the hyphen in a range doesn't match. */
const SIGN = /(?<=^|[\s(])-(?=\$?\d)/g

/** Text of an answer, with the user's own dollar amounts masked if they are hidden. */
export function OwnWords({ text }: { readonly text: string }) {
  const visible = use(VisibleUsd)
  const signed = text.replace(SIGN, '\u2212')
  if (visible === null) return signed
  return partAmounts(signed, visible).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never reorder
    <Fragment key={index}>{part.isAmount ? <HiddenUsd /> : part.text}</Fragment>
  ))
}

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
function listMarketUsd(card: ChatMetadata | null): ReadonlySet<string> {
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
function partAmounts(text: string, visible: ReadonlySet<string>) {
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
