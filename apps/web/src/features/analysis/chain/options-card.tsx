import { Group, Text } from '@mantine/core'
import { useId, useMemo } from 'react'
import {
  type ExpirationLiquidity,
  OPTIONS_KEPT_SECONDS,
  type OptionChain,
  useCustomRecommendationsQuery,
} from '../../../api/options.ts'
import { commonWords } from '../../../shared/common-words.ts'
import { PrintedFacts } from '../../../shared/export/data-facts.tsx'
import { ExportMenu } from '../../../shared/export/export-menu.tsx'
import { saveCsv } from '../../../shared/export/save-file.ts'
import { formatEtTime } from '../../../shared/format/times.ts'
import { BusyButton, Segmented } from '../../../shared/ui/buttons.tsx'
import { FreshnessChip } from '../../../shared/ui/freshness.tsx'
import { Empty } from '../../../shared/ui/notices.tsx'
import pageClasses from '../analysis.module.css'
import {
  type ChainSide,
  chainSides,
  chooseExpiration,
  chooseStrike,
  compareWith,
  ladderDepths,
} from '../analysis-state.ts'
import { defaultWishes } from '../recommendations/recommendation-view.ts'
import { type AnalysisView, type ShownChain, useShownChain } from '../stock-data.ts'
import { chooseCall } from '../trade/selection.ts'
import classes from './chain.module.css'
import { splitColumns } from './chain-columns.tsx'
import { listChainFacts } from './chain-figures.tsx'
import { ChainFailure, ChainSkeleton, NoContracts } from './chain-states.tsx'
import { ChainTable } from './chain-table.tsx'
import { buildLadder, joinStrikes, type LadderRow, useReach } from './contracts.ts'
import { Expirations } from './expiration-strip.tsx'

const sides = {
  call: { name: 'Calls', about: 'Calls, yield at the bid' },
  put: { name: 'Puts', about: 'Puts, for reference' },
  both: { name: 'Both', about: 'Calls on the left, puts on the right' },
} as const satisfies Record<ChainSide, unknown>

/** The stock's options: expirations, and the chain as a ladder of strikes around the price. */
export function OptionsCard({ view }: { readonly view: AnalysisView }) {
  const { state, go, opening } = view
  const { symbol, side, depth } = state
  const id = useId()
  const shown = useShownChain(view)
  const { chain, outdated, failure } = shown
  const puts = useShownChain(view, 'put', side === 'both')
  const { shownSide, beside, isIncomplete } = joinSides(side, chain, puts)
  const strikes = useMemo(() => joinStrikes(chain, beside), [chain, beside])
  const { columns, empty } = useMemo(() => splitColumns(strikes, shownSide), [strikes, shownSide])
  const chosen = chain && chooseCall(chain, state.strike, opening.call)
  const reach = useReach([symbol, chain?.expiration, shownSide, depth].join(), chosen?.strike ?? null)
  const ladder = chain && buildLadder(strikes, chain, depth, reach)
  const liquidity = useLiquidity(symbol, chain !== null || failure !== null)
  const choose = (date: string) => go((latest) => chooseExpiration(latest, date))

  return (
    <section className={pageClasses.panel} aria-labelledby={id}>
      <Group component="header" gap="var(--space-3) var(--space-5)" px="lg" py="sm">
        <Text component="h2" size="lg" lh="1.25rem" fw="bold" id={id}>
          Options chain
        </Text>
        <Text c="dimmed" visibleFrom="sm">
          {sides[side].about}
        </Text>
        <Group gap="sm" className={classes.controls}>
          <Segmented label="Calls or puts">
            {chainSides.map((next) => (
              <button
                key={next}
                type="button"
                aria-pressed={next === side}
                onClick={() => go((latest) => ({ ...latest, side: next }))}
              >
                {sides[next].name}
              </button>
            ))}
          </Segmented>
          <Segmented label="Strikes on each side of the price">
            {ladderDepths.map((next) => (
              <button
                key={next}
                type="button"
                aria-pressed={next === depth}
                onClick={() => go((latest) => ({ ...latest, depth: next }))}
              >
                {next === 'all' ? 'All' : next}
              </button>
            ))}
          </Segmented>
        </Group>
        <div className={classes.export}>
          {chain !== null && ladder !== null && ladder.rows.length > 0 && (
            <ChainExport chain={chain} side={shownSide} shown={ladder.rows} all={strikes} />
          )}
        </div>
      </Group>
      {symbol === null ? (
        <Empty title="Choose a stock to see its options." />
      ) : (
        <Expirations
          symbol={symbol}
          chosen={state.expiration ?? opening.call?.expiration ?? chain?.expiration ?? null}
          liquidity={liquidity}
          onChoose={choose}
        />
      )}
      {failure !== null && symbol !== null && (
        <ChainFailure
          symbol={symbol}
          expiration={state.expiration}
          failure={failure}
          busy={shown.busy}
          onRetry={shown.retry}
          onChoose={choose}
        />
      )}
      {failure === null && chain === null && symbol !== null && <ChainSkeleton depth={depth} />}
      {chain !== null && chain.contracts.length === 0 && <NoContracts chain={chain} />}
      {chain !== null && ladder !== null && chain.contracts.length > 0 && (
        <>
          {side === 'both' && puts.failure !== null && (
            <Group px="lg" py="sm" role="alert">
              Could not load the puts.
              <BusyButton busy={puts.busy} onClick={puts.retry}>
                {commonWords.retry}
              </BusyButton>
            </Group>
          )}
          <ChainTable
            chain={chain}
            ladder={ladder}
            columns={columns}
            side={shownSide}
            state={state}
            chosen={chosen?.strike ?? null}
            outdated={outdated || isIncomplete}
            onChoose={(strike) => go((latest) => chooseStrike(latest, strike, chain.expiration))}
            onCompare={(strike) =>
              go((latest) =>
                compareWith(latest, { expiration: chain.expiration, strike: chosen?.strike ?? null }, strike),
              )
            }
          />
          <Group
            component="footer"
            gap="var(--space-3) var(--space-5)"
            px="lg"
            py="sm"
            c="dimmed"
            fz="sm"
            className={classes.footer}
          >
            <FreshnessChip freshness={chain.freshness} />
            {chain.quotedAt !== null && chain.quotedAt !== chain.freshness.asOf && (
              <p>Options quoted {formatEtTime(chain.quotedAt)}</p>
            )}
            {empty.length > 0 && <p>Hidden because they are empty: {empty.join(', ')}</p>}
            {chain.message !== null && <p>{chain.message}</p>}
            <PrintedFacts listFacts={() => listChainFacts(chain, shownSide)} />
          </Group>
        </>
      )}
    </section>
  )
}

/**
 * Which side the rows show, and the chain of puts beside the calls. While another side loads, the rows show the previous
 * one.
 */
function joinSides(side: ChainSide, chain: OptionChain | null, puts: ShownChain) {
  const first = chain?.contracts[0]?.side ?? (side === 'put' ? 'put' : 'call')
  if (side !== 'both' || puts.chain === null || first === 'put') {
    return { shownSide: first, beside: null, isIncomplete: side === 'both' && puts.failure === null } as const
  }
  const isSameDate = puts.chain.expiration === chain?.expiration
  return { shownSide: 'both', beside: isSameDate ? puts.chain : null, isIncomplete: !isSameDate } as const
}

const NO_LIQUIDITY: Readonly<Record<string, ExpirationLiquidity>> = {}

/** Liquidity of each expiration, from the request that lists the best calls: the server reads all calls for it. */
function useLiquidity(symbol: string | null, isReady: boolean) {
  const { liquidity } = useCustomRecommendationsQuery(
    { symbol: symbol ?? '', wishes: defaultWishes },
    {
      skip: symbol === null || !isReady,
      refetchOnMountOrArgChange: OPTIONS_KEPT_SECONDS,
      selectFromResult: ({ currentData }) => ({ liquidity: currentData?.liquidity ?? NO_LIQUIDITY }),
    },
  )
  return liquidity
}

interface ChainExportProps {
  readonly chain: OptionChain
  readonly side: ChainSide
  readonly shown: readonly LadderRow[]
  readonly all: readonly LadderRow[]
}

/** Menu that exports the chain as CSV or prints the page. */
function ChainExport({ chain, side, shown, all }: ChainExportProps) {
  const save = (rows: readonly LadderRow[]) =>
    saveCsv(async () => {
      const { writeChainFile } = await import('./chain-file.ts')
      const contracts = [...rows.map(({ call }) => call), ...rows.map(({ put }) => put)]
      return writeChainFile(
        chain,
        side,
        contracts.filter((contract) => contract !== null),
      )
    })
  return (
    <ExportMenu
      files={[
        { label: 'CSV, visible strikes', save: () => void save(shown) },
        { label: 'CSV, all strikes', save: () => void save(all) },
      ]}
    />
  )
}
