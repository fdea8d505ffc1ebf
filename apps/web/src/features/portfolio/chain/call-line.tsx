import {
  IconArrowForwardUp,
  IconCheck,
  IconFlag,
  IconReceiptRefund,
  IconStack2,
  type TablerIcon,
} from '@tabler/icons-react'
import type { ChainCall } from '../../../api/lifecycle.ts'
import { formatDecimal, formatPrice } from '../../../shared/format/numbers.ts'
import { formatDay, formatDayLong } from '../../../shared/format/times.ts'
import { countOf } from '../../../shared/format/words.ts'
import { Cents } from '../money.tsx'
import classes from './chain.module.css'
import { QUALIFIED_NOTE, QualifiedDetails } from './qualified.tsx'

type End = NonNullable<ChainCall['end']>

const ends: Readonly<Record<End, { readonly word: string; readonly icon: TablerIcon }>> = {
  closed: { word: 'Bought back', icon: IconReceiptRefund },
  expired: { word: 'Expired worthless', icon: IconCheck },
  assigned: { word: 'Assigned', icon: IconFlag },
  rolled: { word: 'Rolled', icon: IconArrowForwardUp },
  mixed: { word: 'Ended in parts', icon: IconStack2 },
}

/** The calls of a chain, oldest first, each with how it ended. */
export function CallLine({ calls }: { readonly calls: readonly ChainCall[] }) {
  return (
    <>
      <ol className={classes.line}>
        {calls.map((call) => (
          <Call key={call.positionId} call={call} />
        ))}
      </ol>
      <p className={classes.note}>{QUALIFIED_NOTE}</p>
    </>
  )
}

function Call({ call }: { readonly call: ChainCall }) {
  const { strike, expiration, contractsWritten, contractsOpen, premiumUsd, multiplier, endedOn, end } = call
  const perShare = premiumUsd / contractsWritten / multiplier
  const { word, icon: Icon } = end === null ? { word: '', icon: null } : ends[end]
  return (
    <li data-open={contractsOpen > 0 || undefined}>
      <b>{formatDecimal(strike)} call</b>
      <span>
        {formatDay(call.openedOn)} to {formatDayLong(expiration)}
      </span>
      <span>
        {countOf(contractsWritten, 'contract')} at {formatPrice(perShare)}
      </span>
      {Icon === null || endedOn === null ? (
        <span>{countOf(contractsOpen, 'contract')} open</span>
      ) : (
        <span>
          <Icon size={14} stroke={1.6} aria-hidden="true" /> {word} {formatDay(endedOn)}
        </span>
      )}
      {(end !== null || contractsOpen < contractsWritten) && (
        <span>
          <Cents usd={call.realizedUsd} signed />
        </span>
      )}
      <QualifiedDetails {...call} />
    </li>
  )
}
