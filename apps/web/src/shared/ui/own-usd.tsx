import { formatSignedUsd, formatUsd } from '../format/numbers.ts'
import { usePreferences } from '../preferences.ts'
import { Signed } from './signed.tsx'
import { uiWords } from './ui-words.ts'
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

/** Stands where dollars of the reader's own are masked. */
export const HiddenUsd = ({ hint }: Pick<OwnUsdProps, 'hint'>) => (
  <Unknown sign={MASK} spoken={uiWords.hidden} reason={hint ?? null} />
)

/** Dollars of the reader's own: masked where the reader wants them so. */
export function OwnUsd({ usd, signed = false, hint, reason }: OwnUsdProps) {
  const [{ hidesAmounts }] = usePreferences()
  if (usd === null) return <Unknown reason={reason ?? null} />
  if (hidesAmounts) return <HiddenUsd hint={hint} />
  return signed ? <Signed own text={formatSignedUsd(usd)} hint={hint} /> : formatUsd(usd)
}
