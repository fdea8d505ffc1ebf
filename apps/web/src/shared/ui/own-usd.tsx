import { formatSignedUsd, formatUsd } from '../format/numbers.ts'
import { usePreferences } from '../preferences.ts'
import { Signed } from './signed.tsx'
import { uiWords } from './ui-words.ts'
import { Unknown } from './unknown.tsx'

interface OwnUsdProps {
  readonly usd: number | null
  /** Whether to show the amount as a gain or loss, with sign and color. */
  readonly signed?: boolean
  readonly hint?: string | undefined
  /** Why the amount is unknown. */
  readonly reason?: string
}

const MASK = '***'

/** Shown in place of a masked dollar amount. */
export const HiddenUsd = ({ hint }: Pick<OwnUsdProps, 'hint'>) => (
  <Unknown sign={MASK} spoken={uiWords.hidden} reason={hint ?? null} />
)

/** A dollar amount that belongs to the user. It is masked if the user has chosen to hide amounts. */
export function OwnUsd({ usd, signed = false, hint, reason }: OwnUsdProps) {
  const [{ hidesAmounts }] = usePreferences()
  if (usd === null) return <Unknown reason={reason ?? null} />
  if (hidesAmounts) return <HiddenUsd hint={hint} />
  return signed ? <Signed own text={formatSignedUsd(usd)} hint={hint} /> : formatUsd(usd)
}
