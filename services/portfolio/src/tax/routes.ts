import { listTaxLines, nameTaxFile, RUNS_AS_TAX_FORMULA, type TaxReport } from '@callwright/contracts'
import { newYorkDate } from '@callwright/scoring'
import { getUser, type Handlers } from '@callwright/service'
import Papa from 'papaparse'
import type { MarketClock } from '../quotes/market-clock.ts'
import type { ReadPortfolio } from '../valuation/valuation.ts'
import { buildTaxReport, chooseTaxChains } from './report.ts'

/** The route for the tax view of a year, as JSON or as a file. */
export function taxRoutes({
  readPortfolio,
  clock,
}: {
  readonly readPortfolio: ReadPortfolio
  readonly clock: Pick<MarketClock, 'ask'>
}): Pick<Handlers<'portfolio'>, 'portfolio.tax'> {
  return {
    async 'portfolio.tax'({ identity, request, reply, query }) {
      const today = newYorkDate((await clock.ask(request.id)).asOfMs)
      const asked = { year: query.year ?? Number(today.slice(0, 'YYYY'.length)), today }
      const portfolio = await readPortfolio(getUser(identity).userId, request.id, chooseTaxChains(asked))
      const report = buildTaxReport(portfolio, asked)
      if (query.format !== 'csv') return report
      return reply
        .headers({
          'cache-control': 'no-store',
          'content-disposition': `attachment; filename="${nameTaxFile(asked.year)}"`,
        })
        .type('text/csv; charset=utf-8')
        .send(writeTaxFile(report))
    },
  }
}

// Without a byte order mark, spreadsheets would assume a regional encoding.
const BYTE_ORDER_MARK = '\uFEFF'

const writeTaxFile = (report: TaxReport): string =>
  `${BYTE_ORDER_MARK}${Papa.unparse(listTaxLines(report), { escapeFormulae: RUNS_AS_TAX_FORMULA })}\r\n`
