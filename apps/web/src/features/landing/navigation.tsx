import { DASHBOARD_PATH, LOGIN_PATH, REGISTER_PATH } from '../../shared/paths.ts'
import { Brand } from '../../shared/ui/brand.tsx'
import { navigation } from './landing-content.ts'
import classes from './navigation.module.css'
import layout from './parts.module.css'
import { Action } from './parts.tsx'

/** Links for visitors and for signed-in users take up the same space, so nothing moves once the session is known. */
export function Navigation({ signedIn }: { readonly signedIn: boolean }) {
  return (
    <header className={layout.wrap}>
      <a className={classes.skip} href="#content">
        {navigation.skip}
      </a>
      <nav className={classes.bar} aria-label={navigation.label}>
        <a className={classes.brand} href="/" aria-label={navigation.home}>
          <Brand />
        </a>
        <div className={classes.links}>
          {navigation.links.map(({ href, label }) => (
            <a key={href} href={href}>
              {label}
            </a>
          ))}
        </div>
        <div className={classes.account}>
          <div className={classes.entrance} style={{ visibility: signedIn ? 'hidden' : 'visible' }}>
            <Action href={LOGIN_PATH} kind="ghost">
              {navigation.logIn}
            </Action>
            <Action href={REGISTER_PATH} kind="primary">
              {navigation.start}
            </Action>
          </div>
          <div className={classes.entrance} style={{ visibility: signedIn ? 'visible' : 'hidden' }}>
            <Action href={DASHBOARD_PATH} kind="primary">
              {navigation.openDashboard}
            </Action>
          </div>
        </div>
      </nav>
    </header>
  )
}
