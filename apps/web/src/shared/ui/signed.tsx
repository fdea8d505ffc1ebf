import classes from './signed.module.css'

interface SignedProps {
  /** Formatted figure, including its sign. */
  readonly text: string
  readonly size?: 'small' | undefined
  readonly hint?: string | undefined
  /** The user's own money: zero counts as a gain. */
  readonly own?: boolean | undefined
}

/** Gain or loss with sign, triangle and color; zero has none of them. */
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

/** Direction of a formatted figure; undefined if it is zero or unsigned. */
export function readDirection(signed: string): Direction | undefined {
  if (signed.startsWith('+')) return 'up'
  return /^[-\u2212]/.test(signed) ? 'down' : undefined
}
