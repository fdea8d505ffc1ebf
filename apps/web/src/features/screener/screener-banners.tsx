import { commonWords } from '../../shared/common-words.ts'
import { toSentence } from '../../shared/format/words.ts'
import { Banner } from '../../shared/ui/banner.tsx'
import { IgnoredBanner } from '../../shared/ui/ignored-banner.tsx'
import { describeScreenFailure } from './screener-states.tsx'
import { screenerWords as words } from './screener-words.ts'
import type { ShownScreen } from './state/use-screen.ts'

interface ScreenerBannersProps {
  readonly shown: ShownScreen
  readonly ignored: readonly string[]
  readonly onDismissIgnored: () => void
}

/** Banners above the list: stale data, link settings that were ignored, or a failed refresh. */
export function ScreenerBanners({ shown, ignored, onDismissIgnored }: ScreenerBannersProps) {
  const { screen, failure, retry, retrying } = shown
  return (
    <>
      {screen?.freshness.cacheStatus === 'stale' && screen.message !== null && <Banner>{screen.message}</Banner>}
      <IgnoredBanner ignored={ignored} onDismiss={onDismissIgnored} />
      {failure !== null && screen !== null && (
        <Banner action={{ label: commonWords.retry, run: retry, busy: retrying }}>
          {toSentence(describeScreenFailure(failure))} {words.lastStays}
        </Banner>
      )}
    </>
  )
}
