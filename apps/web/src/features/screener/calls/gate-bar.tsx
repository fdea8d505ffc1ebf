import { Button, Group, NativeSelect, Stack, Text, TextInput, UnstyledButton } from '@mantine/core'
import { useId, useState } from 'react'
import type { CallScreen } from '../../../api/calls.ts'
import { type NumberReading, readNumber, useNumberField } from '../../../shared/form/number-field.ts'
import { formatDecimal, formatInteger } from '../../../shared/format/numbers.ts'
import { useIsPhone } from '../../../shared/hooks.ts'
import type { AddressNavigation } from '../../../shared/routing.ts'
import { renderFieldError } from '../../../shared/ui/notices.tsx'
import classes from './calls.module.css'
import { type CallsState, initialGates, openGates, setGate } from './calls-state.ts'
import { type GateField, type OfferedGate, offeredGates } from './gate-fields.ts'

type Navigation = Pick<AddressNavigation<CallsState>, 'state' | 'go'>

interface GateBarProps extends Navigation {
  /** Null until the first response. */
  readonly screen: CallScreen | null
}

/** The gates, each with its bounds and the number of calls that it removed. */
export function GateBar({ screen, state, go }: GateBarProps) {
  const isPhone = useIsPhone()
  const gatesId = useId()
  const [isOpen, setOpen] = useState(false)
  const isShown = isOpen || !isPhone
  return (
    <Stack component="section" gap="xs" aria-label="Gates">
      {isPhone && (
        <Button h={44} aria-expanded={isOpen} aria-controls={gatesId} onClick={() => setOpen(!isOpen)}>
          Gates
        </Button>
      )}
      <div id={gatesId} className={classes.gates} hidden={!isShown}>
        <CostGate screen={screen} state={state} go={go} />
        {offeredGates.map((gate) => (
          <Gate key={gate.gate} gate={gate} screen={screen} state={state} go={go} />
        ))}
      </div>
      <Group gap="sm">
        <UnstyledButton
          className={classes.link}
          onClick={() => go((latest) => ({ ...latest, gates: initialGates, neverBelowCost: false, page: 1 }))}
        >
          Usual gates
        </UnstyledButton>
        <UnstyledButton className={classes.link} onClick={() => go(openGates)}>
          No gates
        </UnstyledButton>
      </Group>
    </Stack>
  )
}

function Gate({
  gate: { gate, name, unit, fields },
  screen,
  state,
  go,
}: GateBarProps & { readonly gate: OfferedGate }) {
  const count = screen?.gates.find((each) => each.gate === gate)
  return (
    <fieldset className={classes.gate}>
      <legend>{unit === undefined ? name : `${name}, ${unit}`}</legend>
      <Group gap="xs" wrap="nowrap" align="flex-start">
        {fields.map((field) =>
          field.isAvoidance ? (
            <AvoidanceField key={field.parameter} name={name} field={field} state={state} go={go} />
          ) : (
            <BoundField key={field.parameter} name={name} field={field} state={state} go={go} />
          ),
        )}
      </Group>
      <Text size="sm" c="dimmed">
        {count === undefined ? 'Off' : describeRemoved(count.removed)}
      </Text>
    </fieldset>
  )
}

/** Keeps the strike at or above the user's adjusted cost per share, which the portfolio knows. */
function CostGate({ screen, state, go }: GateBarProps) {
  const count = screen?.gates.find(({ gate }) => gate === 'cost')
  const unknown = count?.unknown_cost ?? 0
  return (
    <fieldset className={classes.gate}>
      <legend>My cost</legend>
      <NativeSelect
        size={useFieldHeight()}
        aria-label="My cost"
        value={String(state.neverBelowCost)}
        onChange={({ currentTarget }) => {
          const neverBelowCost = currentTarget.value === 'true'
          go((latest) => ({ ...latest, neverBelowCost, page: 1 }))
        }}
      >
        <option value="false">Any strike</option>
        <option value="true">Never below my cost</option>
      </NativeSelect>
      <Text size="sm" c="dimmed">
        {count === undefined ? 'Off' : describeRemoved(count.removed)}
        {unknown > 0 && `, ${formatInteger(unknown)} of them without a known cost`}
      </Text>
    </fieldset>
  )
}

const describeRemoved = (removed: number) =>
  removed === 1 ? 'Removes 1 call' : `Removes ${formatInteger(removed)} calls`

interface FieldProps extends Navigation {
  readonly name: string
  readonly field: GateField
}

const useFieldHeight = () => (useIsPhone() ? '44' : '30')

function BoundField({ name, field, state, go }: FieldProps) {
  const size = useFieldHeight()
  const { parameter, label, canBeNegative = false } = field
  const { input, fault, faultId } = useNumberField({
    value: state.gates[parameter],
    write: formatPlain,
    read: (text) => readBound(text, canBeNegative),
    step: parameter.startsWith('delta') ? 0.05 : 1,
    onChange: (value) => go((latest) => setGate(latest, parameter, value), { replace: true }),
  })
  return (
    <TextInput
      {...input}
      size={size}
      w={84}
      aria-label={`${name}, ${label.toLowerCase()}`}
      placeholder={label}
      error={fault !== null}
      description={fault === null ? null : <span id={faultId}>{renderFieldError(fault)}</span>}
      inputWrapperOrder={['input', 'description']}
    />
  )
}

const formatPlain = (value: number) => formatDecimal(value).replaceAll(',', '').replace('\u2212', '-')

/** Reads a bound; a leading minus sign counts only where a bound can be negative. */
function readBound(text: string, canBeNegative: boolean): NumberReading {
  const isNegative = /^\s*[-\u2212]/.test(text)
  const notNumber = 'Enter a plain number, such as 0.25'
  if (isNegative && !canBeNegative) return { value: null, fault: 'Enter 0 or more' }
  const reading = readNumber(text.replace(/^\s*[-\u2212]/, ''), { notNumber })
  return reading.fault === null && isNegative ? { value: -reading.value, fault: null } : reading
}

function AvoidanceField({ name, field: { parameter }, state, go }: FieldProps) {
  return (
    <NativeSelect
      size={useFieldHeight()}
      aria-label={name}
      value={state.gates[parameter] === null ? 'any' : 'none'}
      onChange={({ currentTarget }) => {
        const bound = currentTarget.value === 'none' ? 0 : null
        go((latest) => setGate(latest, parameter, bound))
      }}
    >
      <option value="any">Any</option>
      <option value="none">None before expiration</option>
    </NativeSelect>
  )
}
