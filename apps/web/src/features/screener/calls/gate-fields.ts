import { type CallGate, callGates } from '@callwright/contracts/call-columns'
import type { CallsNarrowing } from '../../../api/calls.ts'

/** Parameters that the page offers as gates. */
export type GateParameter = Extract<
  keyof CallsNarrowing,
  | 'spread_pct_max'
  | 'open_interest_min'
  | 'bid_min'
  | 'earnings_before_expiration_max'
  | 'ex_dividend_before_expiration_max'
  | 'delta_min'
  | 'delta_max'
  | 'days_to_expiration_min'
  | 'days_to_expiration_max'
  | 'headroom_pct_min'
  | 'static_return_annualized_pct_min'
>

export interface GateField {
  readonly parameter: GateParameter
  /** Name within its gate. */
  readonly label: string
  /** Value on a bare URL; null for no bound. */
  readonly initial: number | null
  /** Whether the only bound is 0, for events that must not come before the expiration. */
  readonly isAvoidance?: true
  readonly canBeNegative?: true
}

export interface OfferedGate {
  readonly gate: CallGate
  readonly name: string
  readonly unit?: string
  readonly fields: readonly GateField[]
}

const offered: Readonly<Partial<Record<CallGate, Omit<OfferedGate, 'gate'>>>> = {
  spread: {
    name: 'Spread',
    unit: '% of mid',
    fields: [{ parameter: 'spread_pct_max', label: 'At most', initial: 20 }],
  },
  open_interest: {
    name: 'Open interest',
    fields: [{ parameter: 'open_interest_min', label: 'At least', initial: 100 }],
  },
  bid: { name: 'Bid', unit: '$', fields: [{ parameter: 'bid_min', label: 'At least', initial: 0.1 }] },
  earnings: {
    name: 'Earnings',
    fields: [
      {
        parameter: 'earnings_before_expiration_max',
        label: 'None before expiration',
        initial: null,
        isAvoidance: true,
      },
    ],
  },
  ex_dividend: {
    name: 'Ex-dividend',
    fields: [
      {
        parameter: 'ex_dividend_before_expiration_max',
        label: 'None before expiration',
        initial: null,
        isAvoidance: true,
      },
    ],
  },
  delta: {
    name: 'Delta',
    fields: [
      { parameter: 'delta_min', label: 'From', initial: 0.15 },
      { parameter: 'delta_max', label: 'to', initial: 0.3 },
    ],
  },
  days: {
    name: 'Days',
    fields: [
      { parameter: 'days_to_expiration_min', label: 'From', initial: 21 },
      { parameter: 'days_to_expiration_max', label: 'to', initial: 60 },
    ],
  },
  moneyness: {
    name: 'Out of the money',
    unit: '%',
    fields: [{ parameter: 'headroom_pct_min', label: 'At least', initial: 0, canBeNegative: true }],
  },
  yield: {
    name: 'Static return a year',
    unit: '%',
    fields: [{ parameter: 'static_return_annualized_pct_min', label: 'At least', initial: null }],
  },
}

/** The gates that the page offers, in the order in which the server applies them. */
export const offeredGates: readonly OfferedGate[] = callGates.flatMap(({ gate }) => {
  const found = offered[gate]
  return found === undefined ? [] : [{ gate, ...found }]
})

export const gateFields: readonly GateField[] = offeredGates.flatMap(({ fields }) => fields)

/** `Delta, from`: a field with the name of its gate. */
export function nameGateField(parameter: string): string | null {
  const gate = offeredGates.find(({ fields }) => fields.some((field) => field.parameter === parameter))
  const field = gate?.fields.find((each) => each.parameter === parameter)
  return gate === undefined || field === undefined ? null : `${gate.name}, ${field.label.toLowerCase()}`
}
