import { ActionIcon, Button, Group, NativeSelect, Text } from '@mantine/core'
import { IconChevronDown, IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { selectData } from '../../../api/api.ts'
import { useExpirationsQuery } from '../../../api/options.ts'
import { commonWords } from '../../../shared/common-words.ts'
import { checkRange, type NumberReading, readNumber, useNumberField } from '../../../shared/form/number-field.ts'
import { formatPrice } from '../../../shared/format/numbers.ts'
import { renderFieldError } from '../../../shared/ui/notices.tsx'
import {
  type AnalysisNavigation,
  chooseExpiration,
  chooseStrike,
  compareWith,
  MAX_COMPARED,
  MAX_CONTRACTS,
} from '../analysis-state.ts'
import classes from './trade.module.css'
import { nameExpiration, nameStrike, type Trade } from './trade-figures.ts'

interface TradeChoiceProps {
  readonly navigation: AnalysisNavigation
  readonly trade: Trade
}

/** Controls for strike, expiration and number of contracts. */
export function TradeChoice({ navigation, trade }: TradeChoiceProps) {
  const { go } = navigation
  const { symbol, call, expiration, chain, days, contracts } = trade
  const { data } = useExpirationsQuery(symbol, { selectFromResult: selectData })
  const dates = data?.expirations ?? []
  // Start from the latest state: the effect of the previous click may not have rendered yet.
  const stepStrike = (by: -1 | 1) =>
    go((latest) => {
      const from = latest.strike ?? call.strike
      const next = findNeighbor(chain.contracts, ({ strike }) => strike === from, by)
      return next === null ? latest : chooseStrike(latest, next.strike, expiration)
    })
  const stepExpiration = (by: -1 | 1) =>
    go((latest) => {
      const from = latest.expiration ?? expiration
      const next = findNeighbor(dates, ({ date }) => date === from, by)
      return next === null ? latest : chooseExpiration(latest, next.date)
    })
  const toStrikeStep = (by: -1 | 1): Step | null => {
    const next = findNeighbor(chain.contracts, ({ strike }) => strike === call.strike, by)
    return next && { name: formatPrice(next.strike), run: () => stepStrike(by) }
  }
  const toExpirationStep = (by: -1 | 1): Step | null => {
    const next = findNeighbor(dates, ({ date }) => date === expiration, by)
    return next && { name: nameExpiration(next.date, chain.marketTime), run: () => stepExpiration(by) }
  }
  return (
    <div>
      <Group gap="sm" mb="sm" wrap="nowrap">
        <Stepper label="Strike" flex={5} previous={toStrikeStep(-1)} next={toStrikeStep(1)}>
          <output aria-label="Strike">{formatPrice(call.strike)}</output>
        </Stepper>
        <Stepper label="Expiration" flex={7} previous={toExpirationStep(-1)} next={toExpirationStep(1)}>
          <output aria-label="Expiration">{`${nameExpiration(expiration, chain.marketTime)}, ${commonWords.days(String(days))}`}</output>
        </Stepper>
      </Group>
      <Group gap="sm">
        <ContractsField
          contracts={contracts}
          // Replaces the history entry, so typing several digits doesn't add one per digit.
          onChange={(count) => go((latest) => ({ ...latest, contracts: count }), { replace: true })}
          onStep={(by) =>
            go((latest) => ({ ...latest, contracts: stepContracts(latest.contracts, by) }), { replace: true })
          }
        />
        <CompareChoice navigation={navigation} trade={trade} />
      </Group>
    </div>
  )
}

/** Adds a strike to the comparison. */
function CompareChoice({ navigation: { state, go }, trade: { call, chain, expiration } }: TradeChoiceProps) {
  const { strike } = call
  const [picked, setPicked] = useState<number | null>(null)
  const others = chain.contracts.map((other) => other.strike).filter((other) => other !== strike)
  // An old URL may contain strikes that are no longer listed; they don't count toward the maximum.
  const isListed = (other: number) => others.includes(other)
  const free = others.filter((other) => !state.compared.includes(other))
  const offered = free.find((other) => other === picked) ?? free.find((other) => other > strike) ?? free.at(-1)
  const isFull = state.compared.filter(isListed).length + 1 >= MAX_COMPARED
  const compare = () => {
    if (isFull || offered === undefined) return
    go((latest) =>
      compareWith({ ...latest, compared: latest.compared.filter(isListed) }, { expiration, strike }, offered),
    )
  }
  return (
    <Group flex="1 0 0" gap="xs" wrap="nowrap" className={classes.compare}>
      <NativeSelect
        flex={1}
        size="34"
        miw={0}
        rightSectionWidth={28}
        rightSection={<IconChevronDown size={14} stroke={1.6} aria-hidden="true" />}
        aria-label="Strike to compare"
        value={offered ?? ''}
        onChange={({ target }) => setPicked(Number(target.value))}
      >
        {free.map((other) => (
          <option key={other} value={other}>
            {nameStrike(other)}
          </option>
        ))}
      </NativeSelect>
      <Button
        px="sm"
        aria-disabled={isFull || offered === undefined}
        data-hint={isFull ? 'Up to four strikes. Remove one below to add another.' : undefined}
        onClick={compare}
      >
        Compare
      </Button>
    </Group>
  )
}

interface ContractsFieldProps {
  readonly contracts: number
  readonly onChange: (contracts: number) => void
  readonly onStep: (by: -1 | 1) => void
}

const stepContracts = (contracts: number, by: -1 | 1) => Math.min(MAX_CONTRACTS, Math.max(1, contracts + by))

function ContractsField({ contracts, onChange, onStep }: ContractsFieldProps) {
  const { input, fault, faultId } = useNumberField({
    value: contracts,
    write: String,
    read: readCount,
    step: 1,
    // Ignore an empty field: the user is still editing it.
    onChange: (count) => count !== null && onChange(count),
  })
  const toStep = (by: -1 | 1): Step => ({ name: String(contracts + by), run: () => onStep(by) })
  return (
    <>
      <Stepper
        label="Contracts"
        flex={1}
        before="Fewer contracts"
        after="More contracts"
        previous={contracts > 1 ? toStep(-1) : null}
        next={contracts < MAX_CONTRACTS ? toStep(1) : null}
      >
        <input {...input} inputMode="numeric" aria-label="Contracts of 100 shares" />
        <small aria-hidden="true">{contracts === 1 ? 'contract' : 'contracts'}</small>
      </Stepper>
      {fault !== null && (
        <Text id={faultId} size="sm" c="red" className={classes.fault}>
          {renderFieldError(fault)}
        </Text>
      )}
    </>
  )
}

function readCount(text: string): NumberReading {
  const reading = readNumber(text, { notNumber: 'Enter a whole number, such as 2', whole: true })
  const fault = reading.fault ?? checkRange(reading.value, 1, MAX_CONTRACTS)
  return fault === null ? reading : { value: null, fault }
}

/** One step: its target, and the action that goes there. */
interface Step {
  readonly name: string
  readonly run: () => void
}

interface StepperProps {
  readonly label: string
  /** Share of the row's width. */
  readonly flex: number
  /** Labels for the Previous and Next buttons, without their targets. */
  readonly before?: string
  readonly after?: string
  readonly previous: Step | null
  readonly next: Step | null
  readonly children: ReactNode
}

/** The current choice from a list, with buttons for the previous and next ones. */
function Stepper({ label, flex, before, after, previous, next, children }: StepperProps) {
  const name = label.toLowerCase()
  return (
    <Group
      component="fieldset"
      flex={`${flex} 0 0`}
      gap={0}
      wrap="nowrap"
      className={classes.stepper}
      aria-label={label}
    >
      <StepButton label={before ?? `Previous ${name}`} step={previous}>
        <IconChevronLeft size={16} stroke={1.6} aria-hidden="true" />
      </StepButton>
      <span className={classes.value}>{children}</span>
      <StepButton label={after ?? `Next ${name}`} step={next}>
        <IconChevronRight size={16} stroke={1.6} aria-hidden="true" />
      </StepButton>
    </Group>
  )
}

interface StepButtonProps {
  readonly label: string
  readonly step: Step | null
  readonly children: ReactNode
}

/** Uses `aria-disabled` at the end of the list: disabling the button would move focus to the body. */
function StepButton({ label, step, children }: StepButtonProps) {
  return (
    <ActionIcon
      variant="transparent"
      aria-label={step === null ? label : `${label}, ${step.name}`}
      aria-disabled={step === null}
      onClick={step?.run}
    >
      {children}
    </ActionIcon>
  )
}

/** Item before (-1) or after (1) the chosen one; null at the end of the list, or if none is chosen. */
function findNeighbor<T>(list: readonly T[], isChosen: (choice: T) => boolean, by: -1 | 1): T | null {
  const index = list.findIndex(isChosen)
  return (index === -1 ? undefined : list[index + by]) ?? null
}
