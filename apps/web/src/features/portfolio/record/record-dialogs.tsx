import { newYorkDate } from '@callwright/scoring'
import { useMemo, useRef } from 'react'
import { nameCall } from '../../../shared/format/positions.ts'
import type { Portfolio, PositionRow } from '../data/position.ts'
import { GuardedDialog, useLast } from '../dialogs/guarded-dialog.tsx'
import { EventForm } from './event-form.tsx'
import { buildEventSpec, type EventFacts } from './event-specs.ts'
import { RollForm, type RollPrefill } from './roll-form.tsx'
import { actLabels, type LifeAct } from './row-acts.ts'

interface RecordDialogProps {
  readonly portfolio: Portfolio
  /** The act and its row; null while the dialog is closed. */
  readonly open: { readonly act: LifeAct; readonly row: PositionRow; readonly roll?: RollPrefill } | null
  readonly onClose: () => void
  /** Called with the id of the new call after a prefilled roll is recorded. */
  readonly onRolled: (id: string) => void
}

/** The dialog that records what happened to a call or its shares. */
export function RecordDialog({ portfolio, open, onClose, onRolled }: RecordDialogProps) {
  const dirty = useRef(false)
  const shown = useLast(open)
  const isRoll = shown?.act === 'roll'
  return (
    <GuardedDialog
      opened={open !== null}
      onClose={onClose}
      title={shown === null ? '' : isRoll ? `Roll ${nameCall(shown.row.position)}` : actLabels[shown.act]}
      width={isRoll ? 1080 : 520}
      dirty={dirty}
    >
      {shown !== null && (
        <RecordForm {...shown} portfolio={portfolio} dirty={dirty} onClose={onClose} onRolled={onRolled} />
      )}
    </GuardedDialog>
  )
}

interface RecordFormProps extends Pick<RecordDialogProps, 'portfolio' | 'onClose' | 'onRolled'> {
  readonly act: LifeAct
  readonly row: PositionRow
  readonly roll?: RollPrefill
  readonly dirty: Parameters<typeof EventForm>[0]['dirty']
}

function RecordForm({ act, row, roll, portfolio, dirty, onClose, onRolled }: RecordFormProps) {
  const { marketTimeMs, freshness, uncovered, lastFeePerContractUsd } = portfolio
  // The facts at the moment of opening: a price that moves meanwhile must not change what the user has typed.
  const first = useRef<EventFacts | null>(null)
  const { life } = row
  if (first.current === null && life !== null) {
    first.current = {
      row,
      life,
      today: newYorkDate(marketTimeMs ?? Date.now()),
      asOf: freshness?.asOf ?? null,
      uncovered: uncovered.find(({ symbol }) => symbol === row.position.symbol) ?? null,
      lastFeeUsd: lastFeePerContractUsd,
    }
  }
  const facts = first.current
  const spec = useMemo(() => (act === 'roll' || facts === null ? null : buildEventSpec(act, facts)), [act, facts])
  if (facts === null) return null
  return spec === null ? (
    <RollForm facts={facts} prefill={roll ?? null} dirty={dirty} onClose={onClose} onRolled={onRolled} />
  ) : (
    <EventForm spec={spec} today={facts.today} dirty={dirty} onClose={onClose} />
  )
}
