import { Button } from '@mantine/core'
import { type ReactNode, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import type { OptionChain } from '../../../api/option-chain.ts'
import { commonWords } from '../../../shared/common-words.ts'
import { useDeferred } from '../../../shared/use-deferred.ts'
import { showCall } from '../best-call.ts'
import type { AnalysisView } from '../use-opening.ts'
import type { ShownChain } from '../use-shown-chain.ts'
import { BestCallLine } from './best-call-line.tsx'
import { explainNoPassing } from './no-passing-call.ts'
import { noPassingWords, previewWords as words } from './preview-words.ts'
import { chooseCall } from './selection.ts'
import { openTrade } from './trade-figures.ts'
import { TRADE_ID } from './trade-places.ts'
import classes from './trade-preview.module.css'
import { PreviewFailure, PreviewSkeleton } from './trade-states.tsx'
import { nameExpiration, nameStrike } from './trade-words.ts'

interface TradePreviewProps {
  readonly view: AnalysisView
  /** Chain of calls, even while the ladder shows puts. */
  readonly chain: ShownChain
}

/** Loaded in parallel with the chain. */
const loadChosenTrade = async () => (await import('./chosen-trade.tsx')).ChosenTrade

/** Shows what selling the chosen call would mean: diagram, sentence, figures, warnings, comparison and what-if. */
export function TradePreview({ view, chain: shown }: TradePreviewProps) {
  const { chain, failure, retry, busy, outdated } = shown
  const { part: ChosenTrade, tryLoad } = useDeferred(loadChosenTrade)
  const [isMissing, setMissing] = useState(false)
  const fetchPart = async () => setMissing(!(await tryLoad()))
  const loadOnMount = useEffectEvent(() => void fetchPart())
  useEffect(() => loadOnMount(), [])
  const panel = useRef<HTMLElement>(null)
  const { strike, contracts } = view.state
  const opened = view.opening.call
  const call = useMemo(() => chain && chooseCall(chain, strike, opened), [chain, strike, opened])
  const trade = useMemo(() => chain && call && openTrade(chain, call, contracts), [chain, call, contracts])
  /** Moves focus to the panel, because the clicked button may unmount. */
  const focusPanel = () => panel.current?.focus()

  const renderContent = (): ReactNode => {
    if (chain === null) {
      if (failure === null) return <PreviewSkeleton />
      return <PreviewFailure failure={failure} busy={busy} onRetry={retry} />
    }
    if (call === null) {
      const showBest = () => {
        focusPanel()
        if (view.best === null) view.go((latest) => ({ ...latest, strike: null }))
        else showCall(view.go, view.best)
      }
      return <NoCall chain={chain} strike={strike} onShowBest={showBest} />
    }
    if (trade === null) return <NoTrade>{words.noPrice(chain.symbol)}</NoTrade>
    if (isMissing)
      return <NoTrade action={<Button onClick={fetchPart}>{commonWords.retry}</Button>}>{words.notLoaded}</NoTrade>
    if (ChosenTrade === null) return <PreviewSkeleton />
    return <ChosenTrade navigation={view} trade={trade} onBeforeUnmount={focusPanel} />
  }
  return (
    <section
      ref={panel}
      id={TRADE_ID}
      className={classes.panel}
      aria-label={words.title}
      aria-busy={busy}
      data-outdated={chain !== null && outdated}
      tabIndex={-1}
    >
      <p className={classes.kind}>{words.title}</p>
      <BestCallLine view={view} chain={chain} call={call} />
      {renderContent()}
    </section>
  )
}

interface NoTradeProps {
  readonly title?: string
  readonly children: ReactNode
  readonly action?: ReactNode
}

function NoTrade({ title = words.none, children, action }: NoTradeProps) {
  return (
    <div className={classes.none}>
      <h2>{title}</h2>
      <p>{children}</p>
      {action}
    </div>
  )
}

interface NoCallProps {
  readonly chain: OptionChain
  readonly strike: number | null
  readonly onShowBest: () => void
}

function NoCall({ chain, strike, onShowBest }: NoCallProps) {
  const { symbol, expiration, contracts, price, marketTime } = chain
  if (expiration === null) return <NoTrade>{`${symbol} has no listed options.`}</NoTrade>
  if (contracts.length === 0) {
    return <NoTrade>{'No options data available for this expiration date.'}</NoTrade>
  }
  const day = nameExpiration(expiration, marketTime)
  if (strike === null) {
    if (price === null) return <NoTrade>{words.noPrice(symbol)}</NoTrade>
    return (
      <NoTrade title={noPassingWords.title(day)}>
        {explainNoPassing(chain)} {noPassingWords.pickOne}
      </NoTrade>
    )
  }
  return (
    <NoTrade action={<Button onClick={onShowBest}>{words.showBest}</Button>}>
      {words.notListed(nameStrike(strike), day)}
    </NoTrade>
  )
}
