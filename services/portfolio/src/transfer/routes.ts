import { getUser, type Handlers } from '@callwright/service'
import type { createWriteOnce } from '../positions/write-once.ts'
import type { ReadPortfolio } from '../valuation/portfolio.ts'
import { writeCsv } from './export-csv.ts'
import { importPositions } from './import-positions.ts'
import { readCsv } from './read-csv.ts'

type TransferId = 'portfolio.export' | 'portfolio.import'

export function transferRoutes(deps: {
  readonly readPortfolio: ReadPortfolio
  readonly writeOnce: ReturnType<typeof createWriteOnce>
}): Pick<Handlers<'portfolio'>, TransferId> {
  const { readPortfolio, writeOnce } = deps
  return {
    async 'portfolio.export'({ identity, request, reply }) {
      const { fileName, text } = writeCsv(await readPortfolio(getUser(identity).userId, request.id))
      return reply
        .headers({ 'cache-control': 'no-store', 'content-disposition': `attachment; filename="${fileName}"` })
        .type('text/csv; charset=utf-8')
        .send(text)
    },
    'portfolio.import': (call) =>
      writeOnce('portfolio.import', call, (book) =>
        importPositions(book, readCsv(call.body.csv), { isDryRun: call.query.dry_run ?? false }),
      ),
  }
}
