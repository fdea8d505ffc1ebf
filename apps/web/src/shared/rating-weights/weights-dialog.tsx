import '@mantine/core/styles/Slider.layer.css'
import { MAX_WEIGHT } from '@callwright/contracts/screener-columns'
import { RATING_MAX, RATING_PARTS } from '@callwright/scoring'
import { Button, Group, Loader, Slider, Stack, Text, TextInput } from '@mantine/core'
import { useId, useState } from 'react'
import { type ApiError, asApiError, describeFailure } from '../../api/http.ts'
import { useSaveWeightsMutation, useWeightsQuery, type WeightChoice } from '../../api/ratings.ts'
import { commonWords } from '../common-words.ts'
import { checkRange, type NumberReading, readNumber, useNumberField } from '../form/number-field.ts'
import { useSingleSubmit } from '../hooks.ts'
import { notify } from '../notifications.tsx'
import { BusyButton } from '../ui/buttons.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { renderFieldError } from '../ui/notices.tsx'
import classes from './weights.module.css'
import {
  areSameWeights,
  type DraftWeights,
  defaultWeights,
  findFault,
  findMaxima,
  listWeights,
  readDraft,
  type WeightKey,
  type WeightRow,
} from './weights-view.ts'

interface WeightsDialogProps {
  readonly opened: boolean
  readonly onClose: () => void
}

/** Dialog in which the user changes the rating weights. */
export function WeightsDialog({ opened, onClose }: WeightsDialogProps) {
  const { data, error, isFetching, refetch } = useWeightsQuery(undefined, { skip: !opened })
  return (
    <Dialog opened={opened} onClose={onClose} title="Rating weights">
      {data !== undefined ? (
        <WeightsForm choice={data} onDone={onClose} />
      ) : error === undefined ? (
        <Group component="p" gap="sm" mih={120} c="dimmed" role="status">
          <Loader size={14} color="var(--text-faint)" aria-hidden="true" /> Loading your weights…
        </Group>
      ) : (
        <Group gap="sm" mih={120} c="dimmed" role="alert">
          <p>{describeFailure(asApiError(error)) ?? 'Could not load your weights.'}</p>
          <BusyButton busy={isFetching} onClick={refetch}>
            {commonWords.retry}
          </BusyButton>
        </Group>
      )}
    </Dialog>
  )
}

interface WeightsFormProps {
  readonly choice: WeightChoice
  readonly onDone: () => void
}

const SAVED_OWN = 'Ratings now use your weights.'
const SAVED_USUAL = 'Ratings now use the Callwright weights.'

function WeightsForm({ choice, onDone }: WeightsFormProps) {
  const [draft, setDraft] = useState<DraftWeights>(choice.weights)
  const [save, { isLoading, error }] = useSaveWeightsMutation()
  const failure = isLoading ? null : asApiError(error)
  const maxima = findMaxima(draft)
  const trouble = findFault(draft) ?? describeRejection(failure)

  const submit = useSingleSubmit(async () => {
    const weights = readDraft(draft)
    if (weights === null) return
    const { data } = await save(weights)
    if (data === undefined) return
    notify(data.own ? SAVED_OWN : SAVED_USUAL)
    onDone()
  })
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="lg">
        <Text c="dimmed">
          Only the proportions matter: the parts always add up to {RATING_MAX} points, so ratings, icons and filters
          keep their meaning. Only you see these weights.
        </Text>
        <span className={classes.preview} aria-hidden="true">
          {RATING_PARTS.map(({ key }, index) => (
            <i key={key} style={{ flexGrow: maxima?.[index] ?? 0 }} />
          ))}
        </span>
        <Stack component="ul" gap="md">
          {listWeights(draft).map((row) => (
            <WeightField
              key={row.key}
              row={row}
              error={findFieldError(failure, row.key)}
              onChange={(weight) => setDraft((before) => ({ ...before, [row.key]: weight }))}
            />
          ))}
        </Stack>
        {trouble !== null && (
          <Text c="var(--loss)" role="alert">
            {trouble}
          </Text>
        )}
        <DialogActions>
          <BusyButton
            mr="auto"
            variant="subtle"
            busy={areSameWeights(draft, defaultWeights)}
            onClick={() => setDraft(defaultWeights)}
          >
            Reset to the Callwright Rating
          </BusyButton>
          <Button type="submit" variant="filled" aria-disabled={isLoading}>
            {isLoading ? 'Saving…' : 'Save'}
          </Button>
        </DialogActions>
      </Stack>
    </form>
  )
}

function describeRejection(failure: ApiError | null): string | null {
  if (failure === null) return null
  return describeFailure(failure) ?? 'Could not save your weights. Please try again.'
}

function findFieldError(failure: ApiError | null, key: WeightKey): string | null {
  return failure?.fields.find(({ field }) => field.split(/[./]/).at(-1) === key)?.detail ?? null
}

interface WeightFieldProps {
  readonly row: WeightRow
  readonly error: string | null
  /** Called with the new weight, or with null if the field has no valid one. */
  readonly onChange: (weight: number | null) => void
}

/** Weight of one part of the rating: a slider, a number field, and the points that result. */
function WeightField({ row: { label, weight, meaning }, error, onChange }: WeightFieldProps) {
  const fieldId = useId()
  const meaningId = useId()
  const { input, fault, faultId } = useNumberField({
    value: weight,
    write: String,
    read: readWeight,
    step: 1,
    onChange,
    onFault: () => onChange(null),
  })
  const message = fault ?? error
  return (
    <li className={classes.row}>
      <Text component="label" htmlFor={fieldId} fw="var(--weight-strong)">
        {label}
      </Text>
      <Text span id={meaningId} size="sm" c="dimmed" ta="right">
        {meaning}
      </Text>
      <Slider
        mx="md"
        size={4}
        thumbSize={24}
        color="var(--text-muted)"
        label={null}
        min={0}
        max={MAX_WEIGHT}
        value={weight ?? 0}
        onChange={onChange}
        thumbLabel={commonWords.slider(label)}
      />
      <TextInput
        {...input}
        id={fieldId}
        className={classes.number ?? ''}
        aria-invalid={message !== null}
        aria-describedby={message === null ? meaningId : `${meaningId} ${faultId}`}
        error={message !== null}
      />
      {message !== null && (
        <Text component="div" id={faultId} className={classes.fault} size="sm" c="var(--loss)">
          {renderFieldError(message)}
        </Text>
      )}
    </li>
  )
}

function readWeight(text: string): NumberReading {
  const reading = readNumber(text, { notNumber: 'Enter a number, such as 10' })
  const fault = reading.fault ?? checkRange(reading.value, 0, MAX_WEIGHT)
  return fault === null ? reading : { value: null, fault }
}
