import { Button } from '@mantine/core'
import { type ReactNode, useMemo, useRef } from 'react'
import type { OptionChain } from '../../../api/option-chain.ts'
import type { AnalysisNavigation } from '../analysis-state.ts'
import type { ShownChain } from '../use-shown-chain.ts'
import { ChosenTrade } from './chosen-trade.tsx'
import { chooseCall } from './selection.ts'
import { openTrade } from './trade-figures.ts'
import classes from './trade-preview.module.css'
import { PreviewFailure, PreviewSkeleton } from './trade-states.tsx'
import { nameExpiration, nameStrike } from './trade-words.ts'

interface TradePreviewProps {
  readonly navigation: AnalysisNavigation
  /** Of calls. */
  readonly chain: ShownChain
}

/** What selling the chosen call would mean: diagram, sentence, figures, what-if, comparison and warnings. */
export function TradePreview({ navigation, chain: shown }: TradePreviewProps) {
  const { chain, failure, retry, busy, outdated } = shown
  const panel = useRef<HTMLElement>(null)
  const { strike, contracts } = navigation.state
  const call = useMemo(() => chain && chooseCall(chain, strike), [chain, strike])
  const trade = useMemo(() => chain && call && openTrade(chain, call, contracts), [chain, call, contracts])
  /** The button that was pressed may go with what it stands in. */
  const keepFocus = () => panel.current?.focus()

  const renderContent = (): ReactNode => {
    if (chain === null) {
      if (failure === null) return <PreviewSkeleton />
      return <PreviewFailure failure={failure} busy={busy} onRetry={retry} />
    }
    if (call === null) {
      const showBest = () => {
        keepFocus()
        navigation.go((latest) => ({ ...latest, strike: null }))
      }
      return <NoCall chain={chain} strike={strike} onShowBest={showBest} />
    }
    if (trade === null) return <NoTrade>No price of {chain.symbol} is known, so nothing can be worked out.</NoTrade>
    return <ChosenTrade navigation={navigation} trade={trade} onLeave={keepFocus} />
  }
  return (
    <section
      ref={panel}
      className={classes.panel}
      aria-label="Trade preview"
      aria-busy={busy}
      data-outdated={chain !== null && outdated}
      tabIndex={-1}
    >
      <p className={classes.kind}>Trade preview</p>
      {renderContent()}
    </section>
  )
}

function NoTrade({ children, action }: { readonly children: ReactNode; readonly action?: ReactNode }) {
  return (
    <div className={classes.none}>
      <h2>No call to preview</h2>
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

function NoCall({ chain: { symbol, expiration, contracts, marketTime }, strike, onShowBest }: NoCallProps) {
  if (expiration === null) return <NoTrade>{symbol} has no listed options.</NoTrade>
  if (contracts.length === 0) {
    return <NoTrade>No options data available for this expiration date.</NoTrade>
  }
  const day = nameExpiration(expiration, marketTime)
  if (strike === null) {
    return (
      <NoTrade>Nobody bids for a call above the price that expires {day}. Choose one in the chain to see it.</NoTrade>
    )
  }
  return (
    <NoTrade action={<Button onClick={onShowBest}>Show the best in range</Button>}>
      No {nameStrike(strike)} call that expires {day} is listed.
    </NoTrade>
  )
}
