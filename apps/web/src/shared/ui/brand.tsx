import classes from './brand.module.css'

/** The logo: the payoff line of a covered call, which rises up to the strike and then is flat. */
export function Mark() {
  return (
    <svg className={classes.mark} viewBox="0 0 24 24" aria-hidden="true">
      <path className={classes.rise} d="M3 20.5 12 7.5" />
      <path className={classes.strike} d="M12 7.5H21.5" />
      <circle className={classes.dot} cx="12" cy="7.5" r="3.1" />
    </svg>
  )
}

export function Brand() {
  return (
    <span className={classes.brand}>
      <Mark />
      <span className={classes.word}>Callwright</span>
    </span>
  )
}

/** The document's title, which tabs and the history show and screen readers announce. */
export function DocumentTitle({ title }: { readonly title: string }) {
  return <title>{`${title} · Callwright`}</title>
}
