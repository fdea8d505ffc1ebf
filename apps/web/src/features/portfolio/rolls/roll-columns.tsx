import { ROLL_INTENTS, type RollIntent } from '@callwright/scoring'
import { Button } from '@mantine/core'
import type { RollPreview } from '../../../api/lifecycle.ts'
import type { DataColumn } from '../../../shared/data-table/columns.tsx'
import {
  formatDelta,
  formatInteger,
  formatPrice,
  formatSignedPct,
  formatSignedPrice,
  formatStrike,
  formatYieldPct,
} from '../../../shared/format/numbers.ts'
import { formatDay, formatDayLong } from '../../../shared/format/times.ts'
import { Unknown } from '../../../shared/ui/figures.tsx'
import { nameQualified } from '../chain/qualified.tsx'
import { Cents } from '../money.tsx'
import { Answers } from '../record/roll-candidates.tsx'
import { describeQuote, listExDates, type RankedRoll } from './rolls-state.ts'

export type RollColumn = DataColumn<RankedRoll>

const CHAIN = 'option chain'
const MODEL = 'calculated from the option chain'
const LEDGER = 'option chain and your ledger'

export const nameRoll = ({ expiration, strike }: Pick<RankedRoll, 'expiration' | 'strike'>) =>
  `${formatDayLong(expiration)} ${formatStrike(strike)} call`

const figure = (
  id: string,
  label: string,
  value: (roll: RankedRoll) => number | null,
  more: Partial<RollColumn> = {},
): RollColumn => ({
  ...{ id, label, width: 92, source: CHAIN, value, format: formatPrice },
  explain: ({ unknownReason }) => unknownReason ?? 'Not in the answer',
  ...more,
})

interface ColumnsOf {
  readonly preview: RollPreview
  readonly intent: RollIntent
  readonly onChoose: (roll: RankedRoll) => void
}

/** Columns of the table of rolls, the same for cards. */
export function listRollColumns({ preview, intent, onChoose }: ColumnsOf): readonly RollColumn[] {
  const ofNewCall = 'On the stock’s price, from the bid less one fee; the buy-back and dividends are not in it.'
  return [
    figure('rank', 'Rank', ({ rank }) => rank, {
      width: 62,
      format: formatInteger,
      meaning: 'Place by the answers to the three questions, then by the score of what you want.',
      source: MODEL,
    }),
    {
      ...{ id: 'call', label: 'Sell instead', align: 'start', pinned: 'start', isRowHeader: true, width: 178 },
      value: ({ expiration, strike }) => `${expiration} ${strike.toFixed(3).padStart(12, '0')}`,
      cell: nameRoll,
    },
    figure('credit', 'Net credit', ({ netCredit }) => netCredit, {
      ...{ unit: '$/share', width: 122, tone: 'strong', format: formatSignedPrice },
      meaning: 'Bid of the new call less the ask of yours, after both fees. Below zero it is a debit.',
    }),
    figure('credit_usd', 'In all', ({ netCreditUsd }) => netCreditUsd, {
      ...{ unit: '$', width: 104, meaning: 'Net credit or debit for the contracts to roll, after fees.' },
      cell: ({ netCreditUsd, unknownReason }) => (
        <Cents usd={netCreditUsd} signed {...(unknownReason !== null && { reason: unknownReason })} />
      ),
    }),
    figure('days_added', 'Days added', ({ daysAdded }) => daysAdded, { width: 104, format: formatInteger }),
    figure('strike_gained', 'Strike gained', ({ strikeChange }) => strikeChange, {
      ...{ unit: '$', width: 118, format: formatSignedPrice },
    }),
    {
      ...{ id: 'answers', label: 'Cost, days, credit', align: 'start', width: 142, sortable: true },
      meaning: 'Is the new strike above your cost, does the roll add enough days, and does it bring a net credit?',
      value: ({ fits }) => (fits === null ? 1 : fits ? 2 : 0),
      cell: ({ answers }) => <Answers answers={answers} />,
    },
    figure('delta', 'Delta', ({ delta }) => delta, { width: 80, format: formatDelta, term: 'delta', source: MODEL }),
    figure('static_year', 'Static a year', ({ staticReturnAnnualizedPct }) => staticReturnAnnualizedPct, {
      ...{ unit: '%', width: 116, format: formatSignedPct, term: 'static_return', meaning: ofNewCall },
    }),
    figure('called_year', 'If called a year', ({ ifCalledReturnAnnualizedPct }) => ifCalledReturnAnnualizedPct, {
      ...{ unit: '%', width: 130, format: formatSignedPct, term: 'if_called_return', meaning: ofNewCall },
    }),
    figure('breakeven', 'Breakeven after', ({ after }) => after.breakeven, {
      ...{ unit: '$', width: 132, source: LEDGER, meaning: 'Breakeven of the whole chain after this roll.' },
    }),
    figure('bid', 'Bid', ({ bid }) => bid, { unit: '$', width: 76, term: 'bid' }),
    figure('ask', 'Ask', ({ ask }) => ask, { unit: '$', width: 76 }),
    figure('spread', 'Spread', ({ spreadPct }) => spreadPct, {
      ...{ unit: '% of mid', width: 132, format: formatYieldPct, term: 'bid_ask_spread' },
      cell: (roll) => <Spread roll={roll} />,
    }),
    figure('roll_return', 'Roll return a year', ({ rollReturnAnnualizedPct }) => rollReturnAnnualizedPct, {
      ...{ unit: '%', width: 150, format: formatSignedPct, source: MODEL },
      meaning:
        '(bid − ask of yours + bought-up value) / basis, before fees, × 365 / days. The basis is your strike if your call is in the money, else the price.',
    }),
    figure('static', 'Static', ({ staticReturnPct }) => staticReturnPct, {
      ...{ unit: '%', format: formatSignedPct, term: 'static_return', meaning: ofNewCall },
    }),
    figure('called', 'If called', ({ ifCalledReturnPct }) => ifCalledReturnPct, {
      ...{ unit: '%', format: formatSignedPct, term: 'if_called_return', meaning: ofNewCall },
    }),
    figure('bought_up', 'Bought up', ({ boughtUpValue }) => boughtUpValue, {
      ...{ unit: '$/share', width: 128 },
      meaning: 'Value of the shares that the higher strike no longer gives away: min(price, new strike) − your strike.',
    }),
    figure('called_pnl', 'Chain if called', ({ after }) => after.ifCalledPnlUsd, {
      ...{ unit: '$', width: 128, source: LEDGER },
      meaning: 'P&L of the whole chain if the shares are called at the new strike.',
      cell: ({ after, unknownReason }) => (
        <Cents usd={after.ifCalledPnlUsd} signed {...(unknownReason !== null && { reason: unknownReason })} />
      ),
    }),
    figure('score', 'Score', ({ scores }) => scores?.[toScore(intent)] ?? null, {
      ...{ unit: '% a year', width: 112, format: formatSignedPct, source: MODEL },
      meaning: `${ROLL_INTENTS[intent].meaning} It is the rank within equal answers.`,
      formula: ROLL_INTENTS[intent].formula,
    }),
    {
      ...{ id: 'earnings', label: 'Earnings', align: 'start', width: 104, source: 'company facts' },
      meaning: 'Whether the next earnings report comes on or before the new expiration.',
      value: ({ earningsBeforeExpiration }) => toNumber(earningsBeforeExpiration),
      cell: ({ earningsBeforeExpiration: isInside }) =>
        isInside === null ? (
          <Unknown reason="The date of the next earnings report is unknown." />
        ) : isInside ? (
          writeDay(preview.earningsDate)
        ) : (
          'No'
        ),
    },
    {
      ...{ id: 'ex_dates', label: 'Ex-dates', align: 'start', width: 116, source: 'company facts' },
      meaning: 'Ex-dividend dates on or before the new expiration.',
      value: ({ exDividendBeforeExpiration }) => toNumber(exDividendBeforeExpiration),
      cell: (roll) => <ExDates preview={preview} roll={roll} />,
    },
    {
      ...{ id: 'qualified', label: 'Qualified', align: 'start', width: 100, term: 'qualified_covered_call' },
      source: 'option chain and recent prices',
      value: ({ qualified }) => toNumber(qualified),
      cell: ({ qualified, qualifiedReason }) => <span data-hint={qualifiedReason}>{nameQualified(qualified)}</span>,
    },
    {
      ...{ id: 'choose', label: 'Choose', isLabelHidden: true, isScreenOnly: true, sortable: false },
      ...{ pinned: 'end', width: 84, isFixed: true },
      cell: (roll) => (
        <Button size="compact-xs" aria-label={`Roll to the ${nameRoll(roll)}`} onClick={() => onChoose(roll)}>
          Roll
        </Button>
      ),
    },
  ]
}

const toNumber = (truth: boolean | null) => (truth === null ? null : Number(truth))

export const toScore = (intent: RollIntent) => (intent === 'keep_shares' ? 'keepShares' : 'happyToSell')

const writeDay = (day: string | null) => (day === null ? 'Yes' : formatDay(day))

function Spread({ roll }: { readonly roll: RankedRoll }) {
  const fault = describeQuote(roll)
  if (roll.spreadPct === null) return <Unknown sign={fault ?? '—'} reason={roll.unknownReason} />
  const text = formatYieldPct(roll.spreadPct)
  return fault === null ? (
    text
  ) : (
    <b data-hint="Bid and ask are far apart, so a trade may cost more than these figures say.">
      {text} {fault.toLowerCase()}
    </b>
  )
}

function ExDates({ preview, roll }: { readonly preview: RollPreview; readonly roll: RankedRoll }) {
  const dates = listExDates(preview, roll)
  const [first] = dates
  if (first !== undefined) {
    const hint = dates
      .map(
        ({ exDate, cashAmount, estimated }) =>
          `${formatDayLong(exDate)}: $${formatPrice(cashAmount)}${estimated ? ', estimated' : ''}`,
      )
      .join('; ')
    return (
      <span data-hint={hint}>
        {formatDay(first.exDate)}
        {dates.length > 1 && ` +${dates.length - 1}`}
      </span>
    )
  }
  if (roll.exDividendBeforeExpiration === null) return <Unknown reason="The next ex-dividend date is unknown." />
  return roll.exDividendBeforeExpiration ? 'Yes' : 'No'
}

/** Figures on the front of a phone's card. */
export const frontColumns: readonly string[] = [
  ...['call', 'credit', 'credit_usd', 'days_added', 'strike_gained', 'answers', 'spread', 'delta', 'choose'],
]
