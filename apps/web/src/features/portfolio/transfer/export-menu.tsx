import { saveCsv } from '../../../shared/save-csv.ts'
import { ExportMenu } from '../../../shared/ui/export-menu.tsx'
import type { PositionRow } from '../data/position.ts'
import type { FileMarket } from './position-csv.ts'
import { exportWords } from './transfer-words.ts'

interface PortfolioExportMenuProps extends FileMarket {
  readonly rows: readonly PositionRow[]
}

/** Exports the positions as a CSV file or prints them. */
export function PortfolioExportMenu({ rows, ...market }: PortfolioExportMenuProps) {
  const save = () =>
    saveCsv(async () => {
      const { writePositionCsv, nameFile } = await import('./position-csv.ts')
      return { name: nameFile(market), text: writePositionCsv(rows, market) }
    })
  return <ExportMenu files={[{ label: exportWords.all, save: () => void save() }]} />
}
