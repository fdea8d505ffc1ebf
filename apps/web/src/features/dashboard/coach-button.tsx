import { IconMessage } from '@tabler/icons-react'
import { COACH_PATH } from '../../shared/paths.ts'
import { Link } from '../../shared/routing.ts'
import classes from './coach-button.module.css'
import { words } from './dashboard-words.ts'

/** Floating link to the coach that stays visible while the page scrolls. */
export function CoachButton() {
  return (
    <Link className={classes.button} to={COACH_PATH}>
      <IconMessage size={20} stroke={1.6} aria-hidden="true" />
      <span>{words.coach}</span>
    </Link>
  )
}
