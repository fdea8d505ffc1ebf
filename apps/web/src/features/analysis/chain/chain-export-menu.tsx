import type { OptionChain, OptionContract, OptionSide } from '../../../api/option-chain.ts'
import { saveCsv } from '../../../shared/save-csv.ts'
import { ExportMenu } from '../../../shared/ui/export-menu.tsx'
import { chainWords as words } from './chain-words.ts'

interface ChainExportMenuProps {
  readonly chain: OptionChain
  readonly side: OptionSide
  /** Contracts shown in the ladder. */
  readonly shown: readonly OptionContract[]
}

/** Menu that exports the chain as CSV or prints the page. */
export function ChainExportMenu({ chain, side, shown }: ChainExportMenuProps) {
  const save = (contracts: readonly OptionContract[]) =>
    saveCsv(async () => {
      const { writeChainCsv } = await import('./chain-csv.ts')
      return {
        name: `callwright-${chain.symbol}-${chain.expiration ?? 'undated'}-${side}s.csv`,
        text: writeChainCsv(chain, side, contracts),
      }
    })
  return (
    <ExportMenu
      files={[
        { label: words.exportInView, save: () => void save(shown) },
        { label: words.exportAll, save: () => void save(chain.contracts) },
      ]}
    />
  )
}
