import { ActionIcon, Button, Group, Skeleton, Text } from '@mantine/core'
import { skipToken } from '@reduxjs/toolkit/query'
import { IconArrowLeft, IconBell, IconChevronLeft, IconChevronRight, IconStar } from '@tabler/icons-react'
import { selectResult } from '../../api/api.ts'
import { type ApiError, asApiError, describeFailure } from '../../api/http.ts'
import { useListingQuery } from '../../api/screener.ts'
import { type StockQuote, useQuoteQuery } from '../../api/stocks.ts'
import { commonWords } from '../../shared/common-words.ts'
import { formatInteger, formatPrice, formatSignedFinePct, formatSignedPrice } from '../../shared/format/numbers.ts'
import { readCurrentList, readListUrl, storeCurrentList } from '../../shared/last-visited.ts'
import { openLists } from '../../shared/open-lists.ts'
import { usePageKeys } from '../../shared/page-keys.ts'
import { buildAlertPath } from '../../shared/paths.ts'
import { RatingCell } from '../../shared/rating/rating-cell.tsx'
import { RatingsScope } from '../../shared/rating/ratings-scope.tsx'
import { Link } from '../../shared/routing.ts'
import { BusyButton } from '../../shared/ui/buttons.tsx'
import { Signed, Unknown } from '../../shared/ui/figures.tsx'
import { FreshnessChip } from '../../shared/ui/freshness.tsx'
import classes from './analysis.module.css'
import type { RatedStock } from './stock-data.ts'

interface StockHeaderProps {
  readonly symbol: string
  readonly shown: ShownQuote
  readonly rated: RatedStock
  readonly isPhone: boolean
  readonly onStep: (symbol: string) => void
}

/** Header with the stock's name, price and rating, and links to its neighbors in the screener list. */
export function StockHeader({ symbol, shown, rated, isPhone, onStep }: StockHeaderProps) {
  const { quote } = shown
  const { stock } = rated
  const title = <h2 className={classes.symbol}>{symbol}</h2>
  const company = stock !== null && (
    <Text component="span" truncate className={classes.company} title={stock.companyName}>
      {stock.companyName}
    </Text>
  )
  const price = <Price symbol={symbol} shown={shown} />
  const steps = <ListSteps symbol={symbol} isPhone={isPhone} onStep={onStep} />
  usePageKeys({ w: () => openLists([symbol]) })
  const rating = (
    <>
      <ActionIcon
        variant="subtle"
        aria-label={`Lists for ${symbol}`}
        aria-keyshortcuts="w"
        data-hint="Add to a list, key w"
        onClick={() => openLists([symbol])}
      >
        <IconStar {...icon} />
      </ActionIcon>
      <Rating rated={rated} />
    </>
  )
  const alert = (
    <ActionIcon
      component={Link}
      to={buildAlertPath('symbol', symbol)}
      variant="subtle"
      aria-label={`Alert me at a price of ${symbol}`}
      data-hint="Alert me at a price"
    >
      <IconBell {...icon} />
    </ActionIcon>
  )
  return (
    <section className={classes.header} aria-label={symbol}>
      {isPhone ? (
        <>
          {title}
          {price}
          {company}
          {steps}
          {alert}
          {quote !== null && <FreshnessChip freshness={quote.freshness} />}
          <Group ml="auto">{rating}</Group>
        </>
      ) : (
        <>
          <Group gap="var(--space-1) var(--space-5)" align="baseline" miw={0}>
            {title}
            {company}
            {price}
          </Group>
          <Group gap="xl" ml="auto">
            {rating}
            {alert}
            {steps}
          </Group>
        </>
      )}
    </section>
  )
}

function Price({ symbol, shown: { quote, failure, retry, busy } }: Pick<StockHeaderProps, 'symbol' | 'shown'>) {
  if (quote !== null) {
    return (
      <>
        <b className={`${classes.symbol} ${classes.figure}`}>{formatPrice(quote.lastPriceUsd)}</b>
        <Change quote={quote} />
      </>
    )
  }
  if (failure === null)
    return <Skeleton animate={false} w={128} h={18} style={{ alignSelf: 'center' }} aria-hidden="true" />
  return (
    <Group gap="sm" c="dimmed" role="alert">
      <Unknown reason={describeFailure(failure)} />
      Could not load the price of {symbol}.
      <BusyButton variant="subtle" busy={busy} onClick={retry}>
        {commonWords.retry}
      </BusyButton>
    </Group>
  )
}

function Change({ quote: { changeUsd, changePct } }: { readonly quote: StockQuote }) {
  if (changeUsd === null) return <Unknown reason="No previous close from the data source" />
  return (
    <Text component="span" size="lg" className={classes.figure}>
      <Signed text={formatSignedPrice(changeUsd)} />
      {changePct !== null && (
        <Text component="span" inherit c="dimmed" ml="2xs">
          ({formatSignedFinePct(changePct)}%)
        </Text>
      )}
    </Text>
  )
}

/** Renders nothing for a stock that is not in the screener. */
function Rating({ rated: { stock, ownWeights, failure, retry, busy } }: Pick<StockHeaderProps, 'rated'>) {
  if (failure !== null) {
    return (
      <Group gap="sm" c="dimmed">
        <Unknown reason={describeFailure(failure)} />
        <BusyButton variant="subtle" busy={busy} onClick={retry}>
          Rating: Retry
        </BusyButton>
      </Group>
    )
  }
  if (stock === null) return null
  return (
    <RatingsScope stocks={[stock]} ownWeights={ownWeights}>
      <RatingCell stock={stock} />
    </RatingsScope>
  )
}

export interface ShownQuote {
  readonly quote: StockQuote | null
  /** Error from the latest request; `quote` still holds the previous quote. */
  readonly failure: ApiError | null
  readonly retry: () => void
  readonly busy: boolean
  /** True if the server does not know the symbol. */
  readonly unknown: boolean
}

export function useQuote(symbol: string): ShownQuote {
  const { currentData, error, isFetching, refetch } = useQuoteQuery(symbol, {
    refetchOnReconnect: true,
    selectFromResult: selectResult,
  })
  const failure = asApiError(error)
  return {
    quote: currentData ?? null,
    failure,
    retry: () => void refetch(),
    busy: isFetching,
    unknown: failure?.status === 404 && currentData === undefined,
  }
}

interface ListStepsProps {
  readonly symbol: string
  readonly isPhone: boolean
  readonly onStep: (symbol: string) => void
}

const icon = { size: 16, stroke: 1.6, 'aria-hidden': true } as const

/** Opens the previous or next stock in the screener list (keys `[` and `]`). Hidden if the stock isn't in the list. */
function ListSteps({ symbol, isPhone, onStep }: ListStepsProps) {
  const place = useListPlace(symbol)
  const go = (step: ListStep | null | undefined) => {
    if (!step) return
    step.remember()
    onStep(step.symbol)
  }
  usePageKeys({ '[': () => go(place?.previous), ']': () => go(place?.next) })
  if (place === null) return null
  const { previous, next, position, total } = place
  return (
    <Group component="nav" gap="2xs" wrap="nowrap" className={classes.steps} aria-label="Screener list">
      <Button
        component={Link}
        to={readListUrl()}
        variant="subtle"
        leftSection={isPhone ? undefined : <IconArrowLeft {...icon} />}
        aria-label="Back to list"
      >
        {isPhone ? <IconArrowLeft {...icon} /> : 'Back to list'}
      </Button>
      <ActionIcon
        variant="subtle"
        aria-label="Previous stock"
        aria-keyshortcuts="["
        aria-disabled={previous === null}
        data-hint={previous === null ? 'This is the first in the list' : `${previous.symbol}, key [`}
        onClick={() => go(previous)}
      >
        <IconChevronLeft {...icon} />
      </ActionIcon>
      <Text component="span" size="sm" c="dimmed" className={classes.figure} role="status">
        {formatInteger(position)} of {formatInteger(total)}
      </Text>
      <ActionIcon
        variant="subtle"
        aria-label="Next stock"
        aria-keyshortcuts="]"
        aria-disabled={next === null}
        data-hint={next === null ? 'This is the last in the list' : `${next.symbol}, key ]`}
        onClick={() => go(next)}
      >
        <IconChevronRight {...icon} />
      </ActionIcon>
    </Group>
  )
}

/** Maximum number of symbols per response. */
const WINDOW = 500
const HALF = WINDOW / 2

/** A neighboring stock in the list; call `remember` before opening it. */
interface ListStep {
  readonly symbol: string
  readonly remember: () => void
}

interface ListPlace {
  /** Starts at 1. */
  readonly position: number
  readonly total: number
  readonly previous: ListStep | null
  readonly next: ListStep | null
}

/** The stock's position in the list it was opened from; null if it isn't in a list or the list is still loading. */
function useListPlace(symbol: string): ListPlace | null {
  const list = readCurrentList()
  const { data } = useListingQuery(
    list === null ? skipToken : { ...list, limit: WINDOW, offset: findStart(list.offset) },
  )
  const index = data?.symbols.indexOf(symbol) ?? -1
  if (list === null || data === undefined || index < 0) return null
  const findStep = (to: number): ListStep | null => {
    const neighbor = data.symbols[to]
    if (neighbor === undefined) return null
    return { symbol: neighbor, remember: () => storeCurrentList({ ...list, offset: data.offset + to }) }
  }
  const position = data.offset + index + 1
  return { position, total: data.total, previous: findStep(index - 1), next: findStep(index + 1) }
}

/** Offset of the window. It moves by half a window at a time, so the stock has many neighbors on both sides. */
const findStart = (offset: number) => Math.max(0, Math.floor(offset / HALF) * HALF - HALF / 2)
