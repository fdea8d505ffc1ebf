import { Button } from '@mantine/core'
import type { OptionChain, OptionContract } from '../../../api/option-chain.ts'
import { bestCallWords } from '../../../shared/figures/best-call-words.ts'
import { bestCallLineWords as words } from '../analysis-words.ts'
import { showCall, summarizeBestCall } from '../best-call.ts'
import type { AnalysisView } from '../use-opening.ts'
import classes from './best-call-line.module.css'
import { relateToBest } from './selection.ts'

interface BestCallLineProps {
  readonly view: AnalysisView
  readonly chain: OptionChain | null
  /** Call in the preview; null if there is none. */
  readonly call: OptionContract | null
}

/** Says whether the previewed call is the stock's best call; if not, offers a button that shows the best call. */
export function BestCallLine({ view: { best, go }, chain, call }: BestCallLineProps) {
  if (best === null || chain === null) return null
  const relation = relateToBest(best, chain, call)
  const isThin = (relation === 'shown' ? call?.bestCallLiquidity : best.liquidity) === 'thin'
  const name = summarizeBestCall(best)
  return (
    <p className={classes.line} data-relation={relation}>
      <span>
        {relation === 'shown' ? (
          <b>{words.isShown(chain.symbol)}</b>
        ) : relation === 'elsewhere' ? (
          words.best(name)
        ) : (
          words.outdated(name)
        )}
        {isThin && relation !== 'outdated' && <span className={classes.thin}> {bestCallWords.thinMeaning}</span>}
      </span>
      {relation !== 'shown' && call?.contractSymbol !== best.contractSymbol && (
        <Button variant="subtle" size="compact-sm" onClick={() => showCall(go, best)}>
          {words.show}
        </Button>
      )}
    </p>
  )
}
