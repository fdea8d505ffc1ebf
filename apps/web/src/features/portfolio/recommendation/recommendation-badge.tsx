import type { RecommendationAction } from '@callwright/scoring'
import { actionViews } from './action-view.ts'
import classes from './recommendation-badge.module.css'

export function RecommendationBadge({ action }: { readonly action: RecommendationAction }) {
  const { word, icon: Icon, tone } = actionViews[action]
  return (
    <span className={classes.badge} data-tone={tone}>
      <Icon size={13} stroke={2} aria-hidden="true" />
      {word}
    </span>
  )
}
