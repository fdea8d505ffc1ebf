import type { RecommendationAction } from '@callwright/scoring'
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
import classes from './recommendation.module.css'

interface ActionView {
  readonly word: string
  readonly icon: TablerIcon
  readonly tone: 'hold' | 'due' | 'profit' | 'leave' | 'open'
}

/** Badges from SPEC section 4, each with an icon so that its meaning doesn't depend on color alone. */
export const actionViews: Readonly<Record<RecommendationAction, ActionView>> = {
  roll_out_and_up: { word: 'Roll Out & Up', icon: IconArrowForwardUp, tone: 'due' },
  let_assign: { word: 'Let Assign', icon: IconFlag, tone: 'leave' },
  close_half_profit: { word: '50% Profit', icon: IconCircleHalf2, tone: 'profit' },
  close: { word: 'Close', icon: IconX, tone: 'leave' },
  hold: { word: 'Hold', icon: IconCheck, tone: 'hold' },
  unavailable: { word: commonWords.notAvailable, icon: IconQuestionMark, tone: 'open' },
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
