import { IconChevronDown } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { type AttentionEntry, type AttentionList, useAttentionQuery } from '../../../api/portfolio-endpoints.ts'
import { commonWords } from '../../../shared/common-words.ts'
import { formatDecimal } from '../../../shared/format/numbers.ts'
import { toSentence } from '../../../shared/format/words.ts'
import { OwnUsd } from '../../../shared/ui/own-usd.tsx'
import classes from './attention-strip.module.css'
import { describeCounts, describeReasons, attentionWords as words } from './attention-words.ts'

interface AttentionStripProps {
  readonly onSelect: (id: string) => void
}

/** How many positions need attention, with the reasons in an expandable list. */
export function AttentionStrip({ onSelect }: AttentionStripProps) {
  const { data: list, isError } = useAttentionQuery()
  const [expanded, setExpanded] = useState(false)
  const listId = useId()
  if (list === undefined && isError) return <p className={classes.strip}>{words.failed}</p>
  // Same height as the loaded strip, to avoid a layout shift.
  if (list === undefined) return <div className={classes.strip} aria-hidden="true" />
  if (list.entries.length === 0) return <p className={classes.strip}>{words.nothing}</p>
  return (
    <section className={classes.attention} aria-label={words.title}>
      <button
        type="button"
        className={classes.strip}
        aria-expanded={expanded}
        aria-controls={listId}
        onClick={() => setExpanded(!expanded)}
      >
        <IconChevronDown className={classes.chevron} size={14} stroke={1.6} aria-hidden="true" />
        <b>{words.title}</b>
        <span>{describeCounts(list)}</span>
        {list.dividendsAtStakeUsd > 0 && (
          <span className={classes.stake}>
            <OwnUsd usd={list.dividendsAtStakeUsd} /> {words.dividends}
          </span>
        )}
      </button>
      <div id={listId} hidden={!expanded}>
        {expanded && <Entries list={list} onSelect={onSelect} />}
      </div>
    </section>
  )
}

function Entries({ list, onSelect }: AttentionStripProps & { readonly list: AttentionList }) {
  return (
    <>
      <ul className={classes.reasons} aria-label={words.reasons}>
        {describeReasons(list).map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
      <ul className={classes.entries} aria-label={words.positions}>
        {list.entries.map((entry) => (
          <Entry key={entry.id} entry={entry} onSelect={onSelect} />
        ))}
      </ul>
    </>
  )
}

function Entry({ entry, onSelect }: AttentionStripProps & { readonly entry: AttentionEntry }) {
  const { id, ticker, strike, days, reasons, dividendAtStakeUsd } = entry
  const isExpired = reasons.some((reason) => reason.id === 'expired')
  return (
    <li className={classes.entry}>
      <button type="button" className={classes.name} onClick={() => onSelect(id)}>
        <b>{ticker}</b> {words.call(formatDecimal(strike), isExpired ? words.expired : commonWords.days(String(days)))}
      </button>
      <ul className={classes.sentences}>
        {reasons.map((reason) => (
          <li key={reason.id} data-group={reason.group}>
            {toSentence(reason.sentence)}
            {reason.id === 'dividend' && dividendAtStakeUsd !== null && (
              <>
                {' '}
                <OwnUsd usd={dividendAtStakeUsd} /> {words.atStake}
              </>
            )}
          </li>
        ))}
      </ul>
    </li>
  )
}
