import { cutWords } from '../format/words.ts'
import { Banner } from './banner.tsx'
import { uiWords } from './ui-words.ts'

interface IgnoredBannerProps {
  /** Parts of the address that mean nothing here, as `name=value`. */
  readonly ignored: readonly string[]
  readonly onDismiss: () => void
}

const MOST_OF_A_PART = 40

/** Says what of an address was left out; nothing where all of it was understood. */
export function IgnoredBanner({ ignored, onDismiss }: IgnoredBannerProps) {
  if (ignored.length === 0) return null
  return (
    <Banner action={{ label: uiWords.dismiss, run: onDismiss }}>
      {uiWords.ignored} {ignored.map((part) => cutWords(part, MOST_OF_A_PART)).join(', ')}
    </Banner>
  )
}
