import type { OptionChain, OptionSide } from '../../../api/option-chain.ts'
import { PrintedFacts } from '../../../shared/export/printed-facts.tsx'
import { formatEtTime } from '../../../shared/format/times.ts'
import { FreshnessChip } from '../../../shared/ui/freshness-chip.tsx'
import type { ChainColumn } from './chain-columns.ts'
import { listChainFacts } from './chain-facts.ts'
import { chainWords as words } from './chain-words.ts'
import classes from './options-card.module.css'

interface ChainFooterProps {
  readonly chain: OptionChain
  readonly side: OptionSide
  readonly empty: readonly ChainColumn[]
}

/** How fresh the figures are, with notes on missing ones. */
export function ChainFooter({ chain, side, empty }: ChainFooterProps) {
  const { quotedAt, freshness, message } = chain
  return (
    <footer className={classes.footer}>
      <FreshnessChip freshness={freshness} />
      {quotedAt !== null && quotedAt !== freshness.asOf && <p>{words.quoted(formatEtTime(quotedAt))}</p>}
      {empty.length > 0 && <p>{words.leftOut(empty.map(({ name }) => name).join(', '))}</p>}
      {message !== null && <p>{message}</p>}
      <PrintedFacts listFacts={() => listChainFacts(chain, side)} />
    </footer>
  )
}
