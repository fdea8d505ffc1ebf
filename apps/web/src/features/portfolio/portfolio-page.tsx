import { useEffect, useEffectEvent, useState } from 'react'
import { preloadWhenIdle } from '../../shared/load-code.ts'
import { useIsPhone } from '../../shared/media.ts'
import { FreshnessChip } from '../../shared/ui/freshness-chip.tsx'
import { CONTENT_ID, Page } from '../../shared/ui/page.tsx'
import { useAddressState } from '../../shared/use-address-state.ts'
import { useDeferred } from '../../shared/use-deferred.ts'
import { usePageKeys } from '../../shared/use-page-keys.ts'
import { usePortfolio } from './data/use-portfolio.ts'
import { loadPortfolioDialogs } from './load-dialogs.ts'
import { PortfolioActions } from './portfolio-actions.tsx'
import { PortfolioBanners } from './portfolio-banners.tsx'
import { PortfolioContent } from './portfolio-content.tsx'
import type { OpenDialog } from './portfolio-dialogs.tsx'
import classes from './portfolio-page.module.css'
import { portfolioAddress } from './portfolio-state.ts'
import { portfolioWords } from './portfolio-words.ts'

/** Portfolio page: totals, positions that need attention, and a recommendation for every position. */
export function PortfolioPage() {
  const navigation = useAddressState(portfolioAddress)
  const { state, ignored, go } = navigation
  const isPhone = useIsPhone()
  const portfolio = usePortfolio()
  const { refresh } = portfolio
  const { part: Dialogs, load } = useDeferred(loadPortfolioDialogs)
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const open = async (wanted: OpenDialog) => {
    if (await load()) setDialog(wanted)
  }
  const add = () => void open({ kind: 'add', prefill: null })
  const isDrawn = portfolio.state !== 'loading'
  useEffect(() => (isDrawn ? preloadWhenIdle([loadPortfolioDialogs], 0) : undefined), [isDrawn])

  /** Opens a dialog requested in the URL and removes the request, so a reload does not open it again. */
  const takeOver = useEffectEvent((wanted: OpenDialog) => {
    go((latest) => ({ ...latest, add: null, open: null }), { replace: true, keepsIgnored: true })
    void open(wanted)
  })
  const { add: prefill, open: asked } = state
  useEffect(() => {
    if (asked === 'import') takeOver({ kind: 'import' })
    else if (asked === 'add' || prefill !== null) takeOver({ kind: 'add', prefill })
  }, [asked, prefill])

  const deselect = (id: string) =>
    go((latest) => (latest.selected === id ? { ...latest, selected: null } : latest), { replace: true })
  usePageKeys({ n: add, r: refresh })

  return (
    <Page
      title={portfolioWords.title}
      freshness={portfolio.freshness}
      actions={<PortfolioActions isPhone={isPhone} busy={portfolio.busy} onRefresh={refresh} onAdd={add} />}
      banners={
        <PortfolioBanners
          portfolio={portfolio}
          ignored={ignored}
          onDismissIgnored={() => go((latest) => latest, { replace: true })}
        />
      }
    >
      {isPhone && portfolio.freshness !== null && (
        <div className={classes.freshness}>
          <FreshnessChip freshness={portfolio.freshness} />
        </div>
      )}
      <PortfolioContent
        portfolio={portfolio}
        navigation={navigation}
        isPhone={isPhone}
        onOpen={(wanted) => void open(wanted)}
      />
      {Dialogs !== null && (
        <Dialogs
          portfolio={portfolio}
          open={dialog}
          onClose={() => setDialog(null)}
          onRemoved={deselect}
          returnFocus={() => document.getElementById(CONTENT_ID)?.focus()}
        />
      )}
    </Page>
  )
}
