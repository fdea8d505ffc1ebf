import { boundAbove, type RecommendationAction } from '@callwright/scoring'
import {
  IconArrowForwardUp,
  IconCheck,
  IconCircleHalf2,
  IconFlag,
  IconQuestionMark,
  IconX,
  type TablerIcon,
} from '@tabler/icons-react'
import { commonWords } from '../../../shared/common-words.ts'
import { formatDelta, formatFineRatio, formatFinestRatio, formatRatio } from '../../../shared/format/numbers.ts'
import classes from './table.module.css'

/** Color of a figure; `plain` means that it needs no attention. */
export type FigureTone = 'good' | 'plain' | 'due' | 'bad'

/** Tone for a delta's assignment risk (SPEC section 9): low below 0.25, medium up to 0.5, high above that. */
export function readDeltaTone(delta: number): FigureTone {
  if (delta < 0.25) return 'plain'
  return delta <= 0.5 ? 'due' : 'bad'
}

/** Formats with enough decimals that the text and the value get the same tone from `readTone`: 0.496, not 0.50. */
function formatWithTone(
  value: number,
  formats: readonly ((value: number) => string)[],
  readTone: (of: number) => FigureTone,
) {
  const texts = formats.map((format) => format(value))
  const isTrue = (text: string) => readTone(Number(text.replace('\u2212', '-').replaceAll(',', ''))) === readTone(value)
  return texts.find(isTrue) ?? texts.at(-1) ?? ''
}

export const formatToneDelta = (delta: number): string =>
  formatWithTone(delta, [formatDelta, formatFineRatio, formatFinestRatio], readDeltaTone)

export const formatHeadroomEm = (headroomEm: number): string =>
  formatWithTone(headroomEm, [formatRatio, formatDelta, formatFineRatio, formatFinestRatio], readHeadroomTone)

/** The number in "under 0.02", for a delta that is known only to be below a bound. */
export const formatDeltaBound = (atMost: number): string => formatRatio(boundAbove(atMost))

/** Tone for a headroom given in expected moves (SPEC section 2). */
export function readHeadroomTone(headroomEm: number): FigureTone {
  if (headroomEm >= 1) return 'good'
  return headroomEm >= 0.5 ? 'due' : 'bad'
}

interface ActionView {
  readonly word: string
  readonly icon: TablerIcon
  readonly tone: FigureTone | 'info'
}

/** Badges from SPEC section 4, each with an icon so that its meaning doesn't depend on color alone. */
export const actionViews: Readonly<Record<RecommendationAction, ActionView>> = {
  roll_out_and_up: { word: 'Roll Out & Up', icon: IconArrowForwardUp, tone: 'due' },
  let_assign: { word: 'Let Assign', icon: IconFlag, tone: 'bad' },
  close_half_profit: { word: '50% Profit', icon: IconCircleHalf2, tone: 'info' },
  close: { word: 'Close', icon: IconX, tone: 'bad' },
  hold: { word: 'Hold', icon: IconCheck, tone: 'good' },
  unavailable: { word: commonWords.notAvailable, icon: IconQuestionMark, tone: 'plain' },
}

export function RecommendationBadge({ action }: { readonly action: RecommendationAction }) {
  const { word, icon: Icon, tone } = actionViews[action]
  return (
    <span className={`${classes.badge} ${classes.toned}`} data-tone={tone}>
      <Icon size={13} stroke={2} aria-hidden="true" />
      {word}
    </span>
  )
}
