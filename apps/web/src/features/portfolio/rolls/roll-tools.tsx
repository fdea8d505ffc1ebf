import { MAX_PRICE_USD } from '@callwright/contracts/portfolio-limits'
import type { RollIntent } from '@callwright/scoring'
import { Button, NativeSelect, TextInput } from '@mantine/core'
import type { RollPreview } from '../../../api/lifecycle.ts'
import { checkRange, readNumber, useNumberField } from '../../../shared/form/number-field.ts'
import { formatPlainPrice } from '../../../shared/format/numbers.ts'
import { formatDayLong } from '../../../shared/format/times.ts'
import { useIsPhone } from '../../../shared/hooks.ts'
import { Segmented } from '../../../shared/ui/buttons.tsx'
import { renderFieldError } from '../../../shared/ui/notices.tsx'
import { intentLabels } from '../chain/chain-view.ts'
import classes from './rolls.module.css'
import type { RollFilters } from './rolls-state.ts'

/** Intent, contracts, fee and buy-back price that the table is computed for. */
export interface RollWish {
  readonly intent: RollIntent
  readonly contracts: number
  readonly feePerContractUsd: number
  /** Price per share to buy the open call back; null if it is unknown. */
  readonly closePrice: number | null
}

interface RollToolsProps {
  readonly wish: RollWish
  /** `closePrice` null restores the ask. */
  readonly onWish: (change: Partial<RollWish>) => void
  readonly filters: RollFilters
  readonly onFilters: (change: Partial<RollFilters>) => void
  readonly preview: RollPreview
}

const intents: readonly RollIntent[] = ['keep_shares', 'happy_to_sell']

const toggles = [
  ['fits', 'Three yes answers'],
  ['credit', 'Net credit'],
  ['notLower', 'Not below my strike'],
  ['goodQuote', 'Narrow quotes'],
] as const satisfies readonly (readonly [keyof RollFilters, string])[]

const MAX_FEE_USD = 100

const readCount = (most: number) => (text: string) => {
  const reading = readNumber(text, { notNumber: 'Enter a whole number', whole: true })
  const fault = reading.value === null ? null : checkRange(reading.value, 1, most)
  return fault === null ? reading : { value: null, fault }
}

const readUsd = (most: number) => (text: string) => {
  const reading = readNumber(text, { notNumber: 'Enter a number, such as 0.65' })
  const fault = reading.value === null ? null : checkRange(reading.value, 0, most)
  return fault === null ? reading : { value: null, fault }
}

/** The user's intent, the contracts and fee, and the filters of the table. */
export function RollTools({ wish, onWish, filters, onFilters, preview }: RollToolsProps) {
  const { intent, contracts, feePerContractUsd, closePrice } = wish
  const { contractsOpen } = preview.held
  const size = useIsPhone() ? '44' : '30'
  const dates = [...new Set(preview.candidates.map(({ expiration }) => expiration))].toSorted()
  const count = useNumberField({
    value: contracts,
    write: String,
    read: readCount(contractsOpen),
    step: 1,
    onChange: (value) => onWish({ contracts: value ?? contractsOpen }),
  })
  const fee = useNumberField({
    value: feePerContractUsd,
    write: formatPlainPrice,
    read: readUsd(MAX_FEE_USD),
    step: 0.05,
    onChange: (value) => onWish({ feePerContractUsd: value ?? 0 }),
  })
  const close = useNumberField({
    value: closePrice,
    write: formatPlainPrice,
    read: readUsd(MAX_PRICE_USD),
    step: 0.05,
    onChange: (value) => onWish({ closePrice: value }),
  })
  return (
    <section className={classes.tools} aria-label="Choices for the rolls">
      <Segmented label="What you want">
        {intents.map((each) => (
          <button key={each} type="button" aria-pressed={each === intent} onClick={() => onWish({ intent: each })}>
            {intentLabels[each]}
          </button>
        ))}
      </Segmented>
      {contractsOpen > 1 && (
        <TextInput
          {...count.input}
          size={size}
          w={104}
          label={`Contracts, of ${contractsOpen}`}
          error={count.fault !== null}
          description={count.fault !== null && <span id={count.faultId}>{renderFieldError(count.fault)}</span>}
          inputWrapperOrder={['label', 'input', 'description']}
        />
      )}
      <TextInput
        {...close.input}
        size={size}
        w={128}
        label="Buy back at ($)"
        error={close.fault !== null}
        description={close.fault !== null && <span id={close.faultId}>{renderFieldError(close.fault)}</span>}
        inputWrapperOrder={['label', 'input', 'description']}
      />
      <TextInput
        {...fee.input}
        size={size}
        w={144}
        label="Fee per contract ($)"
        error={fee.fault !== null}
        description={fee.fault !== null && <span id={fee.faultId}>{renderFieldError(fee.fault)}</span>}
        inputWrapperOrder={['label', 'input', 'description']}
      />
      <NativeSelect
        size={size}
        label="Expiration"
        value={filters.expiration ?? ''}
        onChange={({ currentTarget: { value } }) => onFilters({ expiration: value === '' ? null : value })}
        data={[
          { value: '', label: `All ${dates.length}` },
          ...dates.map((date) => ({ value: date, label: formatDayLong(date) })),
        ]}
      />
      <fieldset className={classes.filters} aria-label="Show only">
        {toggles.map(([name, label]) => (
          <Button
            key={name}
            size="xs"
            variant={filters[name] ? 'default' : 'subtle'}
            aria-pressed={filters[name]}
            onClick={() => onFilters({ [name]: !filters[name] })}
          >
            {label}
          </Button>
        ))}
      </fieldset>
    </section>
  )
}
