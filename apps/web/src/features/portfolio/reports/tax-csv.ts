import { listTaxLines, nameTaxFile, RUNS_AS_TAX_FORMULA } from '@callwright/scoring'
import { unparse } from 'papaparse'
import type { TaxReport } from '../../../api/tax.ts'

// Without this mark, spreadsheets assume a local encoding.
const BYTE_ORDER_MARK = '\uFEFF'

/** The same file that the server writes. */
export const writeTaxCsv = ({ year, rows }: Pick<TaxReport, 'year' | 'rows'>) => ({
  name: nameTaxFile(year),
  text: `${BYTE_ORDER_MARK}${unparse(listTaxLines(rows), { escapeFormulae: RUNS_AS_TAX_FORMULA })}\r\n`,
})
