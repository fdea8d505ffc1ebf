import { NativeSelect } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { type RefObject, useRef, useState } from 'react'
import type { EntryDetails, UncoveredShares } from '../../../api/portfolio.ts'
import { formatDecimal, formatFinePrice } from '../../../shared/format/numbers.ts'
import { countOf } from '../../../shared/format/words.ts'
import classes from '../dialogs/dialogs.module.css'
import { type EventField, readEventValues } from '../record/event-fields.ts'
import { EventInput, useEventTexts } from '../record/event-form.tsx'

/** Optional facts about a new position. */
const moreFields: readonly EventField[] = [
  { name: 'fees_usd', label: 'Fees ($)', kind: 'usd', start: '', isOptional: true, description: 'For all contracts' },
  {
    name: 'acquired_on',
    label: 'Shares acquired on',
    kind: 'day',
    start: '',
    isOptional: true,
    description: 'If not on the entry date',
  },
  {
    name: 'tax_cost',
    label: 'Cost for tax ($)',
    kind: 'price',
    start: '',
    isOptional: true,
    description: 'Per share, if it differs from the entry price',
  },
  {
    name: 'account',
    label: 'Account',
    kind: 'text',
    start: '',
    isOptional: true,
    description: 'Any name, such as IRA',
  },
]

/** Facts about a new position beside its terms: the shares it is written on, fees, lots and account. */
export function useEntryDetails(today: string, dirty: RefObject<boolean>, startsHeld: boolean) {
  const more = useEventTexts(moreFields, today, dirty)
  const [isHeld, setHeld] = useState(startsHeld)
  const held = useRef<UncoveredShares | null>(null)
  return {
    more,
    isHeld,
    setHeld,
    /** Shares that the form offers for the typed symbol; null for none. */
    offer: (shares: UncoveredShares | null) => {
      held.current = shares
    },
    /** Null, with the error shown, if a field is not valid. */
    read: (): EntryDetails | null => {
      const values = readEventValues(moreFields, more.texts, today)
      if (values === null) {
        more.judge()
        return null
      }
      const shares = isHeld ? held.current : null
      const [chainId, ...others] = shares?.chainIds ?? []
      const account = values.text('account')
      const day = values.text('acquired_on')
      return dropAbsent({
        fees_usd: values.optional('fees_usd'),
        ...(shares === null
          ? { acquired_on: day || undefined, tax_cost: values.optional('tax_cost') }
          : { shares_from: 'held' as const, chain_id: others.length === 0 ? chainId : undefined }),
        account: account || (shares?.account ?? undefined),
      })
    },
  }
}

type Optional = { readonly [K in keyof EntryDetails]: EntryDetails[K] | undefined }

const dropAbsent = (details: Optional): EntryDetails =>
  Object.fromEntries(Object.entries(details).filter(([, value]) => value !== undefined))

interface EntryDetailsProps {
  readonly details: ReturnType<typeof useEntryDetails>
  readonly held: UncoveredShares | null
}

/** Average cost of shares held, dollars per share. */
export const averageCost = ({ costUsd, shares }: UncoveredShares) => costUsd / shares

/** Choice between new shares and those held. Absent if none of the stock are free. */
export function SharesChoice({ details, held }: EntryDetailsProps) {
  if (held === null) return null
  return (
    <NativeSelect
      label="Shares"
      classNames={{ input: classes.input ?? '' }}
      rightSection={<IconChevronDown size={14} stroke={1.6} aria-hidden="true" />}
      rightSectionPointerEvents="none"
      description={
        details.isHeld
          ? `They cost ${formatFinePrice(averageCost(held))} each; enough for ${countOf(held.coverableContracts, 'call')}`
          : 'The shares are counted in addition to those you hold'
      }
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      value={details.isHeld ? 'held' : 'new'}
      onChange={({ currentTarget }) => details.setHeld(currentTarget.value === 'held')}
    >
      <option value="held">The {formatDecimal(held.shares)} you hold</option>
      <option value="new">New shares</option>
    </NativeSelect>
  )
}

/** Fee, day and cost for tax, and account, folded away. */
export function MoreDetails({ details: { more, isHeld } }: Pick<EntryDetailsProps, 'details'>) {
  const shown = isHeld ? moreFields.filter(({ name }) => name === 'fees_usd') : moreFields
  return (
    <details className={classes.more}>
      <summary>More: fees, lots, account</summary>
      <div className={classes.fields}>
        {shown.map((field) => (
          <EventInput key={field.name} field={field} form={more} rejected={[]} />
        ))}
      </div>
    </details>
  )
}
