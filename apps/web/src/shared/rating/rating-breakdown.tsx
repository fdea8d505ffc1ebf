import { Box, Group, Popover, type PopoverProps, Progress, Skeleton, Stack, Text } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { IconTriangleFilled, IconTriangleInvertedFilled } from '@tabler/icons-react'
import { type ReactNode, type Ref, useLayoutEffect } from 'react'
import { asApiError, describeFailure } from '../../api/http.ts'
import { type StockRating, useStockRatingQuery } from '../../api/ratings.ts'
import type { ScreenStock } from '../../api/screener.ts'
import { placeLine } from '../charts/line-points.ts'
import { formatInteger, formatPoints } from '../format/numbers.ts'
import { formatDay } from '../format/times.ts'
import { toSentence } from '../format/words.ts'
import { Unknown } from '../ui/figures.tsx'
import classes from './rating.module.css'
import { RatingGlyph } from './rating-cell.tsx'
import {
  type ChangeView,
  describeChange,
  describeCoverage,
  describeNoRating,
  findBand,
  hasLowCoverage,
  listParts,
  OWN_WEIGHTS_NOTE,
  type PartView,
} from './rating-view.ts'

/** Clicks elsewhere need to close the breakdown only on touch screens: a mouse closes it by leaving. */
const TAP = ['touchstart']
/** If there is room neither above nor below, the breakdown opens beside its button or, on a phone, over it. */
const IN_VIEW = {
  flip: { crossAxis: false, fallbackPlacements: ['top-start', 'right', 'left'], padding: 8 },
  shift: { crossAxis: true, padding: 8 },
} satisfies PopoverProps['middlewares']
/** Points change during a run, so explanations older than this are reloaded. */
const FRESH_SECONDS = 5

interface RatingBreakdownProps {
  readonly id: string
  readonly stock: ScreenStock
  /** Button that opened the breakdown. */
  readonly button: HTMLElement
  readonly ownWeights: boolean
  readonly onClose: () => void
}

/**
 * Breakdown of a rating. Shows the points of each part at once, and adds explanations and the latest change when they
 * have loaded.
 */
export function RatingBreakdown({ id, stock, button, ownWeights, onClose }: RatingBreakdownProps) {
  const { symbol, rating } = stock
  const { currentData, error } = useStockRatingQuery(symbol, { refetchOnMountOrArgChange: FRESH_SECONDS })
  // Escape must also close a breakdown that the pointer opened while the focus is elsewhere.
  useWindowEvent('keydown', ({ key }) => {
    if (key === 'Escape') onClose()
  })
  return (
    <Popover
      opened
      withRoles={false}
      position="bottom-start"
      width={360}
      middlewares={IN_VIEW}
      clickOutsideEvents={TAP}
      onChange={onClose}
    >
      <Popover.Target>
        <Anchor element={button} />
      </Popover.Target>
      <Popover.Dropdown id={id} role="dialog" aria-label={`Rating of ${symbol}`} className={classes.breakdown}>
        <Head stock={stock} />
        <Movement change={describeChange(rating)} history={currentData?.history ?? []} />
        <Notes stock={stock} ownWeights={ownWeights} />
        <RatingParts parts={listParts(rating, currentData, ownWeights)} waiting={error === undefined} />
        <Note>{error === undefined ? describeCoverage(rating) : explainNoReasons(error)}</Note>
      </Popover.Dropdown>
    </Popover>
  )
}

/** Makes an existing element the popover's target. */
function Anchor({ element, ref }: { readonly element: HTMLElement; readonly ref?: Ref<HTMLElement> }) {
  useLayoutEffect(() => {
    if (typeof ref !== 'function') return
    const cleanUp = ref(element)
    return () => {
      if (typeof cleanUp === 'function') cleanUp()
      else ref(null)
    }
  }, [element, ref])
  return null
}

function explainNoReasons(error: unknown): string {
  const why = describeFailure(asApiError(error))
  return `Could not load the explanations${why === null ? '' : `: ${why}`}. Close and reopen to try again.`
}

function Head({ stock }: Pick<RatingBreakdownProps, 'stock'>) {
  const { symbol, companyName, rating } = stock
  const band = rating.score === null ? null : findBand(rating.score)
  return (
    <Group justify="space-between" align="baseline" gap="md" mb="sm" wrap="nowrap">
      <Text truncate c="dimmed">
        <Text span c="var(--text)" fw="var(--weight-strong)">
          {symbol}
        </Text>{' '}
        {companyName}
      </Text>
      {band === null ? (
        <Unknown reason={describeNoRating(stock)} />
      ) : (
        <Group component="span" gap="xs" flex="none" fw="var(--weight-strong)">
          <RatingGlyph band={band} />
          {formatPoints(rating.score)}
          <small>/{formatInteger(rating.max)}</small>
          <small>{band.word}</small>
        </Group>
      )}
    </Group>
  )
}

const directions = {
  up: { Triangle: IconTriangleFilled, color: 'var(--gain)' },
  down: { Triangle: IconTriangleInvertedFilled, color: 'var(--loss)' },
  same: { Triangle: null, color: 'dimmed' },
} as const

interface MovementProps {
  readonly change: ChangeView | null
  readonly history: StockRating['history']
}

function Movement({ change, history }: MovementProps) {
  const { Triangle, color } = directions[change?.direction ?? 'same']
  return (
    <Group className={classes.movement} justify="space-between" gap="md" mih={40} mb="sm" wrap="nowrap">
      {change !== null && (
        <Group component="span" gap="2xs" c={color} fz="sm">
          {Triangle !== null && <Triangle size={8} aria-hidden="true" />}
          {change.text}
        </Group>
      )}
      <RatingSparkline history={history} />
    </Group>
  )
}

function Notes({ stock, ownWeights }: Pick<RatingBreakdownProps, 'stock' | 'ownWeights'>) {
  const { rating } = stock
  return (
    <>
      {rating.score === null && <Note>No rating: {toSentence(describeNoRating(stock))}</Note>}
      {hasLowCoverage(rating) && <Note>Grayed out: based on less than half of the points.</Note>}
      {ownWeights && <Note>{OWN_WEIGHTS_NOTE}</Note>}
    </>
  )
}

const Note = ({ children }: { readonly children: ReactNode }) => (
  <Text my="sm" size="sm" c="dimmed">
    {children}
  </Text>
)

interface RatingPartsProps {
  readonly parts: readonly PartView[]
  /** Whether the explanations are still loading. */
  readonly waiting: boolean
}

export function RatingParts({ parts, waiting }: RatingPartsProps) {
  return (
    <Stack component="ul" gap="xs">
      {parts.map((part) => (
        <Part key={part.key} part={part} waiting={waiting} />
      ))}
    </Stack>
  )
}

function Part({ part, waiting }: { readonly part: PartView; readonly waiting: boolean }) {
  const { label, points, max, why, unknown } = part
  const isKnown = max !== null && max > 0 && points !== null
  return (
    <li className={classes.part}>
      <span>{label}</span>
      <Progress size={4} color="var(--text-muted)" value={isKnown ? (points / max) * 100 : 0} aria-hidden="true" />
      <Text span ta="right">
        {points === null ? <Unknown spoken="unknown" /> : formatPoints(points)}{' '}
        {max !== null && <small>/{Number.isInteger(max) ? formatInteger(max) : formatPoints(max)}</small>}
      </Text>
      {(why !== null || waiting) && (
        <span className={classes.why}>
          {unknown && (
            <Text span inherit mr="xs" c="dimmed" fw="var(--weight-strong)">
              Unknown
            </Text>
          )}
          {why ?? <Skeleton component="span" animate={false} display="inline-block" h={8} w="70%" />}
        </span>
      )}
    </li>
  )
}

const WIDTH = 112
const HEIGHT = 26
/** Space for the dot at the end. */
const EDGE = 3

type History = StockRating['history']

/** Line of past ratings that ends with today's. Renders nothing if there is no history. */
export function RatingSparkline({ history }: { readonly history: History }) {
  const [first, ...rest] = history
  const last = rest.at(-1)
  if (first === undefined || last === undefined) return null
  const points = placeLine(
    history.map(({ score }) => score),
    { width: WIDTH, height: HEIGHT, edge: EDGE },
  )
  const end = points.at(-1)
  const words = `Rating over ${history.length} sessions: ${formatPoints(first.score)} on ${formatDay(first.date)}, ${formatPoints(last.score)} on ${formatDay(last.date)}`
  return (
    <Box component="figure" w={WIDTH}>
      <svg width={WIDTH} height={HEIGHT} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={words}>
        <polyline
          points={points.map(({ x, y }) => `${x},${y}`).join(' ')}
          fill="none"
          stroke="var(--text)"
          strokeWidth="1.6"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
        {end && <circle cx={end.x} cy={end.y} r="2.5" fill="var(--text)" />}
      </svg>
      <Group
        component="figcaption"
        justify="space-between"
        fz="xs"
        lh="0.875rem"
        c="var(--text-faint)"
        aria-hidden="true"
      >
        <span>{formatDay(first.date)}</span>
        <span>{formatDay(last.date)}</span>
      </Group>
    </Box>
  )
}
