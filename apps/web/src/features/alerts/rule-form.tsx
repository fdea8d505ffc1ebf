import type { AlertRuleKind } from '@callwright/contracts'
import { Button, NativeSelect, type NativeSelectProps, Stack, TextInput } from '@mantine/core'
import { nanoid } from '@reduxjs/toolkit'
import { IconChevronDown } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import {
  type AlertKind,
  type AlertRule,
  type AlertSuggestion,
  useAlertRulesQuery,
  usePutAlertRuleMutation,
} from '../../api/alerts.ts'
import { asApiError } from '../../api/http.ts'
import { usePositionsQuery } from '../../api/portfolio.ts'
import { useListScreensQuery } from '../../api/screener.ts'
import { commonWords } from '../../shared/common-words.ts'
import { checkRange, readNumber } from '../../shared/form/number-field.ts'
import { SubmitError } from '../../shared/form/server-errors.tsx'
import { nameCall } from '../../shared/format/positions.ts'
import { formatDayLong } from '../../shared/format/times.ts'
import { capitalize } from '../../shared/format/words.ts'
import { useSingleSubmit } from '../../shared/hooks.ts'
import { notify } from '../../shared/notifications.tsx'
import { SymbolSearch } from '../../shared/symbol-search/symbol-search.tsx'
import { Dialog, DialogActions } from '../../shared/ui/dialog.tsx'
import { renderFieldError } from '../../shared/ui/notices.tsx'
import type { RuleFormState } from './alerts-state.ts'
import { QueryState } from './parts.tsx'
import { Suggestions } from './suggestions.tsx'

interface RuleDialogProps {
  /** Null if the dialog is closed. */
  readonly form: RuleFormState | null
  readonly onClose: () => void
}

/** Dialog that adds a rule or changes one. */
export function RuleDialog({ form, onClose }: RuleDialogProps) {
  const query = useAlertRulesQuery()
  const { data, error } = query
  // Opens with its fields, so that the first one gets the focus.
  const isLoading = data === undefined && error === undefined
  const ruleId = form?.ruleId ?? null
  const rule = data?.rules.find(({ id }) => id === ruleId) ?? null
  const isGone = ruleId !== null && rule === null
  return (
    <Dialog
      opened={form !== null && !isLoading}
      onClose={onClose}
      title={ruleId === null ? 'Add a rule' : 'Edit the rule'}
    >
      {form !== null && data === undefined && <QueryState query={query} what="rules" />}
      {data !== undefined && isGone && <p>This rule does not exist any more.</p>}
      {form !== null && data !== undefined && !isGone && (
        <RuleForm form={form} rule={rule} kinds={data.kinds} onClose={onClose} />
      )}
    </Dialog>
  )
}

const groups = [
  { subject: 'position', label: 'Your positions' },
  { subject: 'stock', label: 'A stock' },
  { subject: 'screen', label: 'A saved screen' },
] as const

/** The kind of rule that a new form begins with. */
function chooseKind({ kind, symbol, screenId }: RuleFormState): AlertRuleKind {
  if (kind !== null) return kind
  if (symbol !== null) return 'price_above'
  return screenId === null ? 'attention' : 'new_entries'
}

const unitMarks: Readonly<Record<NonNullable<AlertKind['unit']>, string>> = {
  delta: '',
  days: '',
  percent: ' (%)',
  dollars: ' ($)',
  points: '',
}

const select = {
  rightSection: <IconChevronDown size={14} stroke={1.6} aria-hidden="true" />,
  rightSectionPointerEvents: 'none',
  inputWrapperOrder: ['label', 'input', 'description', 'error'],
} satisfies NativeSelectProps

interface RuleFormProps {
  readonly form: RuleFormState
  /** The rule to change; null for a new one. */
  readonly rule: AlertRule | null
  readonly kinds: readonly AlertKind[]
  readonly onClose: () => void
}

function RuleForm({ form, rule, kinds, onClose }: RuleFormProps) {
  const { values, set, chooseSuggestion } = useRuleValues(form, rule, kinds)
  const { kind, positionId, symbol, screenId, limit } = values
  const [put, { isLoading, error }] = usePutAlertRuleMutation()
  const [attempts, setAttempts] = useState(0)
  const element = useRef<HTMLFormElement>(null)
  const newId = useRef(nanoid())
  const { data: screens = [] } = useListScreensQuery()
  const { data: portfolio } = usePositionsQuery()
  const spec = getSpec(kinds, kind)
  const { subject, unit, explanation, label } = spec
  const chosenScreen = screenId ?? screens[0]?.id ?? null
  const faults = {
    symbol: subject === 'stock' && symbol.trim() === '' ? 'Enter a symbol' : null,
    screen: subject === 'screen' && chosenScreen === null ? 'Save a screen on the Stock Screening page first' : null,
    limit: checkLimit(limit, spec),
  }
  const failure = isLoading ? null : asApiError(error)
  // biome-ignore lint/correctness/useExhaustiveDependencies: focuses the first field with an error after each attempt
  useEffect(() => {
    element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [attempts, failure])
  const findFault = (own: string | null, field: string) => {
    const sent = failure?.fields.find((each) => each.field === field)?.detail
    const fault = (attempts > 0 ? own : null) ?? (sent === undefined ? null : capitalize(sent))
    return renderFieldError(fault ?? undefined)
  }
  const submit = useSingleSubmit(async () => {
    setAttempts((before) => before + 1)
    if (Object.values(faults).some((fault) => fault !== null)) return
    const { data } = await put({
      id: rule?.id ?? newId.current,
      kind,
      positionId: subject === 'position' ? positionId : null,
      symbol: subject === 'stock' ? symbol.trim() : null,
      screenId: subject === 'screen' ? chosenScreen : null,
      limit: unit === null ? null : readNumber(limit, { notNumber: '' }).value,
      enabled: rule?.enabled ?? true,
      version: rule?.version ?? null,
    })
    if (data === undefined) return
    notify(`Saved “${data.sentence}”.`)
    onClose()
  })
  const known = { positionId: form.positionId, symbol: form.symbol, screenId: form.screenId }
  const isAbout = rule === null && Object.values(known).some((id) => id !== null)
  return (
    <form ref={element} noValidate onSubmit={submit}>
      <Stack gap="md">
        {failure !== null && (
          <SubmitError
            error={failure}
            fallback="Could not save the rule. Please try again."
            marked={failure.fields.length > 0}
          />
        )}
        <NativeSelect
          {...select}
          label="Alert me about"
          description={explanation}
          data-autofocus
          value={kind}
          onChange={({ currentTarget }) => set({ kind: currentTarget.value as AlertRuleKind })}
        >
          {groups.map((group) => (
            <optgroup key={group.subject} label={group.label}>
              {kinds
                .filter((each) => each.subject === group.subject)
                .map((each) => (
                  <option key={each.kind} value={each.kind}>
                    {each.label}
                  </option>
                ))}
            </optgroup>
          ))}
        </NativeSelect>
        {subject === 'position' && (
          <NativeSelect
            {...select}
            label="Position"
            error={findFault(null, 'position_id')}
            value={positionId ?? ''}
            onChange={({ currentTarget }) => set({ positionId: currentTarget.value || null })}
          >
            <option value="">All positions</option>
            {portfolio?.positions.map(({ position }) => (
              <option key={position.id} value={position.id}>
                {nameCall(position)}, {formatDayLong(position.expiration)}
              </option>
            ))}
          </NativeSelect>
        )}
        {subject === 'stock' && (
          <SymbolSearch
            label="Stock"
            look="field"
            text={symbol}
            error={findFault(faults.symbol, 'symbol')}
            onText={(text) => set({ symbol: text })}
            onChoose={(suggestion) => set({ symbol: suggestion.symbol })}
            onEnter={() => {}}
            onClear={() => set({ symbol: '' })}
          />
        )}
        {subject === 'screen' && (
          <NativeSelect
            {...select}
            label="Saved screen"
            error={findFault(faults.screen, 'screen_id')}
            value={chosenScreen ?? ''}
            onChange={({ currentTarget }) => set({ screenId: currentTarget.value })}
          >
            {screens.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </NativeSelect>
        )}
        {unit !== null && (
          <TextInput
            label={`${label}${unitMarks[unit]}`}
            inputMode="decimal"
            autoComplete="off"
            value={limit}
            error={findFault(faults.limit, 'limit')}
            onChange={({ currentTarget }) => set({ limit: currentTarget.value })}
          />
        )}
        {isAbout && <Suggestions subject={known} title="Suggestions" act="Use" onChoose={chooseSuggestion} />}
      </Stack>
      <DialogActions>
        <Button onClick={onClose}>{commonWords.cancel}</Button>
        <Button type="submit" variant="filled" aria-disabled={isLoading}>
          {isLoading ? 'Saving…' : 'Save'}
        </Button>
      </DialogActions>
    </form>
  )
}

function getSpec(kinds: readonly AlertKind[], kind: AlertRuleKind): AlertKind {
  const spec = kinds.find((each) => each.kind === kind)
  if (spec === undefined) throw new Error(`The server does not know rules of the kind ${kind}`)
  return spec
}

interface RuleValues {
  readonly kind: AlertRuleKind
  readonly positionId: string | null
  readonly symbol: string
  readonly screenId: string | null
  /** Text of the limit. */
  readonly limit: string
}

/** Values of the form's fields. A limit that the user has not touched follows the kind. */
function useRuleValues(form: RuleFormState, rule: AlertRule | null, kinds: readonly AlertKind[]) {
  const findUsual = (kind: AlertRuleKind) => writeLimit(getSpec(kinds, kind).defaultLimit)
  const [values, setValues] = useState<RuleValues>(() => {
    const { kind, positionId, symbol, screenId } = rule ?? { ...form, kind: chooseKind(form) }
    return { kind, positionId, symbol: symbol ?? '', screenId, limit: rule ? writeLimit(rule.limit) : findUsual(kind) }
  })
  return {
    values,
    set: (change: Partial<RuleValues>) =>
      setValues((before) => ({
        ...before,
        ...(change.kind !== undefined && { limit: findUsual(change.kind) }),
        ...change,
      })),
    chooseSuggestion: ({ kind, positionId, symbol, screenId, limit }: AlertSuggestion) =>
      setValues({ kind, positionId, symbol: symbol ?? '', screenId, limit: writeLimit(limit) }),
  }
}

const writeLimit = (limit: number | null): string => (limit === null ? '' : String(limit))

/** Why a limit cannot be used; null if it can. */
function checkLimit(text: string, { unit, min, max }: AlertKind): string | null {
  if (unit === null) return null
  const { value, fault } = readNumber(text, { notNumber: 'Enter a number', whole: unit === 'days' })
  if (value === null) return fault ?? 'Enter a number'
  return min === null || max === null ? null : checkRange(value, min, max)
}
