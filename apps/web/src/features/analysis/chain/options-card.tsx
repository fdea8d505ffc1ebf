import { useId, useMemo } from 'react'
import { Empty } from '../../../shared/ui/empty.tsx'
import { chooseExpiration, chooseStrike, compareWith } from '../analysis-state.ts'
import { chooseCall } from '../trade/selection.ts'
import type { AnalysisView } from '../use-opening.ts'
import { useShownChain } from '../use-shown-chain.ts'
import { splitColumns } from './chain-columns.ts'
import { ChainExportMenu } from './chain-export-menu.tsx'
import { ChainFooter } from './chain-footer.tsx'
import { ChainFailure, ChainSkeleton, NoContracts } from './chain-states.tsx'
import { DepthSwitch, SideSwitch } from './chain-switches.tsx'
import { ChainTable } from './chain-table.tsx'
import { chainWords as words } from './chain-words.ts'
import { Expirations } from './expirations.tsx'
import { buildLadder } from './ladder.ts'
import classes from './options-card.module.css'
import { useReach } from './use-reach.ts'

/** The stock's options: expirations, and the chain as a ladder of strikes around the price. */
export function OptionsCard({ view }: { readonly view: AnalysisView }) {
  const { state, go, opening } = view
  const { symbol, side, depth } = state
  const id = useId()
  const { chain, outdated, failure, retry, busy } = useShownChain(view)
  // While the new side loads, the rows still show the previous one.
  const shownSide = chain?.contracts[0]?.side ?? side
  const columns = useMemo(() => chain && splitColumns(chain, shownSide), [chain, shownSide])
  const chosen = chain && chooseCall(chain, state.strike, opening.call)
  const reach = useReach([symbol, chain?.expiration, shownSide, depth].join(), chosen?.strike ?? null)
  const rows = chain && buildLadder(chain, depth, reach)
  const contracts = rows?.flatMap((row) => (row.kind === 'contract' ? row.contract : [])) ?? []

  return (
    <section className={classes.card} aria-labelledby={id}>
      <header className={classes.header}>
        <h2 id={id}>{words.title}</h2>
        <p className={classes.about}>{words.about[side]}</p>
        <div className={classes.controls}>
          <SideSwitch side={side} onChange={(next) => go((latest) => ({ ...latest, side: next }))} />
          <DepthSwitch depth={depth} onChange={(next) => go((latest) => ({ ...latest, depth: next }))} />
        </div>
        <div className={classes.export}>
          {chain !== null && contracts.length > 0 && (
            <ChainExportMenu chain={chain} side={shownSide} shown={contracts} />
          )}
        </div>
      </header>
      {symbol === null ? (
        <Empty title={words.noStock} />
      ) : (
        <Expirations
          symbol={symbol}
          chosen={state.expiration ?? opening.call?.expiration ?? chain?.expiration ?? null}
          onChoose={(date) => go((latest) => chooseExpiration(latest, date))}
        />
      )}
      {failure !== null && <ChainFailure failure={failure} busy={busy} onRetry={retry} />}
      {failure === null && chain === null && symbol !== null && <ChainSkeleton depth={depth} />}
      {chain !== null && chain.contracts.length === 0 && <NoContracts chain={chain} />}
      {chain !== null && columns !== null && rows !== null && chain.contracts.length > 0 && (
        <>
          <ChainTable
            chain={chain}
            rows={rows}
            columns={columns.shown}
            side={shownSide}
            state={state}
            chosen={chosen}
            outdated={outdated}
            onChoose={(strike) => go((latest) => chooseStrike(latest, strike, chain.expiration))}
            onCompare={(strike) =>
              go((latest) =>
                compareWith(latest, { expiration: chain.expiration, strike: chosen?.strike ?? null }, strike),
              )
            }
          />
          <ChainFooter chain={chain} side={shownSide} empty={columns.empty} />
        </>
      )}
    </section>
  )
}
