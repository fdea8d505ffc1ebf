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
import { recommendationWords } from './recommendation-words.ts'

export interface ActionView {
  readonly word: string
  readonly icon: TablerIcon
  readonly tone: 'hold' | 'due' | 'profit' | 'leave' | 'open'
}

const { actions: words } = recommendationWords

/** Badges from SPEC section 4, each with an icon so that its meaning doesn't depend on color alone. */
export const actionViews: Readonly<Record<RecommendationAction, ActionView>> = {
  roll_out_and_up: { word: words.roll_out_and_up, icon: IconArrowForwardUp, tone: 'due' },
  let_assign: { word: words.let_assign, icon: IconFlag, tone: 'leave' },
  close_half_profit: { word: words.close_half_profit, icon: IconCircleHalf2, tone: 'profit' },
  close: { word: words.close, icon: IconX, tone: 'leave' },
  hold: { word: words.hold, icon: IconCheck, tone: 'hold' },
  unavailable: { word: commonWords.notAvailable, icon: IconQuestionMark, tone: 'open' },
}
