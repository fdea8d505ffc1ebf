import { Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { type ReactNode, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { type ApiError, describeFailure } from '../../../api/http.ts'
import type { OptionChain, OptionContract } from '../../../api/options.ts'
import { commonWords } from '../../../shared/common-words.ts'
import { bestCallWords } from '../../../shared/figures/best-call.ts'
import { formatDuration } from '../../../shared/format/times.ts'
import { toSentence } from '../../../shared/format/words.ts'
import { BusyButton } from '../../../shared/ui/buttons.tsx'
import { VisuallyHidden } from '../../../shared/ui/figures.tsx'
import { useDeferred } from '../../../shared/use-deferred.ts'
import pageClasses from '../analysis.module.css'
import { TRADE_ID } from '../analysis-state.ts'
import { type AnalysisView, type ShownChain, showCall, summarizeBestCall } from '../stock-data.ts'
import { chooseCall, explainNoPassing, relateToBest } from './selection.ts'
import classes from './trade.module.css'
import { nameExpiration, nameStrike, openTrade } from './trade-figures.ts'

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
  const panel = useRef<HTMLDivElement>(null)
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
    if (trade === null) return <NoTrade>{nameNoPrice(chain.symbol)}</NoTrade>
    if (isMissing)
      return (
        <NoTrade action={<Button onClick={fetchPart}>{commonWords.retry}</Button>}>
          Could not load this section of the page.
        </NoTrade>
      )
    if (ChosenTrade === null) return <PreviewSkeleton />
    return <ChosenTrade navigation={view} trade={trade} onBeforeUnmount={focusPanel} />
  }
  return (
    <Stack
      component="section"
      gap="md"
      p="lg"
      ref={panel}
      id={TRADE_ID}
      className={`${pageClasses.panel} ${classes.panel}`}
      aria-label="Trade preview"
      aria-busy={busy}
      data-outdated={chain !== null && outdated}
      tabIndex={-1}
    >
      <Text size="sm" c="dimmed" mb="-sm">
        Trade preview
      </Text>
      <BestCallLine view={view} chain={chain} call={call} />
      {renderContent()}
    </Stack>
  )
}

const nameNoPrice = (symbol: string) => `The price of ${symbol} is unknown, so nothing can be calculated.`

function Missing({ title = 'No call to preview', children }: Pick<NoTradeProps, 'title' | 'children'>) {
  return (
    <Stack align="flex-start" gap="sm" py="xs" c="dimmed">
      <Text component="h2" size="lg" fw="bold" c="var(--text)">
        {title}
      </Text>
      {children}
    </Stack>
  )
}

interface NoTradeProps {
  readonly title?: string | undefined
  readonly children: ReactNode
  readonly action?: ReactNode
}

function NoTrade({ title, children, action }: NoTradeProps) {
  return (
    <Missing title={title}>
      <p>{children}</p>
      {action}
    </Missing>
  )
}

interface NoCallProps {
  readonly chain: OptionChain
  readonly strike: number | null
  readonly onShowBest: () => void
}

function NoCall({ chain, strike, onShowBest }: NoCallProps) {
  const { symbol, expiration, contracts, price, marketTime } = chain
  if (expiration === null) return <NoTrade>{symbol} has no listed options.</NoTrade>
  if (contracts.length === 0) {
    return <NoTrade>No options data available for this expiration date.</NoTrade>
  }
  const day = nameExpiration(expiration, marketTime)
  if (strike === null) {
    if (price === null) return <NoTrade>{nameNoPrice(symbol)}</NoTrade>
    return (
      <NoTrade title={`No call qualifies for ${day}`}>
        {explainNoPassing(chain)} Pick a strike in the chain to preview it anyway.
      </NoTrade>
    )
  }
  return (
    <NoTrade action={<Button onClick={onShowBest}>Show the best call</Button>}>
      No {nameStrike(strike)} call expiring {day} is listed.
    </NoTrade>
  )
}

interface BestCallLineProps {
  readonly view: AnalysisView
  readonly chain: OptionChain | null
  /** Call in the preview; null if there is none. */
  readonly call: OptionContract | null
}

/** Says whether the previewed call is the stock's best call; if not, offers a button that shows the best call. */
function BestCallLine({ view: { best, go }, chain, call }: BestCallLineProps) {
  if (best === null || chain === null) return null
  const relation = relateToBest(best, chain, call)
  const isThin = (relation === 'shown' ? call?.bestCallLiquidity : best.liquidity) === 'thin'
  const name = summarizeBestCall(best)
  return (
    <Group justify="space-between" gap="sm" wrap="nowrap" c="dimmed" mb={relation === 'shown' ? '-sm' : 0}>
      <p>
        {relation === 'shown' ? (
          <Text component="b" fw="bold" c="iris">{`Best call of ${chain.symbol}`}</Text>
        ) : relation === 'elsewhere' ? (
          `Best call: ${name}`
        ) : (
          `The screener’s best call, ${name}, no longer passes the rules for spread, open interest and delta at these quotes.`
        )}
        {isThin && relation !== 'outdated' && <span className={classes.warning}> {bestCallWords.thinMeaning}</span>}
      </p>
      {relation !== 'shown' && call?.contractSymbol !== best.contractSymbol && (
        <Button variant="subtle" size="compact-sm" onClick={() => showCall(go, best)}>
          Show
        </Button>
      )}
    </Group>
  )
}

interface PreviewFailureProps {
  readonly failure: ApiError
  readonly busy: boolean
  readonly onRetry: () => void
}

/** Shows that the chain failed to load. The options card does so prominently; here it explains the empty preview. */
function PreviewFailure({ failure, busy, onRetry }: PreviewFailureProps) {
  const { requestId, retryAfterSeconds } = failure
  return (
    <Missing>
      <p>
        {toSentence(describeFailure(failure) ?? 'Failed to load options chain')}
        {retryAfterSeconds !== null && ` ${commonWords.wait(formatDuration(retryAfterSeconds))}`}
      </p>
      {requestId !== null && <p>{commonWords.quote(requestId)}</p>}
      <BusyButton busy={busy} onClick={onRetry}>
        {commonWords.retry}
      </BusyButton>
    </Missing>
  )
}

const PARTS = [34, 34, 190, ...Array.from({ length: 8 }, () => 10)].map((height, index) => ({
  name: `part-${index}`,
  height,
}))

/** Skeleton for the preview while the chain loads. */
function PreviewSkeleton() {
  return (
    <div className={classes.skeleton}>
      <VisuallyHidden>Loading the trade preview…</VisuallyHidden>
      {PARTS.map(({ name, height }) => (
        <Skeleton key={name} animate={false} mb="md" h={height} />
      ))}
    </div>
  )
}
