import classes from './signed.module.css'

interface SignedProps {
  /** A figure written with its sign. */
  readonly text: string
  readonly size?: 'small' | undefined
  readonly hint?: string | undefined
  /** The reader's own money: not to have lost any is green, too. */
  readonly own?: boolean | undefined
}

/** A result: sign, triangle and colour; nothing gained or lost has none of them. */
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

/** Where a figure written with its sign points to; undefined: nowhere. */
export function readDirection(signed: string): Direction | undefined {
  if (signed.startsWith('+')) return 'up'
  return /^[-\u2212]/.test(signed) ? 'down' : undefined
}
