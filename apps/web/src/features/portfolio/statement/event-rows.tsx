import { Button, Stack, Text } from '@mantine/core'
import type { DataColumn } from '../../../shared/data-table/columns.tsx'
import { DataTable } from '../../../shared/data-table/data-table.tsx'
import { formatInteger, formatPrice } from '../../../shared/format/numbers.ts'
import { countOf } from '../../../shared/format/words.ts'
import dialogClasses from '../dialogs/dialogs.module.css'
import { FormChoices } from '../import/form-choices.tsx'
import type { EventAnswer, Import } from '../import/use-import.ts'
import { AccountChoice } from './account-choice.tsx'
import { EventLines } from './event-lines.tsx'
import { GivenAnswers } from './given-answers.tsx'
import { StatementQuestions } from './statement-questions.tsx'

type Chain = EventAnswer['chains'][number]

interface EventRowsProps {
  readonly answer: EventAnswer
  readonly control: Pick<Import, 'choices' | 'choose' | 'changeColumns' | 'asked' | 'busy'>
}

/** Outcome of every line of a broker's file, and the chains that it changes. */
export function EventRows({ answer, control }: EventRowsProps) {
  const { choices, choose, changeColumns, asked, busy } = control
  const { detected, chains, message } = answer
  const isPlanned = answer.dry_run
  return (
    <Stack gap="md">
      <p role="status">{describeEvents(answer)}</p>
      {message !== null && (
        <Text size="sm" c="var(--text-faint)">
          {message}
        </Text>
      )}
      {isPlanned && (
        <>
          <StatementQuestions questions={answer.questions} choices={choices} choose={choose} busy={busy} />
          <GivenAnswers asked={asked} choices={choices} choose={choose} busy={busy} />
          {choices.map !== undefined && (
            <div>
              <Button variant="default" aria-disabled={busy} onClick={() => void changeColumns()}>
                Change the columns
              </Button>
            </div>
          )}
          {detected.format !== 'callwright' && (
            <>
              <AccountChoice detected={detected} choose={choose} busy={busy} />
              <FormChoices form={answer.form} questions={answer.form_questions} choices={choices} choose={choose} />
            </>
          )}
        </>
      )}
      <EventLines answer={answer} choices={choices} choose={choose} busy={busy} />
      {chains.length > 0 && (
        <div>
          <Text component="h3" fw="var(--weight-strong)">
            {isPlanned ? 'Your chains after the import' : 'Your chains'}
          </Text>
          <DataTable
            label="Chains"
            className={dialogClasses.table}
            columns={chainColumns}
            rows={chains}
            rowKey={({ chain_id }) => chain_id}
          />
        </div>
      )}
    </Stack>
  )
}

/** "Robinhood: 12 events to record from 15 lines, 1 inferred, 3 already there, 1 question." */
export function describeEvents({ detected, counts, events, questions, dry_run: planned }: EventAnswer): string {
  const inferred = events.filter(({ origin }) => origin === 'inferred').length
  const answered = events.filter(({ origin }) => origin === 'answer').length
  const parts = [
    `${countOf(events.length, 'event')} ${planned ? 'to record' : 'recorded'} from ${countOf(detected.lines, 'line')}`,
    inferred > 0 ? `${formatInteger(inferred)} inferred` : null,
    answered > 0 ? `${formatInteger(answered)} from your answers` : null,
    counts.known > 0 ? `${formatInteger(counts.known)} already there` : null,
    counts.refused > 0 ? `${formatInteger(counts.refused)} rejected` : null,
    questions.length > 0 ? countOf(questions.length, 'question') : null,
  ]
  const account = detected.accounts.join(', ') || detected.broker
  return `${account}: ${parts.filter((part) => part !== null).join(', ')}.`
}

/** Dollars with cents. */
const dollars = (usd: number): string => `${usd < 0 ? '\u2212' : ''}$${formatPrice(Math.abs(usd))}`

const chainColumns: readonly DataColumn<Chain>[] = [
  { id: 'ticker', label: 'Ticker', align: 'start', isRowHeader: true, cell: ({ ticker }) => ticker },
  { id: 'account', label: 'Account', align: 'start', cell: ({ account }) => account ?? '—' },
  { id: 'shares', label: 'Shares', align: 'end', cell: ({ shares }) => shares.toLocaleString('en-US') },
  { id: 'open', label: 'Open calls', align: 'end', cell: ({ open_contracts }) => formatInteger(open_contracts) },
  { id: 'cost', label: 'Cost', align: 'end', cell: ({ cost_usd }) => dollars(cost_usd) },
  { id: 'premium', label: 'Net premium', align: 'end', cell: ({ net_premium_usd }) => dollars(net_premium_usd) },
  { id: 'realized', label: 'Realized', align: 'end', cell: ({ realized_usd }) => dollars(realized_usd) },
]
