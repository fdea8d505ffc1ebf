import { POSITION_LIMITS } from '@callwright/scoring'
import { ActionIcon, Stack } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { type ReactNode, useCallback, useMemo, useState } from 'react'
import type { RecommendedCall } from '../../../api/options.ts'
import { commonWords } from '../../../shared/common-words.ts'
import type { DataColumn } from '../../../shared/data-table/columns.tsx'
import { DataTable } from '../../../shared/data-table/data-table.tsx'
import { bestCallWords } from '../../../shared/figures/best-call.ts'
import {
  formatDecimal,
  formatDelta,
  formatFinePct,
  formatInteger,
  formatPrice,
  formatYieldPct,
} from '../../../shared/format/numbers.ts'
import { formatDay } from '../../../shared/format/times.ts'
import { toSentence } from '../../../shared/format/words.ts'
import { Unknown, VisuallyHidden } from '../../../shared/ui/figures.tsx'
import type { AnalysisNavigation } from '../analysis-state.ts'
import { showCall } from '../stock-data.ts'
import classes from './recommendations.module.css'

type ColumnId = 'expiration' | 'strike' | 'bid' | 'yield' | 'open_interest' | 'reasons'
type CallColumn = DataColumn<RecommendedCall, ColumnId>

const SOURCE = 'option chain'

/** A figure and a second one below it. Only screen readers get the second one's name, which the header has. */
const stack = (first: string | null, name: string, second: ReactNode) => (
  <>
    {first ?? <Unknown />}{' '}
    <small>
      <VisuallyHidden>{name} </VisuallyHidden>
      {second}
    </small>
  </>
)

const figureColumns: readonly CallColumn[] = [
  {
    id: 'strike',
    label: 'Strike',
    className: classes.stacked,
    term: 'strike',
    source: SOURCE,
    cell: ({ strike, delta }) => stack(formatDecimal(strike), 'delta', formatDelta(delta)),
  },
  {
    id: 'bid',
    label: 'Bid',
    className: classes.stacked,
    term: 'bid',
    meaning: 'The spread is a percent of the mid.',
    source: SOURCE,
    cell: (call) => stack(formatPrice(call.bid), 'spread', formatYieldPct(readSpreadPct(call))),
  },
  {
    id: 'yield',
    label: 'Yield',
    className: classes.stacked,
    term: 'annualized_yield',
    meaning: 'If called: return over the term if the shares are called away at the strike.',
    source: 'option chain, stock quote',
    cell: ({ annualizedYieldPct, ifCalledPct }) =>
      stack(formatYieldPct(annualizedYieldPct), 'if called', formatFinePct(ifCalledPct)),
  },
  {
    id: 'open_interest',
    label: 'Open interest',
    className: classes.stacked,
    term: 'open_interest',
    meaning: bestCallWords.thinMeaning,
    source: SOURCE,
    cell: ({ openInterest, bestCallLiquidity }) =>
      stack(
        openInterest === null ? null : formatInteger(openInterest),
        'liquidity',
        bestCallLiquidity === null ? (
          <Unknown reason="Fails a rule for the best call" />
        ) : bestCallLiquidity === 'thin' ? (
          <b className={classes.mark} data-hint={bestCallWords.thinMeaning}>
            Thin
          </b>
        ) : (
          bestCallWords.liquid
        ),
      ),
  },
]

const readSpreadPct = ({ bid, ask, mid }: RecommendedCall) =>
  bid === null || ask === null || mid === null || mid <= 0 ? null : ((ask - bid) / mid) * 100

const stackHeader = (first: string, unit: string, second: string) => (
  <>
    {first} {unit !== '' && <small>{unit}</small>}
    <small className={classes.below}>{second}</small>
  </>
)
const headers = {
  strike: stackHeader('Strike', '', 'Delta'),
  bid: stackHeader('Bid', '$', 'Spread %'),
  yield: stackHeader('Yield', '%', 'If called %'),
  open_interest: stackHeader('Open int.', '', 'Liquidity'),
} as const

const nameCall = ({ expiration, strike }: RecommendedCall) =>
  `${formatDay(expiration)}, strike ${formatDecimal(strike)}`

const expirationColumn: CallColumn = {
  id: 'expiration',
  label: 'Expiration',
  align: 'start',
  term: 'days_to_expiration',
  source: SOURCE,
  cell: (call, { isSelected }) => (
    <button type="button" className={classes.choose} data-action="choose" aria-pressed={isSelected}>
      {formatDay(call.expiration)} <small>{commonWords.days(formatInteger(call.days))}</small>
      <VisuallyHidden>, strike {formatDecimal(call.strike)}</VisuallyHidden>
      {call.isBestCall && <b className={classes.best}> Best call</b>}
      {call.belowMinimumYield && (
        <b className={classes.mark} data-hint={lowYieldHint}>
          {' '}
          Under {minimumPct}%
        </b>
      )}
    </button>
  ),
}

const minimumPct = formatDecimal(POSITION_LIMITS.minStaticYieldPct)
const lowYieldHint = `Time value pays less than the minimum of ${minimumPct}% a year, so it is never recommended`

const buildReasonsColumn = (opened: string | null): CallColumn => ({
  id: 'reasons',
  label: 'Reasons',
  isLabelHidden: true,
  isScreenOnly: true,
  className: classes.reasonsCell,
  cell: (call) => (
    <ActionIcon
      size={24}
      className={classes.toggle ?? ''}
      data-action="reasons"
      aria-label={`Reasons for ${nameCall(call)}`}
      aria-expanded={call.contractSymbol === opened}
    >
      <IconChevronDown size={14} stroke={1.6} aria-hidden="true" />
    </ActionIcon>
  ),
})

const keyOf = ({ contractSymbol }: RecommendedCall) => contractSymbol

export interface CallTableProps {
  readonly calls: readonly RecommendedCall[]
  /** Contract symbol of the previewed call. */
  readonly chosen: string | null
  readonly go: AnalysisNavigation['go']
}

/** Table of calls to choose from; each row expands to its reasons. */
export function CallTable({ calls, chosen, go }: CallTableProps) {
  const [opened, setOpened] = useState<string | null>(null)
  const columns = useMemo(() => [expirationColumn, ...figureColumns, buildReasonsColumn(opened)], [opened])
  const drawDetail = useCallback(
    (call: RecommendedCall) => (keyOf(call) === opened ? <Reasons call={call} /> : null),
    [opened],
  )
  return (
    <DataTable
      label="Suggested calls"
      className={classes.calls}
      columns={columns}
      headers={headers}
      rows={calls}
      rowKey={keyOf}
      isSelected={(call) => keyOf(call) === chosen}
      detail={drawDetail}
      isFit
      onRowClick={(call) => showCall(go, call)}
      onAction={(action, call) => {
        if (action === 'choose') showCall(go, call)
        else setOpened((before) => (before === keyOf(call) ? null : keyOf(call)))
      }}
    />
  )
}

function Reasons({ call: { recommended, reasons, score, preview } }: { readonly call: RecommendedCall }) {
  return (
    <Stack gap="2xs" py="xs" c="dimmed" fz="sm" lh="1.125rem" className={classes.reasons}>
      <b>
        {recommended ? 'Recommended' : 'Listed, not recommended'}: scores {formatInteger(score)} of 100 among this
        stock’s calls
      </b>
      <ul>
        {reasons.map((reason) => (
          <li key={reason}>{toSentence(reason)}</li>
        ))}
      </ul>
      <p>
        Once added, the recommendation would be <b>{preview.label}</b>: {toSentence(preview.explanation)}
      </p>
    </Stack>
  )
}
