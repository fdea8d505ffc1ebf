import { type KnownSum, type PortfolioTotals, SHARES_PER_CONTRACT } from '@callwright/scoring'
import { Group, Text } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { type ReactNode, useId, useState } from 'react'
import {
  type AttentionEntry,
  type AttentionList,
  type UncoveredShares,
  useAttentionQuery,
} from '../../api/portfolio.ts'
import { commonWords } from '../../shared/common-words.ts'
import { formatDecimal, formatFinePct } from '../../shared/format/numbers.ts'
import { nameGaps } from '../../shared/format/positions.ts'
import { formatDay } from '../../shared/format/times.ts'
import { countOf, toSentence } from '../../shared/format/words.ts'
import { buildTermHint } from '../../shared/glossary.ts'
import { Explained, Figure, OwnUsd, Unknown } from '../../shared/ui/figures.tsx'
import type { PositionRow } from './data/position.ts'
import classes from './portfolio.module.css'
import { LeftOut } from './table/position-cells.tsx'

const leftOutText = (positions: number, all: number, which: string) =>
  `${positions} of ${all} positions ${positions === 1 ? 'is' : 'are'} left out of these P&L figures: ${which}. Premium received and shares at entry include all ${all}.`

interface PortfolioSummaryProps {
  readonly rows: readonly PositionRow[]
  readonly totals: PortfolioTotals
  readonly uncovered: readonly UncoveredShares[]
  /** P&L of all chains; null while nothing has been realized, because it then equals the covered-call P&L. */
  readonly chainsPnl: KnownSum | null
  /** Import and export buttons. */
  readonly tools: ReactNode
}

/** Totals for all positions. */
export function PortfolioSummary({ rows, totals, uncovered, chainsPnl, tools }: PortfolioSummaryProps) {
  const { coveredCallPnl, coveredCallParts, premiumUsd, costUsd } = totals
  const { leftOut, usd } = coveredCallPnl
  const which = nameGaps(rows.map(({ position, metrics }) => ({ position, pnlGap: metrics.pnlGap })))
  const without = usd !== null && leftOut > 0 && <LeftOut count={leftOut} hint={`Left out: ${which}`} />
  const part = (partUsd: number | null) => (
    <OwnUsd
      signed
      usd={partUsd}
      reason="No position has a known P&L"
      hint="Part of the covered-call P&L, for the same positions"
    />
  )
  const notes = [describeLeftOut(rows, coveredCallPnl), describePresumed(rows)].filter((note) => note !== null)
  return (
    <Group
      component="section"
      className={classes.summary ?? ''}
      align="flex-end"
      gap="var(--space-2) var(--space-7)"
      aria-label="Summary"
    >
      <Group
        component="dl"
        className={classes.figures ?? ''}
        align="flex-end"
        gap="var(--space-4) var(--space-8)"
        flex={1}
      >
        <Figure
          className={classes.main}
          label="Covered-call P&L"
          hint={buildTermHint('cc_pnl')}
          aside={without}
          size="2xl"
        >
          <OwnUsd signed usd={usd} reason="No position has a known P&L" hint={describeBase(coveredCallPnl)} />
        </Figure>
        {chainsPnl !== null && (
          <Figure
            className={classes.main}
            label="With rolls and realized"
            hint="P&L of all chains since their start, each counted once: ended calls, rolls, dividends and shares without a call included"
            aside={chainsPnl.leftOut > 0 && <LeftOut count={chainsPnl.leftOut} hint={nameUnknownChains(rows)} />}
            size="2xl"
          >
            <OwnUsd signed usd={chainsPnl.usd} reason="No chain has a known P&L" />
          </Figure>
        )}
        <Figure label="Stock" hint={buildTermHint('stock_pnl')} aside={without}>
          {part(coveredCallParts.stockUsd)}
        </Figure>
        <Figure label="Options" hint={buildTermHint('option_pnl')} aside={without}>
          {part(coveredCallParts.optionUsd)}
        </Figure>
        {uncovered.length > 0 && (
          <Figure
            label="Shares without a call"
            hint="Stock P&L of shares that no open call covers. The covered-call P&L does not include it"
          >
            <OwnUsd signed usd={sumUncovered(uncovered)} reason="A current price is unknown" />
          </Figure>
        )}
        <Figure label="Premium received" hint={buildTermHint('entry_premium')}>
          <OwnUsd usd={premiumUsd} />
        </Figure>
        <Figure className={classes.wide} label="Shares at entry">
          <OwnUsd usd={costUsd} />
        </Figure>
        <Figure className={classes.wide} label="Next expiration">
          <NextExpiration rows={rows} />
        </Figure>
      </Group>
      <Group className={classes.tools ?? ''} gap="3xs" wrap="nowrap">
        {tools}
      </Group>
      {notes.map((note) => (
        <Text key={note} size="sm" c="dimmed" w="100%">
          {note}
        </Text>
      ))}
    </Group>
  )
}

/** Names the stocks of the chains whose P&L has an unknown part. */
function nameUnknownChains(rows: readonly PositionRow[]): string {
  const symbols = rows.flatMap(({ life, position }) => (life?.chainPnlUsd === null ? position.symbol : []))
  return `Chains with a part that is unknown: ${[...new Set(symbols)].join(', ')}`
}

/** Stock P&L of shares without a call, dollars; null if a part is unknown. */
const sumUncovered = (uncovered: readonly UncoveredShares[]) =>
  uncovered.reduce<number | null>(
    (sum, { stockPnlUsd }) => (sum === null || stockPnlUsd === null ? null : sum + stockPnlUsd),
    0,
  )

function NextExpiration({ rows }: Pick<PortfolioSummaryProps, 'rows'>) {
  const open = rows.filter(({ metrics }) => metrics.state === 'open')
  const [first, ...others] = open.toSorted((a, b) => (a.position.expiration < b.position.expiration ? -1 : 1))
  if (first === undefined) return <Unknown sign="None" spoken="none open" />
  const { expiration, symbol } = first.position
  const same = others.filter(({ position }) => position.expiration === expiration)
  const symbols = new Set([symbol, ...same.map(({ position }) => position.symbol)])
  return (
    <>
      {formatDay(expiration)}, {symbol}
      {symbols.size > 1 && (
        <>
          {' '}
          <Explained name={`and ${symbols.size - 1} more`} hint={[...symbols].join(', ')} />
        </>
      )}
    </>
  )
}

const describeBase = ({ pct, leftOut, counted }: KnownSum): string | undefined => {
  if (pct === null) return undefined
  return leftOut === 0
    ? `${formatFinePct(pct)}% of what the shares cost`
    : `${formatFinePct(pct)}% of what the shares cost, for the ${counted === 1 ? '1 position' : `${counted} positions`} counted`
}

function describeLeftOut(rows: readonly PositionRow[], { leftOut, counted }: KnownSum): string | null {
  if (leftOut === 0) return null
  const which = nameGaps(rows.map(({ position, metrics }) => ({ position, pnlGap: metrics.pnlGap })))
  return counted === 0 ? `No P&L: ${which}.` : leftOutText(leftOut, leftOut + counted, which)
}

function describePresumed(rows: readonly PositionRow[]): string | null {
  const presumed = rows.filter(
    ({ metrics: { state, coveredCallPnlUsd } }) => state === 'expired' && coveredCallPnlUsd !== null,
  )
  return presumed.length === 0
    ? null
    : `${presumed.length === 1 ? '1 expired position is' : `${presumed.length} expired positions are`} counted with a result presumed from the close of the last day. Confirm ${presumed.length === 1 ? 'it' : 'them'}, or say what happened.`
}

interface AttentionStripProps {
  readonly onSelect: (id: string) => void
}

/** How many positions need attention, with the reasons in an expandable list. */
export function AttentionStrip({ onSelect }: AttentionStripProps) {
  const { data: list, isError } = useAttentionQuery()
  const [expanded, setExpanded] = useState(false)
  const listId = useId()
  const Chevron = expanded ? IconChevronUp : IconChevronDown
  if (list === undefined && isError) return <p className={classes.strip}>Could not load what needs attention.</p>
  // Same height as the loaded strip, to avoid a layout shift.
  if (list === undefined) return <div className={classes.strip} aria-hidden="true" />
  if (list.entries.length === 0) return <p className={classes.strip}>Nothing needs attention now.</p>
  return (
    <section className={classes.panel} aria-label="Needs attention">
      <button
        type="button"
        className={classes.strip}
        aria-expanded={expanded}
        aria-controls={listId}
        onClick={() => setExpanded(!expanded)}
      >
        <Chevron size={14} stroke={1.6} aria-hidden="true" />
        <b>Needs attention</b>
        <span>{describeCounts(list)}</span>
        {list.dividendsAtStakeUsd > 0 && (
          <Text span c="var(--warning)">
            <OwnUsd usd={list.dividendsAtStakeUsd} /> in dividends above the time value left
          </Text>
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
      <Group
        component="ul"
        gap="var(--space-2) var(--space-6)"
        px="lg"
        pt="2xs"
        pb="sm"
        c="dimmed"
        fz="sm"
        lh="sm"
        aria-label="Reasons and counts"
      >
        {describeReasons(list).map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </Group>
      <ul aria-label="Positions that need attention">
        {list.entries.map((entry) => (
          <Entry key={entry.id} entry={entry} onSelect={onSelect} />
        ))}
      </ul>
    </>
  )
}

function Entry({ entry, onSelect }: AttentionStripProps & { readonly entry: AttentionEntry }) {
  const { id, symbol, strike, days, reasons } = entry
  const isExpired = reasons.some((reason) => reason.id === 'expired')
  return (
    <li className={classes.entry}>
      <button type="button" className={`${classes.name} ${classes.numbers}`} onClick={() => onSelect(id)}>
        <b>{symbol}</b> {formatDecimal(strike)} call, {isExpired ? 'expired' : commonWords.days(String(days))}
      </button>
      <ul>
        {reasons.map((reason) => (
          <li key={reason.id} data-group={reason.group}>
            {toSentence(reason.sentence)}
            {reason.id === 'dividend' && <DividendAtStake entry={entry} />}
          </li>
        ))}
      </ul>
    </li>
  )
}

/** The dividend for all shares, and how much of it exceeds the time value that early exercise gives up. */
function DividendAtStake({ entry: { dividend, dividendAtStakeUsd, contracts } }: { readonly entry: AttentionEntry }) {
  if (dividend === null || dividendAtStakeUsd === null) return null
  return (
    <>
      {' '}
      That is <OwnUsd usd={dividend.dividend * contracts * SHARES_PER_CONTRACT} /> for all shares,{' '}
      <OwnUsd usd={dividendAtStakeUsd} /> above the time value left.
    </>
  )
}

/** `3 positions need action, 5 have other reasons`; a position can be in both counts. */
function describeCounts({ actions, others }: Pick<AttentionList, 'actions' | 'others'>): string {
  const parts = [
    actions > 0 && `${countOf(actions, 'position needs', 'positions need')} action`,
    others > 0 &&
      (actions > 0
        ? `${countOf(others, 'has', 'have')} other reasons`
        : `${countOf(others, 'position needs', 'positions need')} a look`),
  ]
  return parts.filter((part) => part !== false).join(', ')
}

/** Writes one line for each reason that applies, or may apply, to a position. */
function describeReasons({ reasons }: Pick<AttentionList, 'reasons'>): readonly string[] {
  return reasons
    .filter(({ count: held, unknown }) => held > 0 || unknown > 0)
    .map(({ label, count: held, unknown }) => {
      const open = unknown > 0 ? `, unknown for ${unknown}` : ''
      return `${label} (${held}${open})`
    })
}
