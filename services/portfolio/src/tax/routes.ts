import { listTaxLines, nameTaxFile, newYorkDate, RUNS_AS_TAX_FORMULA } from '@callwright/scoring'
import { getUser, type Handlers } from '@callwright/service'
import Papa from 'papaparse'
import type { MarketClock } from '../quotes/market-clock.ts'
import { sendCsv } from '../transfer/send-csv.ts'
import type { ReadPortfolio } from '../valuation/valuation.ts'
import { chooseTaxChains, toWireReport, viewTaxYear } from './report.ts'

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
      const view = viewTaxYear(portfolio, asked)
      if (query.format !== 'csv') return toWireReport(view, portfolio, asked)
      const lines = Papa.unparse(listTaxLines(view.rows), { escapeFormulae: RUNS_AS_TAX_FORMULA })
      return sendCsv(reply, { fileName: nameTaxFile(asked.year), lines })
    },
  }
}
