import { CALLS_PATH, SCREENING_PATH } from '../../shared/paths.ts'
import { NavLink } from '../../shared/routing.ts'
import classes from './screener.module.css'

/** Links to the two tabs of the screener. */
export const ScreenTabs = () => (
  <nav className={classes.tabs} aria-label="Screens">
    <NavLink to={SCREENING_PATH} end>
      Stocks
    </NavLink>
    <NavLink to={CALLS_PATH}>Calls</NavLink>
  </nav>
)
