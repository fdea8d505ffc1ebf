import { Button } from '@mantine/core'
import { useId, useState } from 'react'
import type { LedgerEvent } from '../../../api/lifecycle.ts'
import { formatSignedPrice } from '../../../shared/format/numbers.ts'
import { formatDayLong, formatEtTimeLong } from '../../../shared/format/times.ts'
import { countOf, toSentence } from '../../../shared/format/words.ts'
import { useOnline, useSingleRun } from '../../../shared/hooks.ts'
import { ConfirmDialog } from '../../../shared/ui/dialog.tsx'
import { VisuallyHidden } from '../../../shared/ui/figures.tsx'
import { Cents, useMaskedText } from '../money.tsx'
import { useRecorder } from '../record/use-record.ts'
import classes from './chain.module.css'

/** Kinds that positions' own endpoints write; they are corrected by editing or deleting the position. */
const NOT_VOIDED: readonly LedgerEvent['kind'][] = ['open', 'edit', 'delete', 'restore', 'void', 'join']

/** Everything recorded for a chain, oldest first. Voided events stay, struck through. */
export function Ledger({ events }: { readonly events: readonly LedgerEvent[] }) {
  const id = useId()
  const isOnline = useOnline()
  const recorder = useRecorder()
  const [asked, setAsked] = useState<LedgerEvent | null>(null)
  const run = useSingleRun((event: LedgerEvent) => recorder.void(event))
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>Ledger</h2>
      <table className={classes.table} aria-labelledby={id}>
        <thead>
          <tr>
            <th scope="col">Day</th>
            <th scope="col">What happened</th>
            <th scope="col">Cash</th>
            <th scope="col">Realized</th>
            <th scope="col">
              <VisuallyHidden>Correct</VisuallyHidden>
            </th>
          </tr>
        </thead>
        <tbody>
          {events.map((event) => (
            <EventLine key={event.eventId} event={event} isOnline={isOnline} onVoid={() => setAsked(event)} />
          ))}
        </tbody>
      </table>
      <ConfirmDialog
        opened={asked !== null}
        title="Void this event?"
        text={
          asked === null ? (
            ''
          ) : (
            <>
              {toSentence(asked.sentence)} It stays in the ledger, struck through, and no figure counts it any more.
              {asked.kind === 'roll' && ' Both halves of the roll are voided.'}
            </>
          )
        }
        confirm="Void"
        cancel="Keep"
        isFinal
        onConfirm={() => {
          if (asked !== null) void run(asked)
          setAsked(null)
        }}
        onCancel={() => setAsked(null)}
      />
    </section>
  )
}

interface EventLineProps {
  readonly event: LedgerEvent
  readonly isOnline: boolean
  readonly onVoid: () => void
}

function EventLine({ event, isOnline, onVoid }: EventLineProps) {
  const { kind, occurredOn, recordedAt, sentence, voidedBy, note, realizedOptionsUsd, realizedStockUsd } = event
  const mask = useMaskedText()
  const what = mask(toSentence(sentence))
  const isVoid = voidedBy !== null
  const canVoid = !isVoid && !NOT_VOIDED.includes(kind)
  const realized = realizedOptionsUsd + realizedStockUsd
  return (
    <tr data-void={isVoid || undefined}>
      <th scope="row" data-hint={`Recorded ${formatEtTimeLong(recordedAt)}`}>
        {formatDayLong(occurredOn)}
      </th>
      <td className={classes.sentence}>
        {isVoid ? (
          <>
            <VisuallyHidden>Void: </VisuallyHidden>
            <s>{what}</s>
          </>
        ) : (
          what
        )}
        {event.roll !== null && <RollLine roll={event.roll} />}
        {note !== null && kind !== 'note' && <small>{note}</small>}
      </td>
      <td>{event.cashUsd === 0 ? '' : <Cents usd={event.cashUsd} signed />}</td>
      {/* A roll reads as one step: its buy-back alone is a loss only for tax (L34). */}
      <td>{realized === 0 || kind === 'roll' ? '' : <Cents usd={realized} signed />}</td>
      <td>
        {canVoid && (
          <Button
            size="compact-xs"
            variant="subtle"
            aria-label={`Void: ${what}`}
            aria-disabled={!isOnline}
            data-hint={isOnline ? undefined : 'Recording needs a connection'}
            onClick={() => isOnline && onVoid()}
          >
            Void
          </Button>
        )}
      </td>
    </tr>
  )
}

/** Result of a roll: credit or debit first, then days and strike gained. */
function RollLine({ roll }: { readonly roll: NonNullable<LedgerEvent['roll']> }) {
  const { netCredit, netCreditUsd, daysAdded, strikeChange } = roll
  return (
    <small>
      {netCredit >= 0 ? 'Net credit ' : 'Net debit '}
      <Cents usd={Math.abs(netCreditUsd)} />, {countOf(daysAdded, 'day')} gained, strike{' '}
      {formatSignedPrice(strikeChange)}
    </small>
  )
}
