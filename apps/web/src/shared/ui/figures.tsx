import type { ReactNode } from 'react'
import { formatSignedUsd, formatUsd, UNKNOWN } from '../format/numbers.ts'
import { usePreferences } from '../preferences.ts'
import classes from './figures.module.css'

interface FigureProps {
  readonly label: string
  /** Explanation of the figure. */
  readonly hint?: string | undefined
  /** Content beside the name. */
  readonly aside?: ReactNode
  readonly size?: 'lg' | 'xl' | '2xl'
  readonly tone?: 'good' | 'plain' | 'due' | 'bad'
  readonly className?: string | undefined
  readonly children: ReactNode
}

/** A figure below its name, in a `dl`. */
export function Figure({ label, hint, aside, size = 'lg', tone, className, children }: FigureProps) {
  return (
    <div className={className}>
      <dt className={classes.figureName}>
        {hint === undefined ? label : <Explained name={label} hint={hint} />}
        {aside && <> {aside}</>}
      </dt>
      <dd className={classes.figure} data-size={size} data-tone={tone}>
        {children}
      </dd>
    </div>
  )
}

interface FactsProps {
  readonly facts: readonly { readonly label: string; readonly value: ReactNode }[]
}

/** Facts in lines, each with its name at the left and its value at the right. */
export const Facts = ({ facts }: FactsProps) => (
  <dl className={classes.facts}>
    {facts.map(({ label, value }) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)

interface PartTitleProps {
  readonly id?: string
  readonly order?: 2 | 3
  readonly children: ReactNode
}

/** Small heading of a part of a card, panel or dialog. */
export function PartTitle({ id, order = 3, children }: PartTitleProps) {
  const Heading = `h${order}` as const
  return (
    <Heading id={id} className={classes.partTitle}>
      {children}
    </Heading>
  )
}

interface ExplainedProps {
  readonly name: string
  readonly hint: string
}

/** A figure's name, with its explanation as a hint that works with pointer, touch and keyboard. */
export const Explained = ({ name, hint }: ExplainedProps) => (
  <button type="button" className={classes.explained} data-hint={hint}>
    {name}
  </button>
)

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

interface OwnUsdProps {
  readonly usd: number | null
  /** Whether to show the amount as a gain or loss, with sign and color. */
  readonly signed?: boolean
  readonly hint?: string | undefined
  /** Why the amount is unknown. */
  readonly reason?: string
}

const MASK = '***'

/** Shown in place of a masked dollar amount. */
export const HiddenUsd = ({ hint }: Pick<OwnUsdProps, 'hint'>) => (
  <Unknown sign={MASK} spoken="hidden" reason={hint ?? null} />
)

/** A dollar amount that belongs to the user. It is masked if the user has chosen to hide amounts. */
export function OwnUsd({ usd, signed = false, hint, reason }: OwnUsdProps) {
  const [{ hidesAmounts }] = usePreferences()
  if (usd === null) return <Unknown reason={reason ?? null} />
  if (hidesAmounts) return <HiddenUsd hint={hint} />
  return signed ? <Signed own text={formatSignedUsd(usd)} hint={hint} /> : formatUsd(usd)
}

interface UnknownProps {
  readonly sign?: string
  /** Why the value is missing; shown as a hint. */
  readonly reason?: string | null
  /** Text that screen readers announce. */
  readonly spoken?: string
}

/** Placeholder for a missing value: shows "—" and is announced as "not available". */
export function Unknown({ sign = UNKNOWN, reason = null, spoken = 'not available' }: UnknownProps) {
  return (
    <span className={classes.unknown} data-hint={reason ?? undefined}>
      <span aria-hidden="true">{sign}</span>
      <VisuallyHidden>{reason === null ? spoken : `${spoken}: ${reason}`}</VisuallyHidden>
    </span>
  )
}

/** Text that only screen readers present. It is a single plain element, because tables have thousands of cells. */
export function VisuallyHidden({ children }: { readonly children: ReactNode }) {
  return <span className={classes.spoken}>{children}</span>
}
