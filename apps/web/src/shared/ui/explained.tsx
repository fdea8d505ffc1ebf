import classes from './explained.module.css'

interface ExplainedProps {
  readonly name: string
  readonly hint: string
}

/** The name of a figure, which says what it means to pointer, finger and keyboard. */
export const Explained = ({ name, hint }: ExplainedProps) => (
  <button type="button" className={classes.name} data-hint={hint}>
    {name}
  </button>
)
