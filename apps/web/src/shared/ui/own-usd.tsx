import { formatSignedUsd, formatUsd } from '../format/numbers.ts'
import { usePreferences } from '../preferences.ts'
import { Signed } from './signed.tsx'
import { Unknown } from './unknown.tsx'

interface OwnUsdProps {
  readonly usd: number | null
  /** A result, with its sign and its colour. */
  readonly signed?: boolean
  readonly hint?: string | undefined
  /** Why it is unknown. */
  readonly reason?: string
}

const MASK = '***'

/** Dollars of the reader's own: masked where the reader wants them so. */
export function OwnUsd({ usd, signed = false, hint, reason }: OwnUsdProps) {
  const [{ hidesAmounts }] = usePreferences()
  if (usd === null) return <Unknown reason={reason ?? null} />
  if (hidesAmounts) return <Unknown sign={MASK} spoken="hidden" reason={hint ?? null} />
  return signed ? <Signed own text={formatSignedUsd(usd)} hint={hint} /> : formatUsd(usd)
}
