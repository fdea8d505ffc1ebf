import classes from './explained.module.css'

interface ExplainedProps {
  readonly name: string
  readonly hint: string
}

/** Name of a figure with its explanation as a hint, for pointer, touch and keyboard. */
export const Explained = ({ name, hint }: ExplainedProps) => (
  <button type="button" className={classes.name} data-hint={hint}>
    {name}
  </button>
)
