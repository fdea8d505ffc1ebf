import type { PositionLife, UncoveredShares } from '../../../api/portfolio.ts'
import { formatDecimal, formatStrikeUsd } from '../../../shared/format/numbers.ts'
import { nameCall } from '../../../shared/format/positions.ts'
import { formatDayLong, formatEtTime } from '../../../shared/format/times.ts'
import { countOf } from '../../../shared/format/words.ts'
import type { PositionRow } from '../data/position.ts'
import { type EventField, type EventValues, writePrice } from './event-fields.ts'
import type { LifeAct } from './row-acts.ts'
import type { EventBody, EventTarget } from './use-record.ts'

/** A line below the fields with an outcome of the event. Dollars are for the whole event. */
export interface OutcomeLine {
  readonly label: string
  readonly usd?: number
  readonly isSigned?: boolean
  readonly text?: string
}

/** A form for one event, without its appearance. */
export interface EventSpec {
  readonly lead: string
  readonly submit: string
  readonly target: EventTarget
  readonly fields: readonly EventField[]
  readonly describe: (values: EventValues) => readonly OutcomeLine[]
  readonly write: (values: EventValues) => EventBody
}

export interface EventFacts {
  readonly row: PositionRow
  readonly life: PositionLife
  /** Today's date in the market's time zone. */
  readonly today: string
  /** ISO time of the quotes. */
  readonly asOf: string | null
  /** Shares of the stock without a call. */
  readonly uncovered: UncoveredShares | null
  /** Fee per contract that the user entered last, dollars. */
  readonly lastFeeUsd: number | null
}

export type FormAct = Exclude<LifeAct, 'roll'>

/** The form for an act on a position. */
export function buildEventSpec(act: FormAct, facts: EventFacts): EventSpec {
  const { position } = facts.row
  const lead = `${nameCall(position)}, ${formatDayLong(position.expiration)}, ${countOf(position.contracts, 'contract')}`
  return { lead, ...specs[act](facts) }
}

type Spec = Omit<EventSpec, 'lead'>

const specs: Readonly<Record<FormAct, (facts: EventFacts) => Spec>> = {
  close: (facts) => ({
    submit: 'Record buy-back',
    target: onCall(facts),
    fields: [
      contractsField(facts),
      {
        name: 'price',
        label: 'Price paid ($)',
        kind: 'price',
        start: writePrice(facts.row.ask),
        description: facts.row.ask === null ? 'Per share' : `Per share; at the ask, ${formatEtTime(facts.asOf)}`,
      },
      dayField(facts),
      feeField(facts),
    ],
    describe: (values) => [
      {
        label: 'Realized on options',
        usd: premiumOf(facts, values) - values.number('price') * dollarsOf(facts, values) - fees(values),
        isSigned: true,
      },
      ...describeRest(facts, values, true),
    ],
    write: (values) => ({
      ...base('close', values),
      contracts: values.number('contracts'),
      price: values.number('price'),
    }),
  }),
  expire: (facts) => ({
    submit: 'Record expiration',
    target: onCall(facts),
    fields: [contractsField(facts)],
    describe: (values) => [
      { label: 'Realized on options', usd: premiumOf(facts, values), isSigned: true },
      ...describeRest(facts, values, true),
    ],
    write: (values) => ({
      kind: 'expire',
      occurred_on: facts.row.metrics.outcome?.closeDate ?? facts.row.position.expiration,
      contracts: values.number('contracts'),
    }),
  }),
  assign: (facts) => ({
    submit: 'Record assignment',
    target: onCall(facts),
    fields: [contractsField(facts), { ...dayField(facts), start: lastDay(facts) }, feeField(facts, false)],
    describe: (values) => describeAssignment(facts, values),
    write: (values) => ({ ...base('assign', values), contracts: values.number('contracts') }),
  }),
  write_more: (facts) => ({
    submit: 'Record sale',
    target: onCall(facts),
    fields: listSaleFields(facts),
    describe: (values) => [
      { label: 'Premium after fees', usd: values.number('price') * dollarsOf(facts, values) - fees(values) },
      {
        label: 'Contracts then open',
        text: formatDecimal(facts.row.position.contracts + values.number('contracts')),
      },
    ],
    write: (values) => {
      const isHeld = values.text('shares_from') === 'held'
      return {
        ...base('write_more', values),
        contracts: values.number('contracts'),
        price: values.number('price'),
        shares_from: isHeld ? 'held' : 'new',
        ...(!isHeld && { share_price: values.number('share_price') }),
      }
    },
  }),
  sell_shares: (facts) => ({
    submit: 'Record sale of shares',
    target: onChain(facts),
    fields: [
      {
        name: 'shares',
        label: 'Shares',
        kind: 'shares',
        start: facts.uncovered === null ? '' : String(facts.uncovered.shares),
        description:
          facts.uncovered === null
            ? 'All shares are covering calls'
            : `${countOf(facts.uncovered.shares, 'share')} without a call`,
      },
      {
        name: 'price',
        label: 'Price received ($)',
        kind: 'price',
        start: writePrice(facts.row.metrics.price),
        description: 'Per share',
      },
      dayField(facts),
      { ...feeField(facts, false), description: 'For the whole sale' },
    ],
    describe: (values) => [
      { label: 'Proceeds after fees', usd: values.number('shares') * values.number('price') - fees(values) },
    ],
    write: (values) => ({
      ...base('sell_shares', values),
      shares: values.number('shares'),
      price: values.number('price'),
    }),
  }),
  dividend: (facts) => ({
    submit: 'Record dividend',
    target: onChain(facts),
    fields: [
      { name: 'amount_usd', label: 'Amount received ($)', kind: 'usd', start: '', description: 'For all shares' },
      { name: 'withheld_usd', label: 'Tax withheld ($, optional)', kind: 'usd', start: '', isOptional: true },
      { name: 'ex_date', label: 'Ex-dividend date', kind: 'day', start: '' },
      { ...dayField(facts), label: 'Pay date' },
    ],
    describe: (values) => [
      { label: 'Dividend', usd: values.number('amount_usd') - (values.optional('withheld_usd') ?? 0), isSigned: true },
    ],
    write: (values) => ({
      kind: 'dividend',
      occurred_on: values.text('occurred_on'),
      amount_usd: values.number('amount_usd'),
      ex_date: values.text('ex_date'),
      ...present('withheld_usd', values.optional('withheld_usd')),
    }),
  }),
  note: (facts) => ({
    submit: 'Record note',
    target: onCall(facts),
    fields: [{ name: 'note', label: 'Note', kind: 'text', start: '' }],
    describe: () => [],
    write: (values) => ({ kind: 'note', occurred_on: facts.today, note: values.text('note') }),
  }),
}

const onCall = ({ row }: EventFacts): EventTarget => ({ positionId: row.position.id })
const onChain = ({ life }: EventFacts): EventTarget => ({ chainId: life.chainId })

const contractsField = ({ row: { position } }: EventFacts): EventField => ({
  name: 'contracts',
  label: 'Contracts',
  kind: 'count',
  start: String(position.contracts),
  most: position.contracts,
  description: position.contracts === 1 ? undefined : `${formatDecimal(position.contracts)} are open`,
})

const dayField = ({ today }: EventFacts): EventField => ({
  name: 'occurred_on',
  label: 'Day',
  kind: 'day',
  start: today,
})

const feeField = ({ row: { position }, lastFeeUsd }: EventFacts, fillsIn = true): EventField => ({
  name: 'fees_usd',
  label: 'Fees ($, optional)',
  kind: 'usd',
  start: fillsIn && lastFeeUsd !== null ? (lastFeeUsd * position.contracts).toFixed(2) : '',
  isOptional: true,
  description: 'For all contracts together',
})

function listSaleFields(facts: EventFacts): readonly EventField[] {
  const { row, uncovered } = facts
  const coverable = uncovered?.coverableContracts ?? 0
  const held = { value: 'held', label: `The ${formatDecimal(uncovered?.shares ?? 0)} you hold` }
  return [
    { ...contractsField(facts), start: String(Math.max(1, coverable)), most: 10_000, description: undefined },
    {
      name: 'price',
      label: 'Premium received ($)',
      kind: 'price',
      start: row.bid === 0 ? '' : writePrice(row.bid),
      description: row.bid === null ? 'Per share' : `Per share; at the bid, ${formatEtTime(facts.asOf)}`,
    },
    {
      name: 'shares_from',
      label: 'Shares',
      kind: 'choice',
      start: coverable > 0 ? 'held' : 'new',
      options: [...(coverable > 0 ? [held] : []), { value: 'new', label: 'New shares' }],
    },
    {
      name: 'share_price',
      label: 'Price of new shares ($)',
      kind: 'price',
      start: writePrice(row.metrics.price),
      ...(coverable > 0 && { isOptional: true as const }),
    },
    dayField(facts),
    feeField(facts),
  ]
}

/** Today, or the last day of a call that has expired. */
const lastDay = ({ row: { position }, today }: EventFacts) =>
  position.expiration < today ? position.expiration : today

const fees = (values: EventValues) => values.optional('fees_usd') ?? 0
const dollarsOf = ({ life }: EventFacts, values: EventValues) => life.multiplier * values.number('contracts')

/** Premium of the contracts that end, less their part of the opening fees (L3, L8). */
function premiumOf(facts: EventFacts, values: EventValues): number {
  const { row, life } = facts
  const { contracts, premium } = row.position
  return premium * dollarsOf(facts, values) - (life.openingFeesUsd * values.number('contracts')) / contracts
}

function describeRest({ row, life }: EventFacts, values: EventValues, frees: boolean): readonly OutcomeLine[] {
  const rest = row.position.contracts - values.number('contracts')
  const freed = values.number('contracts') * life.deliverableShares
  return [
    { label: 'Stays open', text: rest === 0 ? 'Nothing' : countOf(rest, 'contract') },
    ...(frees && freed > 0 ? [{ label: 'Shares without a call', text: countOf(freed, 'share') }] : []),
  ]
}

function describeAssignment(facts: EventFacts, values: EventValues): readonly OutcomeLine[] {
  const { row, life } = facts
  const { strike, entryPrice } = row.position
  const shares = values.number('contracts') * life.deliverableShares
  return [
    { label: 'Shares sold', text: `${countOf(shares, 'share')} at ${formatStrikeUsd(strike)}` },
    { label: 'Realized on options', usd: premiumOf(facts, values), isSigned: true },
    {
      label: 'Realized on shares',
      usd: strike * dollarsOf(facts, values) - entryPrice * shares - fees(values),
      isSigned: true,
    },
    ...describeRest(facts, values, false),
  ]
}

const base = <Kind extends EventBody['kind']>(kind: Kind, values: EventValues) => ({
  kind,
  occurred_on: values.text('occurred_on'),
  ...present('fees_usd', values.optional('fees_usd')),
})

const present = <Name extends string>(name: Name, value: number | undefined) =>
  (value === undefined ? {} : { [name]: value }) as { readonly [K in Name]?: number }
