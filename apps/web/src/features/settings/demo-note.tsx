import { REGISTER_PATH } from '../../shared/paths.ts'
import { Link } from '../../shared/routing.ts'
import classes from './demo-note.module.css'
import { demoWords } from './settings-words.ts'

/** Why a section has nothing to offer in the demo, and the way to an account that has it. */
export function DemoNote({ of }: { readonly of: 'sessions' | 'password' | 'data' }) {
  return (
    <p className={classes.note}>
      {demoWords[of]} <Link to={REGISTER_PATH}>{demoWords.register}</Link> {demoWords.keep}
    </p>
  )
}
