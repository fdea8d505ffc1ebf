import { REGISTER_PATH } from '../../shared/paths.ts'
import { Link } from '../../shared/routing.ts'
import classes from './demo-note.module.css'
import { demoWords } from './settings-words.ts'

/** Explains why a section is unavailable in a demo account, and links to registration. */
export function DemoNote({ of }: { readonly of: 'sessions' | 'password' | 'data' }) {
  return (
    <p className={classes.note}>
      {demoWords[of]} <Link to={REGISTER_PATH}>{demoWords.register}</Link> {demoWords.keep}
    </p>
  )
}
