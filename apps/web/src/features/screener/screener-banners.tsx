import { cutWords, toSentence } from '../../shared/format/words.ts'
import { Banner } from '../../shared/ui/banner.tsx'
import { describeScreenFailure } from './screener-states.tsx'
import type { ShownScreen } from './use-screen.ts'

interface ScreenerBannersProps {
  readonly shown: ShownScreen
  readonly ignored: readonly string[]
  readonly onDismissIgnored: () => void
}

const MOST_OF_A_PART = 40

/** What must be known before the figures are read. */
export function ScreenerBanners({ shown, ignored, onDismissIgnored }: ScreenerBannersProps) {
  const { screen, failure, retry, retrying } = shown
  return (
    <>
      {screen?.freshness.cacheStatus === 'stale' && screen.message !== null && (
        <Banner tone="trouble">{screen.message}</Banner>
      )}
      {ignored.length > 0 && (
        <Banner tone="trouble" action={{ label: 'Dismiss', run: onDismissIgnored }}>
          Part of this address means nothing here and was left out:{' '}
          {ignored.map((part) => cutWords(part, MOST_OF_A_PART)).join(', ')}
        </Banner>
      )}
      {failure !== null && screen !== null && (
        <Banner tone="trouble" action={{ label: 'Retry', run: retry, busy: retrying }}>
          {toSentence(describeScreenFailure(failure))} The last answer stays in view.
        </Banner>
      )}
    </>
  )
}
