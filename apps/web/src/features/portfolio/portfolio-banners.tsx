import { describeFailure } from '../../api/api-error.ts'
import { commonWords } from '../../shared/common-words.ts'
import { nameCall } from '../../shared/format/name-call.ts'
import { toSentence } from '../../shared/format/words.ts'
import { Banner } from '../../shared/ui/banner.tsx'
import { IgnoredBanner } from '../../shared/ui/ignored-banner.tsx'
import type { Portfolio } from './data/portfolio.ts'
import { bannerWords as words } from './portfolio-words.ts'

interface PortfolioBannersProps {
  readonly portfolio: Portfolio
  readonly ignored: readonly string[]
  readonly onDismissIgnored: () => void
}

/** Warnings shown above the figures. */
export function PortfolioBanners({ portfolio, ignored, onDismissIgnored }: PortfolioBannersProps) {
  const { state, rows, missing, failure, busy, refresh, hasUnreadable, discard } = portfolio
  const why = describeFailure(failure) ?? commonWords.noAnswer
  const retry = { label: commonWords.retry, run: refresh, busy }
  return (
    <>
      <IgnoredBanner ignored={ignored} onDismiss={onDismissIgnored} />
      {state === 'local' && <Banner action={retry}>{words.local(toSentence(why))}</Banner>}
      {state === 'ready' && failure !== null && <Banner action={retry}>{words.notRefreshed(toSentence(why))}</Banner>}
      <UnsyncedBanner portfolio={portfolio} />
      {rows
        .filter(({ sync }) => sync === 'refused')
        .map((row) => (
          <Banner key={row.position.id} action={{ label: words.discard, run: () => discard(row.position.id) }}>
            {words.refused(nameCall(row.position), toSentence(row.syncReason ?? words.noReason))}
          </Banner>
        ))}
      {hasUnreadable && <Banner>{words.unreadable}</Banner>}
      {missing.length > 0 && (
        <Banner>{words.noFigures(missing.map(({ symbol, reason }) => `${symbol} (${reason})`).join(', '))}</Banner>
      )}
    </>
  )
}

function UnsyncedBanner({ portfolio: { rows, unsyncedCount, syncNow } }: Pick<PortfolioBannersProps, 'portfolio'>) {
  const count = unsyncedCount - rows.filter(({ sync }) => sync === 'refused').length
  if (count <= 0) return null
  return <Banner action={{ label: words.syncNow, run: () => void syncNow() }}>{commonWords.unsynced(count)}</Banner>
}
