import { describeFailure } from '../../api/api-error.ts'
import { nameCall } from '../../shared/format/name-call.ts'
import { toSentence } from '../../shared/format/words.ts'
import { Banner } from '../../shared/ui/banner.tsx'
import { IgnoredBanner } from '../../shared/ui/ignored-banner.tsx'
import type { Portfolio } from './data/portfolio.ts'

interface PortfolioBannersProps {
  readonly portfolio: Portfolio
  readonly ignored: readonly string[]
  readonly onDismissIgnored: () => void
}

/** What must be known before the figures are read. */
export function PortfolioBanners({ portfolio, ignored, onDismissIgnored }: PortfolioBannersProps) {
  const { state, rows, missing, failure, busy, refresh, hasUnreadable, discard } = portfolio
  const why = describeFailure(failure) ?? 'no answer'
  const retry = { label: 'Retry', run: refresh, busy }
  return (
    <>
      <IgnoredBanner ignored={ignored} onDismiss={onDismissIgnored} />
      {state === 'local' && (
        <Banner action={retry}>
          The rest of your portfolio cannot be loaded: {toSentence(why)} These are the positions saved on this device.
        </Banner>
      )}
      {state === 'ready' && failure !== null && (
        <Banner action={retry}>
          The positions could not be loaded anew: {toSentence(why)} The last ones stay in view.
        </Banner>
      )}
      <UnsyncedBanner portfolio={portfolio} />
      {rows
        .filter(({ sync }) => sync === 'refused')
        .map((row) => (
          <Banner key={row.position.id} action={{ label: 'Discard', run: () => discard(row.position.id) }}>
            {nameCall(row.position)} was not taken by the server: {toSentence(row.syncReason ?? 'no reason given')}{' '}
            Select it to edit it, or discard the change.
          </Banner>
        ))}
      {hasUnreadable && (
        <Banner>
          Positions were found in this browser that cannot be read. They were left as they are; what can be read is
          here.
        </Banner>
      )}
      {missing.length > 0 && (
        <Banner>
          No figures of the market for {missing.map(({ symbol, reason }) => `${symbol} (${reason})`).join(', ')}. Their
          positions are shown at entry price.
        </Banner>
      )}
    </>
  )
}

function UnsyncedBanner({ portfolio: { rows, unsyncedCount, syncNow } }: Pick<PortfolioBannersProps, 'portfolio'>) {
  const count = unsyncedCount - rows.filter(({ sync }) => sync === 'refused').length
  if (count <= 0) return null
  return (
    <Banner action={{ label: 'Sync now', run: () => void syncNow() }}>
      {count === 1 ? '1 change is' : `${count} changes are`} saved on this device, not yet synced. This is tried again
      by itself.
    </Banner>
  )
}
