import classes from './brand.module.css'

/** The logo: the payoff line of a covered call, which rises up to the strike and then is flat. */
export function Mark() {
  return (
    <svg
      width="24"
      height="24"
      viewBox="0 0 24 24"
      fill="none"
      strokeWidth="3"
      strokeLinecap="round"
      aria-hidden="true"
    >
      <path d="M3 20.5 12 7.5" stroke="var(--text)" />
      <path d="M12 7.5H21.5" stroke="var(--accent)" />
      <circle cx="12" cy="7.5" r="3.1" fill="var(--accent)" />
    </svg>
  )
}

export function Brand() {
  return (
    <span className={classes.brand}>
      <Mark />
      <span>Callwright</span>
    </span>
  )
}

/** The document's title, which tabs and the history show and screen readers announce. */
export function DocumentTitle({ title }: { readonly title: string }) {
  return <title>{`${title} · Callwright`}</title>
}
