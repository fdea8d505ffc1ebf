import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { PositionLife } from '../../../api/portfolio.ts'
import classes from '../dialogs/dialogs.module.css'

/** Fields that an edit cannot change, because the ledger depends on them. */
export interface FixedFields {
  /** Ticker, expiration, strike and contracts. */
  readonly call: boolean
  readonly entryPrice: boolean
}

export const findFixed = (life: PositionLife | null): FixedFields => ({
  call: life?.hasEvents === true,
  entryPrice: life?.sharesFrom === 'held',
})

interface FixedProps {
  readonly when: boolean
  readonly children: ReactNode
}

/** Fields that are disabled, but keep their values. */
export const Fixed = ({ when, children }: FixedProps) => (
  <fieldset className={classes.fixed} disabled={when}>
    {children}
  </fieldset>
)

/** Why some fields cannot be changed; absent if all can. */
export function FixedNote({ fixed }: { readonly fixed: FixedFields }) {
  const reasons = [
    fixed.call &&
      'Events are recorded for this call, so its ticker, expiration, strike and contracts are fixed. To change them, void the events first.',
    fixed.entryPrice && 'The entry price is the cost of the shares that you held when you sold the call.',
  ].filter((reason) => reason !== false)
  return reasons.map((reason) => (
    <Text key={reason} size="sm" c="dimmed" mb="md">
      {reason}
    </Text>
  ))
}
