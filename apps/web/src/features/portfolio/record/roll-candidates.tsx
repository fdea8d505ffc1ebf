import { Text } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconQuestionMark, IconX } from '@tabler/icons-react'
import type { RollCandidate, RollPreview } from '../../../api/lifecycle.ts'
import type { DataColumn } from '../../../shared/data-table/columns.tsx'
import { TableOrCards } from '../../../shared/data-table/table-or-cards.tsx'
import { formatInteger, formatPrice, formatSignedPrice, formatStrike } from '../../../shared/format/numbers.ts'
import { formatDayLong } from '../../../shared/format/times.ts'
import { VisuallyHidden } from '../../../shared/ui/figures.tsx'
import { nameQualified, QUALIFIED_NOTE } from '../chain/qualified.tsx'
import tableClasses from '../table/table.module.css'
import classes from './record.module.css'

const SOURCE = 'option chain'

const questions = [
  ['strikeAboveCost', 'Strike above cost'],
  ['enoughDays', 'Enough days'],
  ['netCredit', 'Net credit'],
] as const

const columns: readonly DataColumn<RollCandidate>[] = [
  {
    id: 'expiration',
    label: 'Expiration',
    align: 'start',
    isRowHeader: true,
    cell: ({ expiration, daysToExpiration }) => `${formatDayLong(expiration)} (${formatInteger(daysToExpiration)} d)`,
  },
  { id: 'strike', label: 'Strike', unit: '$', value: ({ strike }) => strike, format: formatStrike },
  { id: 'bid', label: 'Bid', unit: '$', value: ({ bid }) => bid, format: formatPrice },
  {
    id: 'credit',
    label: 'Net credit',
    unit: '$',
    tone: 'strong',
    meaning: 'Bid of the new call less the ask of the old one, after fees, per share. Below zero it is a debit.',
    source: SOURCE,
    value: ({ netCredit }) => netCredit,
    format: formatSignedPrice,
  },
  { id: 'days', label: 'Days gained', value: ({ daysAdded }) => daysAdded, format: formatInteger },
  { id: 'up', label: 'Strike gained', unit: '$', value: ({ strikeChange }) => strikeChange, format: formatSignedPrice },
  {
    id: 'answers',
    label: 'Cost, days, credit',
    align: 'start',
    meaning: 'Is the new strike above your cost, does the roll add enough days, and does it bring a net credit?',
    cell: ({ answers }) => <Answers answers={answers} />,
  },
  {
    id: 'qualified',
    label: 'Qualified',
    align: 'start',
    term: 'qualified_covered_call',
    source: 'option chain and recent prices',
    cell: ({ qualified, qualifiedReason }) => <span data-hint={qualifiedReason}>{nameQualified(qualified)}</span>,
  },
  {
    id: 'breakeven',
    label: 'Breakeven after',
    unit: '$',
    value: ({ after }) => after.breakeven,
    format: formatPrice,
  },
]

const marks = {
  true: { icon: IconCheck, word: 'yes', tone: 'good' },
  false: { icon: IconX, word: 'no', tone: 'bad' },
  null: { icon: IconQuestionMark, word: 'not known', tone: 'plain' },
} as const

/** The answers to the three questions. */
export function Answers({ answers }: Pick<RollCandidate, 'answers'>) {
  return (
    <span className={classes.answers}>
      {questions.map(([name, label]) => {
        const { icon: Icon, word, tone } = marks[`${answers[name]}`]
        return (
          <span key={name} className={tableClasses.toned} data-tone={tone} data-hint={`${label}: ${word}`}>
            <Icon size={14} stroke={2} aria-hidden="true" />
            <VisuallyHidden>
              {label}: {word}.{' '}
            </VisuallyHidden>
          </span>
        )
      })}
    </span>
  )
}

interface RollCandidatesProps {
  readonly preview: RollPreview
  readonly chosen: string | null
  readonly onChoose: (candidate: RollCandidate) => void
}

export const keyOfCandidate = ({ expiration, strike }: Pick<RollCandidate, 'expiration' | 'strike'>) =>
  `${expiration} ${strike}`

/** The calls that a call can be rolled to, and what the search found. */
export function RollCandidates({ preview, chosen, onChoose }: RollCandidatesProps) {
  const { candidates, explanation } = preview
  return (
    <>
      <Text mb="sm">{explanation}</Text>
      {candidates.length > 0 && (
        <>
          <TableOrCards
            label="Calls to roll to"
            className={classes.candidates ?? ''}
            columns={columns}
            rows={candidates}
            rowKey={keyOfCandidate}
            isSelected={(candidate) => keyOfCandidate(candidate) === chosen}
            onRowClick={onChoose}
          />
          <p className={classes.rule}>{QUALIFIED_NOTE}</p>
        </>
      )}
    </>
  )
}

/** Warnings about one candidate. */
export function CandidateWarnings({ candidate }: { readonly candidate: RollCandidate }) {
  const { warnings, earningsBeforeExpiration, exDividendBeforeExpiration } = candidate
  const all = [
    earningsBeforeExpiration === true && 'Earnings come before the new expiration.',
    exDividendBeforeExpiration === true && 'The stock goes ex-dividend before the new expiration.',
    ...warnings,
  ].filter((warning) => warning !== false)
  if (all.length === 0) return null
  return (
    <ul className={classes.warnings}>
      {all.map((warning) => (
        <li key={warning}>
          <IconAlertTriangle size={14} stroke={1.6} aria-hidden="true" /> {warning}
        </li>
      ))}
    </ul>
  )
}
