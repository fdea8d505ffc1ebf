import { useDebouncedValue } from '@mantine/hooks'
import { skipToken } from '@reduxjs/toolkit/query'
import { type RefObject, useMemo, useRef, useState } from 'react'
import { asApiError, describeFailure } from '../../../api/http.ts'
import { type RollCandidate, type RollPreview, type RollQuestion, useRollPreviewQuery } from '../../../api/lifecycle.ts'
import { commonWords } from '../../../shared/common-words.ts'
import { formatPrice, formatSignedPrice, formatStrikeUsd } from '../../../shared/format/numbers.ts'
import { nameCall } from '../../../shared/format/positions.ts'
import { formatDayLong, formatEtTime } from '../../../shared/format/times.ts'
import { countOf, toSentence } from '../../../shared/format/words.ts'
import { Facts, PartTitle } from '../../../shared/ui/figures.tsx'
import { LoadingStatus } from '../../../shared/ui/loading.tsx'
import { Banner } from '../../../shared/ui/notices.tsx'
import { nameQualified } from '../chain/qualified.tsx'
import { newId } from '../data/pending-change.ts'
import classes from '../dialogs/dialogs.module.css'
import { Cents } from '../money.tsx'
import { type EventField, type EventValues, readEventValues, writePrice } from './event-fields.ts'
import { EventInput, RecordActions, RecordFailure, useEventSubmit, useEventTexts } from './event-form.tsx'
import type { EventFacts } from './event-specs.ts'
import own from './record.module.css'
import { Answers, CandidateWarnings, keyOfCandidate, RollCandidates } from './roll-candidates.tsx'

/** A roll chosen in the table of rolls. Dollars per share; the fees are those of both trades. */
export interface RollPrefill {
  readonly contracts: number
  readonly expiration: string
  readonly strike: number
  readonly premium: number | null
  readonly closePrice: number | null
  readonly feesUsd: number
}

interface RollFormProps {
  readonly facts: EventFacts
  /** Null to choose from a short list in the form. */
  readonly prefill: RollPrefill | null
  readonly onRolled: (id: string) => void
  readonly dirty: RefObject<boolean>
  readonly onClose: () => void
}

const TYPING_MS = 400

/** A roll as one event: what was paid for the old call, and the call that replaces it. */
export function RollForm({ facts, prefill, dirty, onClose, onRolled }: RollFormProps) {
  const { row, life, today } = facts
  const { position } = row
  const fields = useMemo(() => listFields(facts, prefill), [facts, prefill])
  const form = useEventTexts(fields, today, dirty)
  const newCallId = useRef(newId(Date.now()))
  const recorder = useEventSubmit(() => {
    onClose()
    if (prefill !== null) onRolled(newCallId.current)
  })
  const values = readEventValues(fields, form.texts, today)
  const found = useRollPreviewQuery(prefill === null ? { position_id: position.id } : skipToken)
  const [chosen, setChosen] = useState<RollCandidate | null>(null)
  const choose = (candidate: RollCandidate) => {
    setChosen(candidate)
    form.change({
      expiry_date: candidate.expiration,
      strike_price: String(candidate.strike),
      ...(candidate.bid !== null && { premium: writePrice(candidate.bid) }),
    })
  }
  const target = useTarget(position.id, values)
  const send = () => {
    if (!form.judge() || values === null) return
    return recorder.send({ positionId: position.id }, writeRoll(values, newCallId.current))
  }
  const input = (name: EventField['name']) => {
    const field = fields.find((each) => each.name === name)
    return field && <EventInput field={field} form={form} rejected={recorder.rejectedFields} />
  }
  return (
    <form noValidate onSubmit={recorder.onSubmit(send)}>
      <RecordFailure failure={recorder.failure} />
      <div className={own.roll}>
        <section aria-labelledby="roll-old">
          <PartTitle id="roll-old">The call you buy back</PartTitle>
          <Facts
            facts={[
              { label: 'Call', value: nameCall(position) },
              { label: 'Expires', value: formatDayLong(position.expiration) },
              { label: 'Open', value: countOf(position.contracts, 'contract') },
              { label: 'Premium received', value: formatPrice(position.premium) },
            ]}
          />
          <div className={own.column}>
            {input('contracts')}
            {input('close_price')}
            {input('occurred_on')}
            {input('fees_usd')}
          </div>
        </section>
        <section aria-labelledby="roll-new">
          <PartTitle id="roll-new">The call you sell instead</PartTitle>
          {prefill === null && (
            <Found query={found} chosen={chosen === null ? null : keyOfCandidate(chosen)} onChoose={choose} />
          )}
          <div className={classes.fields}>
            {input('expiry_date')}
            {input('strike_price')}
            {input('premium')}
          </div>
          {values !== null && (
            <RollOutcome facts={facts} values={values} multiplier={life.multiplier} target={target} />
          )}
        </section>
      </div>
      <p className={own.note}>This records what you did at your broker. It places no order.</p>
      <RecordActions submit="Record roll" busy={recorder.busy} onClose={onClose} />
    </form>
  )
}

function listFields({ row, today, asOf, lastFeeUsd }: EventFacts, prefill: RollPrefill | null): readonly EventField[] {
  const { contracts } = row.position
  const isQuoted = row.ask !== null
  return [
    {
      name: 'contracts',
      label: 'Contracts',
      kind: 'count',
      start: String(prefill?.contracts ?? contracts),
      most: contracts,
    },
    {
      name: 'close_price',
      label: 'Price paid to close ($)',
      kind: 'price',
      start: writePrice(prefill === null ? row.ask : prefill.closePrice),
      description: isQuoted ? `Per share; at the ask, ${formatEtTime(asOf)}` : 'Per share',
    },
    { name: 'occurred_on', label: 'Day', kind: 'day', start: today },
    {
      name: 'fees_usd',
      label: 'Fees of both trades ($, optional)',
      kind: 'usd',
      // The purchase and the sale cost a fee each.
      start: writeFees(prefill === null ? 2 * (lastFeeUsd ?? 0) * contracts : prefill.feesUsd),
      isOptional: true,
    },
    { name: 'expiry_date', label: 'New expiration', kind: 'future', start: prefill?.expiration ?? '' },
    {
      name: 'strike_price',
      label: 'New strike ($)',
      kind: 'price',
      start: prefill === null ? '' : String(prefill.strike),
    },
    {
      name: 'premium',
      label: 'New premium ($)',
      kind: 'price',
      start: writePrice(prefill?.premium ?? null),
      description: 'Per share',
    },
  ]
}

const writeFees = (usd: number) => (usd > 0 ? usd.toFixed(2) : '')

const toCents = (usd: number) => Math.round(usd * 100) / 100

function writeRoll(values: EventValues, newCallId: string) {
  const fees = values.optional('fees_usd')
  // Half of the fees belongs to the purchase, and the rest to the sale.
  const closing = fees === undefined ? undefined : toCents(fees / 2)
  return {
    kind: 'roll' as const,
    occurred_on: values.text('occurred_on'),
    contracts: values.number('contracts'),
    close_price: values.number('close_price'),
    ...(closing !== undefined && { fees_usd: closing }),
    open: {
      id: newCallId,
      expiry_date: values.text('expiry_date'),
      strike_price: values.number('strike_price'),
      premium: values.number('premium'),
      ...(fees !== undefined && closing !== undefined && { fees_usd: toCents(fees - closing) }),
    },
  }
}

/** Asks for the figures of the typed roll, once the user pauses. */
function useTarget(positionId: string, values: EventValues | null): RollCandidate | null {
  const question: RollQuestion | null =
    values === null
      ? null
      : {
          position_id: positionId,
          contracts: values.number('contracts'),
          expiry_date: values.text('expiry_date'),
          strike_price: values.number('strike_price'),
          close_price: values.number('close_price'),
          open_price: values.number('premium'),
          fee_per_contract_usd: (values.optional('fees_usd') ?? 0) / 2 / values.number('contracts'),
        }
  const [settled] = useDebouncedValue(JSON.stringify(question), TYPING_MS)
  const isSettled = settled === JSON.stringify(question)
  const { currentData } = useRollPreviewQuery(question !== null && isSettled ? question : skipToken)
  return currentData?.candidates[0] ?? null
}

interface FoundProps {
  readonly query: {
    readonly data?: RollPreview | undefined
    readonly error?: unknown
    readonly isFetching: boolean
    readonly refetch: () => unknown
  }
  readonly chosen: string | null
  readonly onChoose: (candidate: RollCandidate) => void
}

/** The candidates, or why there are none. The fields below work without them. */
function Found({ query: { data, error, isFetching, refetch }, chosen, onChoose }: FoundProps) {
  if (data !== undefined) return <RollCandidates preview={data} chosen={chosen} onChoose={onChoose} />
  if (isFetching) {
    return <LoadingStatus words="Looking for calls to roll to…" retrying={isFetching} onRetry={() => void refetch()} />
  }
  const why = describeFailure(asApiError(error)) ?? commonWords.noAnswer
  return (
    <Banner action={{ label: commonWords.retry, run: () => void refetch() }}>
      Could not look for calls: {toSentence(why)} You can enter the roll below.
    </Banner>
  )
}

interface RollOutcomeProps {
  readonly facts: EventFacts
  readonly values: EventValues
  readonly multiplier: number
  /** The server's figures for the same roll; null until the response. */
  readonly target: RollCandidate | null
}

/** Credit, days and strike gained, the three answers, and the breakeven after the roll. */
function RollOutcome({ facts, values, multiplier, target }: RollOutcomeProps) {
  const contracts = values.number('contracts')
  const perShare = values.number('premium') - values.number('close_price')
  const creditUsd = perShare * multiplier * contracts - (values.optional('fees_usd') ?? 0)
  const isCredit = creditUsd >= 0
  const { position } = facts.row
  const up = values.number('strike_price') - position.strike
  return (
    <div className={classes.outcome} role="status">
      <Facts
        facts={[
          {
            label: isCredit ? 'Net credit after fees' : 'Net debit after fees',
            value: <Cents usd={Math.abs(creditUsd)} />,
          },
          {
            label: 'Strike gained',
            value: `${formatSignedPrice(up)}, to ${formatStrikeUsd(values.number('strike_price'))}`,
          },
          ...(target === null
            ? []
            : [
                { label: 'Above cost, enough days, net credit', value: <Answers answers={target.answers} /> },
                {
                  label: 'Breakeven after',
                  value:
                    target.after.breakeven === null ? commonWords.notAvailable : formatPrice(target.after.breakeven),
                },
                { label: 'If called then', value: <Cents usd={target.after.ifCalledPnlUsd} signed /> },
                { label: 'Qualified covered call', value: nameQualified(target.qualified) },
              ]),
        ]}
      />
      {target !== null && <p className={own.rule}>{target.qualifiedReason} As the rule reads; not advice.</p>}
      {target !== null && <CandidateWarnings candidate={target} />}
    </div>
  )
}
