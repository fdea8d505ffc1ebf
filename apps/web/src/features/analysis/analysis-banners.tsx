import { describeFailure } from '../../api/api-error.ts'
import { commonWords } from '../../shared/common-words.ts'
import { Banner } from '../../shared/ui/banner.tsx'
import { IgnoredBanner } from '../../shared/ui/ignored-banner.tsx'
import type { AnalysisNavigation } from './analysis-state.ts'
import { analysisWords as words } from './analysis-words.ts'
import type { ShownQuote } from './header/use-quote.ts'

interface AnalysisBannersProps {
  readonly navigation: AnalysisNavigation
  readonly shown: ShownQuote
}

/** Banners above the panels: stale data, link settings that were ignored, or a failed refresh. */
export function AnalysisBanners({
  navigation: { ignored, go },
  shown: { quote, failure, retry, busy },
}: AnalysisBannersProps) {
  return (
    <>
      {quote?.freshness.cacheStatus === 'stale' && quote.message !== null && <Banner>{quote.message}</Banner>}
      <IgnoredBanner ignored={ignored} onDismiss={() => go((latest) => latest, { replace: true })} />
      {quote !== null && failure !== null && (
        <Banner action={{ label: commonWords.retry, run: retry, busy }}>
          {words.notRefreshed(describeFailure(failure) ?? commonWords.noAnswer)}
        </Banner>
      )}
    </>
  )
}
