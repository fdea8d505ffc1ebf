import type { OptionChain, OptionContract, OptionSide } from '../../../api/option-chain.ts'
import { type CsvValue, writeCsv } from '../../../shared/export/csv.ts'
import { type ChainColumn, listColumns } from './chain-columns.ts'
import { listChainFacts } from './chain-facts.ts'
import { listNotes } from './contract-notes.ts'

interface CsvColumn {
  readonly name: string
  readonly read: (contract: OptionContract) => CsvValue
}

function nameColumn({ name, unit, unitInFile = unit }: ChainColumn): string {
  return unitInFile === undefined ? name : `${name} (${unitInFile})`
}

/** Leading CSV columns, which the ladder does not show. */
const before: readonly CsvColumn[] = [
  { name: 'Contract', read: ({ contractSymbol }) => contractSymbol },
  { name: 'Strike ($)', read: ({ strike }) => strike },
  { name: 'Moneyness', read: ({ moneyness }) => moneyness },
  { name: 'In range', read: ({ inTarget }) => (inTarget ? 'yes' : 'no') },
]
const after: readonly CsvColumn[] = [
  { name: 'Last ($)', read: ({ last }) => last },
  { name: 'Time value ($)', read: ({ timeValue }) => timeValue },
  { name: 'Breakeven ($)', read: ({ breakeven }) => breakeven },
  { name: 'Gamma', read: ({ gamma }) => gamma },
  { name: 'Theta ($ a day)', read: ({ theta }) => theta },
  { name: 'Vega ($ a point)', read: ({ vega }) => vega },
  { name: 'Rho ($ a point)', read: ({ rho }) => rho },
  { name: 'Notes', read: (contract) => listNotes(contract)?.lines.join('; ') ?? null },
]

/** CSV file with one row per contract. */
export function writeChainCsv(chain: OptionChain, side: OptionSide, contracts: readonly OptionContract[]): string {
  const figures = listColumns(side).map((column) => ({ name: nameColumn(column), read: column.read }))
  const columns: readonly CsvColumn[] = [...before, ...figures, ...after]
  return writeCsv({
    title: 'Callwright options chain',
    facts: listChainFacts(chain, side),
    columns: columns.map(({ name }) => name),
    rows: contracts.map((contract) => columns.map(({ read }) => read(contract))),
  })
}
