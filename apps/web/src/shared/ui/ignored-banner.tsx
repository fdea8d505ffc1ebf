import { cutWords } from '../format/words.ts'
import { Banner } from './banner.tsx'
import { uiWords } from './ui-words.ts'

interface IgnoredBannerProps {
  /** Query parameters that the page does not recognize, as `name=value`. */
  readonly ignored: readonly string[]
  readonly onDismiss: () => void
}

const MAX_PART_LENGTH = 40

/** Lists the parts of the link that were ignored. Renders nothing if there are none. */
export function IgnoredBanner({ ignored, onDismiss }: IgnoredBannerProps) {
  if (ignored.length === 0) return null
  return (
    <Banner action={{ label: uiWords.dismiss, run: onDismiss }}>
      {uiWords.ignored} {ignored.map((part) => cutWords(part, MAX_PART_LENGTH)).join(', ')}
    </Banner>
  )
}
