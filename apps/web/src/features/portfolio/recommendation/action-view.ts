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

export interface ActionView {
  readonly word: string
  readonly icon: TablerIcon
  readonly tone: 'hold' | 'due' | 'profit' | 'leave' | 'open'
}

/** The badges of SPEC section 4; a glyph each, so that no colour tells anything alone. */
export const actionViews: Readonly<Record<RecommendationAction, ActionView>> = {
  roll_out_and_up: { word: 'Roll Out & Up', icon: IconArrowForwardUp, tone: 'due' },
  let_assign: { word: 'Let Assign', icon: IconFlag, tone: 'leave' },
  close_half_profit: { word: '50% Profit', icon: IconCircleHalf2, tone: 'profit' },
  close: { word: 'Close', icon: IconX, tone: 'leave' },
  hold: { word: 'Hold', icon: IconCheck, tone: 'hold' },
  unavailable: { word: 'N/A', icon: IconQuestionMark, tone: 'open' },
}
