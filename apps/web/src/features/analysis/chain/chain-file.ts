import type { OptionChain, OptionContract } from '../../../api/options.ts'
import { type FileColumn, listFileRows } from '../../../shared/data-table/columns.tsx'
import { writeCsv } from '../../../shared/export/csv.ts'
import type { ChainSide } from '../analysis-state.ts'
import { listChainFacts, listFigures, sideNames } from './chain-figures.tsx'
import { listNotes } from './contracts.ts'

/** Columns of the CSV file: the ladder's, the identity of the contract, and more greeks. */
function listFileColumns(side: ChainSide): readonly FileColumn<OptionContract>[] {
  return [
    { label: 'Contract', value: ({ contractSymbol }) => contractSymbol },
    { label: 'Type', value: (contract) => contract.side },
    { label: 'Strike', unit: '$', value: ({ strike }) => strike },
    { label: 'Moneyness', value: ({ moneyness }) => moneyness },
    { label: 'In range', value: ({ inTarget }) => (inTarget ? 'yes' : 'no') },
    ...listFigures(side).map(({ read, ...figure }) => ({ ...figure, value: read })),
    { label: 'Last', unit: '$', value: ({ last }) => last },
    { label: 'Time value', unit: '$', value: ({ timeValue }) => timeValue },
    { label: 'Breakeven', unit: '$', value: ({ breakeven }) => breakeven },
    { label: 'Gamma', value: ({ gamma }) => gamma },
    { label: 'Theta', unit: '$ a day', value: ({ theta }) => theta },
    { label: 'Vega', unit: '$ a point', value: ({ vega }) => vega },
    { label: 'Rho', unit: '$ a point', value: ({ rho }) => rho },
    { label: 'Notes', value: (contract) => listNotes(contract)?.lines.join('; ') ?? null },
  ]
}

/** CSV file with one row per contract. */
export function writeChainFile(chain: OptionChain, side: ChainSide, contracts: readonly OptionContract[]) {
  const text = writeCsv({
    title: 'Callwright options chain',
    facts: listChainFacts(chain, side),
    ...listFileRows(listFileColumns(side), contracts),
  })
  const name = `callwright-${chain.symbol}-${chain.expiration ?? 'undated'}-${sideNames[side].replaceAll(' ', '-')}.csv`
  return { name, text }
}
