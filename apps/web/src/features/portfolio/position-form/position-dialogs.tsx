import { newYorkDate } from '@callwright/scoring'
import { Button, Text } from '@mantine/core'
import { type RefObject, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import type { Position, PositionTerms, UncoveredShares } from '../../../api/portfolio.ts'
import { commonWords } from '../../../shared/common-words.ts'
import { nameCall } from '../../../shared/format/positions.ts'
import { notify } from '../../../shared/notifications.tsx'
import { DialogActions } from '../../../shared/ui/dialog.tsx'
import type { Attempt } from '../data/pending-change.ts'
import type { PositionRow, SaveOutcome } from '../data/position.ts'
import classes from '../dialogs/dialogs.module.css'
import { GuardedDialog, useLast } from '../dialogs/guarded-dialog.tsx'
import { CallFields, DayField, SymbolField } from './call-fields.tsx'
import { describePosition } from './describe-position.ts'
import { averageCost, MoreDetails, SharesChoice, useEntryDetails } from './entry-details.tsx'
import { Fixed, type FixedFields, FixedNote, findFixed } from './fixed-fields.tsx'
import { FigureField, FormBanners, TextField } from './form-fields.tsx'
import { OutlookPanel } from './outlook-panel.tsx'
import { findTradingDay, readFigure, readSymbol } from './position-fields.ts'
import { type FormKind, usePositionForm } from './use-position-form.ts'

/** Initial values of a new position; `isOnHeld`: it is written on shares that the user holds. */
export interface EntryPrefill extends Partial<PositionTerms> {
  readonly isOnHeld?: boolean
}

const noShares: readonly UncoveredShares[] = []

interface AddPositionDialogProps {
  readonly opened: boolean
  /** Initial values for the form. */
  readonly prefill: EntryPrefill | null
  /** Shares without a call, which a new call can be written on. */
  readonly uncovered?: readonly UncoveredShares[]
  /** Market time in ms; null if unknown. */
  readonly marketTimeMs: number | null
  /** Existing positions, to detect duplicates. */
  readonly others: readonly Position[]
  readonly onAdd: (terms: PositionTerms, attempt: Attempt) => Promise<SaveOutcome>
  readonly onClose: () => void
}

export function AddPositionDialog(props: AddPositionDialogProps) {
  const { opened, prefill, marketTimeMs, others, uncovered = noShares, onAdd, onClose } = props
  const dirty = useRef(false)
  // Each round is a new form, for the next position.
  const [round, setRound] = useState(0)
  const { isOnHeld = false, ...begin } = (round === 0 ? prefill : null) ?? {}
  const close = () => {
    setRound(0)
    onClose()
  }
  return (
    <GuardedDialog opened={opened} onClose={close} title="Add Covered Call Position" dirty={dirty}>
      <PositionForm
        key={round}
        kind="add"
        begin={begin}
        isOnHeld={isOnHeld}
        uncovered={uncovered}
        takesFocus={round > 0}
        marketTimeMs={marketTimeMs}
        others={others}
        onSave={onAdd}
        onAnother={(terms) => {
          notify(`Added ${nameCall(terms)}.`)
          setRound(round + 1)
        }}
        dirty={dirty}
        onClose={close}
      />
    </GuardedDialog>
  )
}

interface EditPositionDialogProps {
  readonly opened: boolean
  /** Position to edit; null once it has been deleted, although the form keeps the user's input. */
  readonly row: PositionRow | null
  /** Market time in ms; null if unknown. */
  readonly marketTimeMs: number | null
  readonly onEdit: (position: Position, terms: PositionTerms, attempt: Attempt) => Promise<SaveOutcome>
  readonly onClose: () => void
}

const nothingFixed: FixedFields = { call: false, entryPrice: false }
/** Editing does not check for duplicates. */
const none: readonly Position[] = []

export function EditPositionDialog({ opened, row, marketTimeMs, onEdit, onClose }: EditPositionDialogProps) {
  const dirty = useRef(false)
  const shown = useLast(row)
  const position = shown?.position
  return (
    <GuardedDialog
      opened={opened && position !== undefined}
      onClose={onClose}
      title="Edit Covered Call Position"
      dirty={dirty}
    >
      {position && (
        <PositionForm
          kind="edit"
          begin={position}
          fixed={findFixed(shown?.life ?? null)}
          marketTimeMs={marketTimeMs}
          others={none}
          uncovered={noShares}
          onSave={(terms, attempt) => onEdit(position, terms, attempt)}
          dirty={dirty}
          onClose={onClose}
        />
      )}
    </GuardedDialog>
  )
}

const texts = {
  add: {
    subtitle: 'Enter your position details',
    previewLead: 'Once added, the recommendation would be',
    submit: 'Add Position',
    busy: 'Adding…',
  },
  edit: {
    subtitle: 'Change your position details',
    previewLead: 'Once saved, the recommendation would be',
    submit: 'Save changes',
    busy: 'Saving…',
  },
} as const

interface PositionFormProps {
  readonly kind: FormKind
  readonly fixed?: FixedFields
  readonly isOnHeld?: boolean
  readonly uncovered: readonly UncoveredShares[]
  /** Whether the form focuses its first field, which a dialog does only when it opens. */
  readonly takesFocus?: boolean
  /** Called instead of `onClose` if the user wants to add another position. */
  readonly onAnother?: (terms: PositionTerms) => void
  readonly begin: Partial<PositionTerms>
  readonly marketTimeMs: number | null
  /** Existing positions, to detect duplicates. */
  readonly others: readonly Position[]
  readonly onSave: (terms: PositionTerms, attempt: Attempt) => Promise<SaveOutcome>
  /** The form sets this to whether it has unsaved input. */
  readonly dirty: RefObject<boolean>
  readonly onClose: () => void
}

/** Form for the terms of a covered call, with the market's listed calls as options. */
function PositionForm(props: PositionFormProps) {
  const { kind, begin, marketTimeMs, others, uncovered, isOnHeld = false, takesFocus = false } = props
  const { onSave, onAnother, dirty, onClose, fixed = nothingFixed } = props
  const formId = useId()
  const asOfMs = marketTimeMs ?? Date.now()
  const today = newYorkDate(asOfMs)
  const moreDirty = useRef(false)
  const details = useEntryDetails(today, moreDirty, isOnHeld)
  const saved = useRef<PositionTerms | null>(null)
  const control = usePositionForm({
    kind,
    begin,
    today,
    others,
    onSave: (terms, attempt) => {
      saved.current = terms
      return onSave(terms, attempt)
    },
    readDetails: () => (kind === 'add' ? details.read() : {}),
    onSaved: (isAnother) => {
      if (isAnother && onAnother && saved.current !== null) onAnother(saved.current)
      else onClose()
    },
  })
  const { form, fields, facts, listed, suggested, resets } = control
  const { isDirty, isSubmitting } = form.formState
  useEffect(() => {
    dirty.current = isDirty || moreDirty.current
  })
  useEffect(
    () => () => {
      dirty.current = false
    },
    [dirty],
  )
  const focusFirst = useEffectEvent(() => form.setFocus('symbol'))
  useEffect(() => {
    if (takesFocus) focusFirst()
  }, [takesFocus])
  const held = uncovered.find(
    ({ symbol, coverableContracts }) => symbol === readSymbol(fields) && coverableContracts > 0,
  )
  const heldShares = kind === 'add' ? (held ?? null) : null
  details.offer(heldShares)
  const isOnShares = details.isHeld && heldShares !== null
  const cost = heldShares === null ? null : String(Number(averageCost(heldShares).toFixed(4)))
  // With shares held, their average cost is the entry price, whatever is typed.
  const fillCost = useEffectEvent((text: string) => form.setValue('entryPrice', text, { shouldValidate: true }))
  useEffect(() => {
    if (isOnShares && cost !== null) fillCost(cost)
  }, [isOnShares, cost])
  const { subtitle, previewLead, submit, busy } = texts[kind]
  const bound = { form, formId, facts }
  const explain = (name: 'entryPrice' | 'premium') => {
    const figure = readFigure(name, fields)
    const isSuggested = figure !== null && Number(suggested[name]?.text) === figure
    // An initial value came from elsewhere, so it isn't labeled as the suggestion even if the two are equal.
    return isSuggested && figure !== begin[name] ? suggested[name]?.what : undefined
  }
  return (
    <form noValidate onSubmit={control.submit}>
      <Text c="dimmed" mb="md">
        {kind === 'edit' && begin.symbol !== undefined && begin.strike !== undefined ? (
          <b>{describePosition(begin as Position)}</b>
        ) : (
          subtitle
        )}
      </Text>
      <FixedNote fixed={fixed} />
      <FormBanners
        kind={kind}
        form={form}
        failure={control.failure}
        listed={listed}
        question={control.question}
        onAnswer={control.answer}
      />
      <div className={classes.fields}>
        <Fixed when={fixed.call}>
          <SymbolField {...bound} chosen={control.chosen} onChosen={control.choose} onEdit={resets.symbol} />
        </Fixed>
        <DayField
          {...bound}
          name="entryDate"
          otherDay={findTradingDay(fields.entryDate, facts)}
          onEdit={resets.entryDate}
        />
        <Fixed when={fixed.call}>
          <CallFields
            {...bound}
            fields={fields}
            listed={listed}
            byHand={control.byHand}
            onByHand={control.setByHand}
            onExpiration={resets.expiration}
            onStrike={resets.strike}
          />
        </Fixed>
        {kind === 'add' && <SharesChoice details={details} held={heldShares} />}
        {!isOnShares && (
          <Fixed when={fixed.entryPrice}>
            <FigureField {...bound} name="entryPrice" step={0.01} description={explain('entryPrice')} />
          </Fixed>
        )}
        <FigureField {...bound} name="premium" step={0.01} description={explain('premium')} />
        <Fixed when={fixed.call}>
          <FigureField {...bound} name="contracts" step={1} />
        </Fixed>
        <TextField {...bound} name="notes" />
      </div>
      {kind === 'add' && <MoreDetails details={details} />}
      <OutlookPanel fields={fields} facts={facts} quoted={listed} asOfMs={asOfMs} previewLead={previewLead} />
      <DialogActions>
        <Button variant="subtle" onClick={onClose}>
          {commonWords.cancel}
        </Button>
        {onAnother !== undefined && (
          <Button aria-disabled={isSubmitting} onClick={(event) => !isSubmitting && control.submit(event, true)}>
            Save and add another
          </Button>
        )}
        <Button type="submit" variant="filled" aria-disabled={isSubmitting}>
          {isSubmitting ? busy : submit}
        </Button>
      </DialogActions>
    </form>
  )
}
