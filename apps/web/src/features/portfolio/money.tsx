import { formatShown } from '../../shared/format/numbers.ts'
import { usePreferences } from '../../shared/preferences.ts'
import { HiddenUsd, Signed, Unknown } from '../../shared/ui/figures.tsx'

const dollars: Intl.NumberFormatOptions = { style: 'currency', currency: 'USD' }

/** Dollars and cents: `$109.35`. */
export const formatCents = formatShown({ decimals: 2 }, dollars)
/** Gain or loss in dollars and cents, with a sign unless zero: `+$109.35`, `−$41.30`, `$0.00`. */
export const formatSignedCents = formatShown({ decimals: 2 }, { ...dollars, signDisplay: 'exceptZero' })

interface CentsProps {
  readonly usd: number | null
  /** Whether to show the amount as a gain or loss, with sign and color. */
  readonly signed?: boolean
  readonly hint?: string | undefined
  /** Why the amount is unknown. */
  readonly reason?: string
}

/** The user's own dollar amount with cents, as on a broker's statement. It is masked if the user hides amounts. */
export function Cents({ usd, signed = false, hint, reason }: CentsProps) {
  const [{ hidesAmounts }] = usePreferences()
  if (usd === null) return <Unknown reason={reason ?? null} />
  if (hidesAmounts) return <HiddenUsd hint={hint} />
  // Most cells of an income table are zero: only gains and losses are colored.
  return signed && usd !== 0 ? <Signed own text={formatSignedCents(usd)} hint={hint} /> : formatCents(usd)
}

/** Masks the dollars in the server's sentences while the user hides amounts. */
export function useMaskedText(): (text: string) => string {
  const [{ hidesAmounts }] = usePreferences()
  return (text) => (hidesAmounts ? text.replace(/\$[\d,.]*\d/g, '***') : text)
}
