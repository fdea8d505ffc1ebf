import { MIN_DAYS_ADDED, ROLL_INTENTS } from '@callwright/scoring'
import { Button, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { skipToken } from '@reduxjs/toolkit/query'
import { useCallback, useMemo, useState } from 'react'
import { type RollPreview, type RollQuestion, useRollPreviewQuery } from '../../../api/lifecycle.ts'
import { formatFinePrice, formatInteger, formatPrice, formatYieldPct } from '../../../shared/format/numbers.ts'
import { nameCall } from '../../../shared/format/positions.ts'
import { formatDayLong } from '../../../shared/format/times.ts'
import { countOf } from '../../../shared/format/words.ts'
import { Figure, Unknown } from '../../../shared/ui/figures.tsx'
import { FreshnessChip } from '../../../shared/ui/freshness.tsx'
import { Banner, Empty } from '../../../shared/ui/notices.tsx'
import { QUALIFIED_NOTE } from '../chain/qualified.tsx'
import type { PositionRow } from '../data/position.ts'
import page from '../portfolio.module.css'
import type { RollPrefill } from '../record/roll-form.tsx'
import { findObstacle } from '../record/row-acts.ts'
import { ReportState } from '../reports/report-state.tsx'
import { RollTable } from './roll-table.tsx'
import { RollTools, type RollWish } from './roll-tools.tsx'
import classes from './rolls.module.css'
import { describeQuote, filterRolls, noFilters, type RankedRoll, rankRolls, toPrefill } from './rolls-state.ts'

interface RollsViewProps {
  /** The position; null if it is not among the open ones. */
  readonly row: PositionRow | null
  readonly onBack: () => void
  readonly onChoose: (roll: RollPrefill) => void
}

/** All rolls of one position: what each brings, and what the search looked at. */
export function RollsView({ row, onBack, onChoose }: RollsViewProps) {
  const obstacle = row === null ? null : findObstacle('roll', row, true)
  const back = (
    <Button className={classes.back} onClick={onBack}>
      All positions
    </Button>
  )
  if (row === null || obstacle !== null) {
    return (
      <div className={page.panel}>
        <Empty
          title={row === null ? 'This call is not open' : `${nameCall(row.position)} cannot be rolled`}
          actions={back}
        >
          {obstacle === null
            ? 'It has ended or was rolled, or the address belongs to another account.'
            : `${obstacle}.`}
        </Empty>
      </div>
    )
  }
  return <Rolls row={row} back={back} onChoose={onChoose} />
}

const TYPING_MS = 400

interface RollsProps extends Pick<RollsViewProps, 'onChoose'> {
  readonly row: PositionRow
  readonly back: React.ReactNode
}

function Rolls({ row, back, onChoose }: RollsProps) {
  const { position } = row
  const [wish, setWish] = useState<Partial<RollWish>>({})
  const [filters, setFilters] = useState(noFilters)
  const [asked] = useDebouncedValue(wish, TYPING_MS)
  const query = useRollPreviewQuery(row.life === null ? skipToken : writeQuestion(position.id, asked))
  const { data, isFetching } = query
  const rolls = useMemo(() => (data === undefined ? [] : rankRolls(data)), [data])
  const shown = useMemo(() => filterRolls(rolls, filters), [rolls, filters])
  const choose = useCallback(
    (roll: RankedRoll) => {
      if (data !== undefined) onChoose(toPrefill(data, roll))
    },
    [data, onChoose],
  )
  if (data === undefined)
    return <ReportState query={query} words="Looking for calls to roll to…" what="table of rolls" />
  const current: RollWish = {
    intent: data.intent ?? 'keep_shares',
    contracts: data.contracts,
    feePerContractUsd: data.feePerContractUsd,
    ...wish,
    closePrice: wish.closePrice ?? data.costToClose,
  }
  return (
    <section className={page.panel} aria-label={`Rolls of ${nameCall(position)}`}>
      <Head preview={data} row={row} back={back} />
      <RollTools
        wish={current}
        onWish={(change) => setWish({ ...wish, ...change })}
        filters={filters}
        onFilters={(change) => setFilters({ ...filters, ...change })}
        preview={data}
      />
      <Text px="lg" py="xs" role="status">
        {shown.length === rolls.length
          ? countOf(rolls.length, 'call')
          : `${formatInteger(shown.length)} of ${countOf(rolls.length, 'call')}`}
      </Text>
      {shown.length > 0 && (
        <RollTable
          preview={data}
          intent={current.intent}
          rolls={shown}
          outdated={isFetching || asked !== wish}
          onChoose={choose}
        />
      )}
      <Notes preview={data} intent={current.intent} />
    </section>
  )
}

const writeQuestion = (positionId: string, wish: Partial<RollWish>): RollQuestion => ({
  position_id: positionId,
  all: true,
  ...(wish.intent !== undefined && { intent: wish.intent }),
  ...(wish.contracts !== undefined && { contracts: wish.contracts }),
  ...(wish.feePerContractUsd !== undefined && { fee_per_contract_usd: wish.feePerContractUsd }),
  ...(wish.closePrice != null && { close_price: wish.closePrice }),
})

interface HeadProps {
  readonly preview: RollPreview
  readonly row: PositionRow
  readonly back: React.ReactNode
}

/** The open call, what it costs to buy back, the verdict and the age of the data. */
function Head({ preview, row: { position }, back }: HeadProps) {
  const { held, costToClose, costBasis, currentPrice, explanation, freshness, message, pricedBy } = preview
  const fault = describeQuote(held)
  return (
    <header className={classes.head}>
      <div className={classes.facts}>
        <Text component="h2" size="lg" fw="var(--weight-strong)">
          Rolls of {nameCall(position)}, {formatDayLong(position.expiration)}
        </Text>
        {back}
      </div>
      {freshness.dataClass === 'stale' && (
        <Banner>These quotes are old: the source is not responding. Check prices with your broker.</Banner>
      )}
      {message !== null && <Banner>{message}</Banner>}
      <dl className={classes.facts}>
        <Figure label={pricedBy === 'you' ? 'Buy back at your price' : 'Buy back at the ask'}>
          {costToClose === null ? (
            <Unknown reason="Your call has no ask. Enter a price below." />
          ) : (
            `$${formatPrice(costToClose)}`
          )}
        </Figure>
        <Figure label="Bid and ask of your call">
          {held.bid === null ? '—' : formatPrice(held.bid)} / {held.ask === null ? '—' : formatPrice(held.ask)}
          {fault !== null &&
            ` (${fault.toLowerCase()}${held.spreadPct === null ? '' : `: ${formatYieldPct(held.spreadPct)}% of mid`})`}
        </Figure>
        <Figure label="Stock">{currentPrice === null ? <Unknown /> : `$${formatPrice(currentPrice)}`}</Figure>
        <Figure label="Cost of the shares" hint="After the premium that the chain has kept; the first question uses it">
          {costBasis === null ? <Unknown reason="The cost is unknown" /> : `$${formatFinePrice(costBasis)}`}
        </Figure>
        <Figure label="Data">
          <FreshnessChip freshness={freshness} />
        </Figure>
      </dl>
      <Text>{explanation}</Text>
    </header>
  )
}

interface NotesProps {
  readonly preview: RollPreview
  readonly intent: RollWish['intent']
}

/** How the rows are ranked, and what the figures include. */
function Notes({ preview: { feeSource, feePerContractUsd }, intent }: NotesProps) {
  const { label, formula, meaning } = ROLL_INTENTS[intent]
  const fees = {
    given: `The fee of $${formatFinePrice(feePerContractUsd)} a contract is the one entered above.`,
    last_trade: `The fee of $${formatFinePrice(feePerContractUsd)} a contract is that of your last trade.`,
    none: 'No fee is included: no trade in your ledger has one.',
  }[feeSource]
  return (
    <div className={classes.head}>
      <p className={classes.note}>
        Rank: rolls that answer all three questions with yes come first (strike above cost, at least {MIN_DAYS_ADDED}{' '}
        days more, a net credit), then those with an open answer, then the others; strikes below yours come last in each
        group. Within a group, {label.toLowerCase()} ranks by {formula}. R is (net credit + bought-up value) / basis ×
        365 / days, U is (new strike − price) / basis × 365 / days or zero, and the basis is your strike if your call is
        in the money, else the price. {meaning}
      </p>
      <p className={classes.note}>
        You buy back at the ask and sell at the bid. {fees} Calls without a two-sided quote come last, with the reason.
        Choosing a row fills in the form that records the roll; it places no order.
      </p>
      <p className={classes.note}>{QUALIFIED_NOTE}</p>
    </div>
  )
}
