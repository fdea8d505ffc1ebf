import { getUser, type Handlers } from '@callwright/service'
import { unclearCsv } from '../errors.ts'
import type { PrepareCheck } from '../positions/entry-check.ts'
import type { createIdempotentWrite } from '../positions/idempotent-write.ts'
import type { ReadPortfolio } from '../valuation/portfolio.ts'
import { writeCsv } from './export-csv.ts'
import { findFileForm } from './file-form.ts'
import { importPositions } from './import-positions.ts'
import { readCsv } from './read-csv.ts'

type TransferId = 'portfolio.export' | 'portfolio.import'

export function transferRoutes(deps: {
  readonly readPortfolio: ReadPortfolio
  readonly writeIdempotently: ReturnType<typeof createIdempotentWrite>
  readonly prepareCheck: PrepareCheck
}): Pick<Handlers<'portfolio'>, TransferId> {
  const { readPortfolio, writeIdempotently, prepareCheck } = deps
  return {
    async 'portfolio.export'({ identity, request, reply }) {
      const { fileName, text } = writeCsv(await readPortfolio(getUser(identity).userId, request.id))
      return reply
        .headers({ 'cache-control': 'no-store', 'content-disposition': `attachment; filename="${fileName}"` })
        .type('text/csv; charset=utf-8')
        .send(text)
    },
    async 'portfolio.import'(call) {
      const { csv, separator, decimal, dates, ...choices } = call.body
      const isDryRun = call.query.dry_run ?? false
      const table = readCsv(csv, separator)
      const form = findFileForm(table, { decimal, dates })
      const [question] = form.questions
      if (question !== undefined && !isDryRun) throw unclearCsv(question)
      const check = await prepareCheck(
        table.rows.map(({ cells }) => cells.ticker),
        call.request.id,
      )
      return writeIdempotently('portfolio.import', call, (book) =>
        importPositions(book, table, form, { ...choices, isDryRun, check }),
      )
    },
  }
}
