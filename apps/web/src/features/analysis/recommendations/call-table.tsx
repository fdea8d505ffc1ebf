import { POSITION_LIMITS } from '@callwright/scoring'
import { ActionIcon } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useId, useState } from 'react'
import type { RecommendedCall } from '../../../api/option-endpoints.ts'
import { commonWords } from '../../../shared/common-words.ts'
import { bestCallWords } from '../../../shared/figures/best-call-words.ts'
import {
  formatDecimal,
  formatDelta,
  formatInteger,
  formatPrice,
  formatYieldPct,
} from '../../../shared/format/numbers.ts'
import { formatDay } from '../../../shared/format/times.ts'
import { toSentence } from '../../../shared/format/words.ts'
import { VisuallyHidden } from '../../../shared/ui/visually-hidden.tsx'
import type { AnalysisNavigation } from '../analysis-state.ts'
import { showCall } from '../best-call.ts'
import classes from './call-table.module.css'
import { recommendationWords as words } from './recommendation-words.ts'

export interface CallTableProps {
  readonly calls: readonly RecommendedCall[]
  /** Contract symbol of the previewed call. */
  readonly chosen: string | null
  readonly go: AnalysisNavigation['go']
}

/** Table of calls to choose from; each row expands to its reasons. */
export function CallTable({ calls, chosen, go }: CallTableProps) {
  const [opened, setOpened] = useState<string | null>(null)
  return (
    <table className={classes.table} aria-label={words.list}>
      <thead>
        <tr>
          <th scope="col">{words.expiration}</th>
          <th scope="col">{words.strike}</th>
          <th scope="col">{words.delta}</th>
          <th scope="col">
            {words.bid} <small>$</small>
          </th>
          <th scope="col">
            {words.yield} <small>%</small>
          </th>
          <th scope="col">
            <VisuallyHidden>{words.reasons}</VisuallyHidden>
          </th>
        </tr>
      </thead>
      <tbody>
        {calls.map((call) => (
          <CallRow
            key={call.contractSymbol}
            call={call}
            chosen={call.contractSymbol === chosen}
            opened={call.contractSymbol === opened}
            onToggle={() => setOpened(call.contractSymbol === opened ? null : call.contractSymbol)}
            onChoose={() => showCall(go, call)}
          />
        ))}
      </tbody>
    </table>
  )
}

interface CallRowProps {
  readonly call: RecommendedCall
  readonly chosen: boolean
  readonly opened: boolean
  readonly onToggle: () => void
  readonly onChoose: () => void
}

function CallRow({ call, chosen, opened, onToggle, onChoose }: CallRowProps) {
  const reasonsId = useId()
  const strike = words.strikeOf(formatDecimal(call.strike))
  return (
    <>
      <tr className={classes.row} data-chosen={chosen || undefined}>
        <td>
          <button type="button" className={classes.choose} aria-pressed={chosen} onClick={onChoose}>
            {formatDay(call.expiration)} <small>{commonWords.days(formatInteger(call.days))}</small>
            <VisuallyHidden>, {strike}</VisuallyHidden>
          </button>
          <Marks call={call} />
        </td>
        <td>{formatDecimal(call.strike)}</td>
        <td>{formatDelta(call.delta)}</td>
        <td>{formatPrice(call.bid)}</td>
        <td className={classes.yield}>{formatYieldPct(call.annualizedYieldPct)}</td>
        <td>
          <ActionIcon
            className={classes.toggle}
            variant="subtle"
            size={24}
            aria-label={words.reasonsFor(`${formatDay(call.expiration)}, ${strike}`)}
            aria-expanded={opened}
            aria-controls={opened ? reasonsId : undefined}
            onClick={onToggle}
          >
            <IconChevronDown size={14} stroke={1.6} aria-hidden="true" />
          </ActionIcon>
        </td>
      </tr>
      {opened && (
        <tr className={classes.reasons}>
          <td id={reasonsId} colSpan={6}>
            <Reasons call={call} />
          </td>
        </tr>
      )}
    </>
  )
}

/** Marks on a call: best call, thin market, or yield below the minimum. */
function Marks({ call: { isBestCall, bestCallLiquidity, belowMinimumYield } }: Pick<CallRowProps, 'call'>) {
  const minimum = formatDecimal(POSITION_LIMITS.minStaticYieldPct)
  return (
    <>
      {isBestCall && <span className={classes.best}> {words.best}</span>}
      {bestCallLiquidity === 'thin' && (
        <span className={classes.mark} data-hint={bestCallWords.thinMeaning}>
          {' '}
          {words.thin}
        </span>
      )}
      {belowMinimumYield && (
        <span className={classes.mark} data-hint={words.lowYieldHint(minimum)}>
          {' '}
          {words.lowYield(minimum)}
        </span>
      )}
    </>
  )
}

function Reasons({ call: { recommended, reasons, score, preview } }: Pick<CallRowProps, 'call'>) {
  return (
    <>
      <p className={classes.verdict}>
        {recommended ? words.recommended(formatInteger(score)) : words.listed(formatInteger(score))}
      </p>
      <ul>
        {reasons.map((reason) => (
          <li key={reason}>{toSentence(reason)}</li>
        ))}
      </ul>
      <p>
        {words.onceAdded} <b>{preview.label}</b>: {toSentence(preview.explanation)}
      </p>
    </>
  )
}
