import { REGISTER_PATH } from '../../shared/paths.ts'
import classes from './closing.module.css'
import { closing } from './landing-content.ts'
import layout from './parts.module.css'
import { Action } from './parts.tsx'

export function Closing() {
  return (
    <section className={classes.closing} aria-labelledby="closing-title">
      <svg className={classes.drawing} viewBox="0 0 1440 360" preserveAspectRatio="xMaxYMid slice" aria-hidden="true">
        <path className={classes.rise} d="M640 400 1060 120" />
        <path className={classes.strike} d="M1060 120H1460" />
        <circle className={classes.dot} cx="1060" cy="120" r="13" />
      </svg>
      <div className={`${layout.wrap} ${classes.words}`}>
        <h2 className={classes.title} id="closing-title">
          {closing.title}
        </h2>
        <div className={layout.actions}>
          <Action href={REGISTER_PATH} kind="primary" size="large">
            {closing.start}
          </Action>
        </div>
      </div>
    </section>
  )
}
