import { NavLink } from '../shared/routing.ts'
import { appLinks } from './app-links.ts'
import { shellWords } from './shell-words.ts'
import classes from './tab-bar.module.css'

/** Bottom navigation bar on phones. */
export function TabBar() {
  return (
    <nav className={classes.bar} aria-label={shellWords.quick}>
      {appLinks.map(({ path, word, icon: Icon }) => (
        <NavLink key={path} to={path} className={classes.link ?? ''}>
          <Icon size={21} stroke={1.6} aria-hidden="true" />
          {word}
        </NavLink>
      ))}
    </nav>
  )
}
