import classes from './explained.module.css'

interface ExplainedProps {
  readonly name: string
  readonly hint: string
}

/** A figure's name, with its explanation as a hint that works with pointer, touch and keyboard. */
export const Explained = ({ name, hint }: ExplainedProps) => (
  <button type="button" className={classes.name} data-hint={hint}>
    {name}
  </button>
)
