import { LOGIN_PATH, REGISTER_PATH } from '../../shared/paths.ts'
import classes from './human.module.css'
import { human } from './landing-content.ts'
import layout from './parts.module.css'
import { Action } from './parts.tsx'

export function Human() {
  return (
    <section className={`${layout.wrap} ${layout.section} ${classes.columns}`} id="how" aria-labelledby="how-title">
      <div>
        <h2 className={layout.title} id="how-title">
          {human.title}
        </h2>
        <p className={classes.text}>{human.text}</p>
        <div className={layout.actions}>
          <Action href={REGISTER_PATH} kind="primary">
            {human.start}
          </Action>
          <Action href={LOGIN_PATH}>{human.logIn}</Action>
        </div>
      </div>
      <dl className={classes.pairs}>
        {human.pairs.map(({ figure, words }) => (
          <div key={figure}>
            <dt className={layout.figure}>{figure}</dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
