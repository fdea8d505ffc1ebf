import classes from './signed.module.css'

interface SignedProps {
  /** The formatted figure, which includes its sign. */
  readonly text: string
  readonly size?: 'small' | undefined
  readonly hint?: string | undefined
  /** Whether the money is the user's own. If so, zero counts as a gain. */
  readonly own?: boolean | undefined
}

/** Gain or loss with sign, triangle and color. Zero gets none of these. */
export function Signed({ text, size, hint, own }: SignedProps) {
  return (
    <span
      className={classes.signed}
      data-direction={readDirection(text)}
      data-size={size}
      data-own={own || undefined}
      data-hint={hint}
    >
      {text}
    </span>
  )
}

export type Direction = 'up' | 'down'

/** Reads the direction from a formatted figure; undefined if it is zero or has no sign. */
export function readDirection(signed: string): Direction | undefined {
  if (signed.startsWith('+')) return 'up'
  return /^[-\u2212]/.test(signed) ? 'down' : undefined
}
