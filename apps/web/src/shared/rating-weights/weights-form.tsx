import { RATING_MAX, RATING_PARTS } from '@callwright/scoring'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { type ApiError, asApiError, describeFailure } from '../../api/http.ts'
import { useSaveWeightsMutation, type WeightChoice } from '../../api/ratings.ts'
import { notify } from '../notify.ts'
import { BusyButton } from '../ui/busy-button.tsx'
import { DialogActions } from '../ui/dialog.tsx'
import { useSingleSubmit } from '../use-single-run.ts'
import { WeightField } from './weight-field.tsx'
import classes from './weights-dialog.module.css'
import {
  areSameWeights,
  type DraftWeights,
  defaultWeights,
  findFault,
  findMaxima,
  listWeights,
  readDraft,
  type WeightKey,
} from './weights-view.ts'
import { weightsWords as words } from './weights-words.ts'

interface WeightsFormProps {
  readonly choice: WeightChoice
  readonly onDone: () => void
}

const SAVED_OWN = 'Ratings now use your weights.'
const SAVED_USUAL = 'Ratings now use the Callwright weights.'

export function WeightsForm({ choice, onDone }: WeightsFormProps) {
  const [draft, setDraft] = useState<DraftWeights>(choice.weights)
  const [save, { isLoading, error }] = useSaveWeightsMutation()
  const failure = isLoading ? null : asApiError(error)
  const maxima = findMaxima(draft)
  const trouble = findFault(draft) ?? describeRefusal(failure)

  const submit = useSingleSubmit(async () => {
    const weights = readDraft(draft)
    if (weights === null) return
    const { data } = await save(weights)
    if (data === undefined) return
    notify(data.own ? SAVED_OWN : SAVED_USUAL)
    onDone()
  })
  return (
    <form className={classes.form} noValidate onSubmit={submit}>
      <p className={classes.intro}>{words.intro(RATING_MAX)}</p>
      <span className={classes.preview} aria-hidden="true">
        {RATING_PARTS.map(({ key }, index) => (
          <i key={key} style={{ flexGrow: maxima?.[index] ?? 0 }} />
        ))}
      </span>
      <ul className={classes.rows}>
        {listWeights(draft).map((row) => (
          <WeightField
            key={row.key}
            row={row}
            error={findFieldError(failure, row.key)}
            onChange={(weight) => setDraft((before) => ({ ...before, [row.key]: weight }))}
          />
        ))}
      </ul>
      {trouble !== null && (
        <p className={classes.trouble} role="alert">
          {trouble}
        </p>
      )}
      <DialogActions>
        <BusyButton
          className={classes.reset ?? ''}
          variant="subtle"
          busy={areSameWeights(draft, defaultWeights)}
          onClick={() => setDraft(defaultWeights)}
        >
          {words.reset}
        </BusyButton>
        <Button type="submit" variant="filled" aria-disabled={isLoading}>
          {isLoading ? words.busy : words.submit}
        </Button>
      </DialogActions>
    </form>
  )
}

function describeRefusal(failure: ApiError | null): string | null {
  if (failure === null) return null
  return describeFailure(failure) ?? words.notSaved
}

function findFieldError(failure: ApiError | null, key: WeightKey): string | null {
  return failure?.fields.find(({ field }) => field.split(/[./]/).at(-1) === key)?.detail ?? null
}
